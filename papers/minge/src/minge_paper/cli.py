"""`minge-paper`: train the paper's experiments, and show what came out as tables, figures and the evidence page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphdim import cli
from graphdim.cli.bench.run import follow, grid_options, grid_values
from graphdim.cli.lists import Listed, flat
from graphdim.cli.options import workers_option
from graphdim.training.definition import LEAKS
from minge_paper import places

if TYPE_CHECKING:
    from graphdim.training.ledger import Record
    from minge_paper.presets import Preset
    from minge_paper.results import Results

__all__ = ["main", "paper"]

LEAKING_LINKS = Listed(*LEAKS["link-prediction"])
SPLITS = {"own": (), "released": ("overlapping-split",), "released-disjoint": ("overlap-removed",)}
ledger_option = click.option(
    "--ledger",
    "ledgers",
    multiple=True,
    type=click.Path(dir_okay=False),
    help="Where the results are; several ledgers count as one.  [default: papers/minge/results/*.jsonl]",
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: minge-paper run --quick --ledger quick.jsonl && minge-paper tables --ledger quick.jsonl",
)
def paper() -> None:
    """The experiments of the MinGE paper, compared with what it prints."""


@paper.command(
    epilog="""\b
Examples:
  minge-paper run --quick
  minge-paper run --table 2 --dataset cora,airport --seeds 5 --ledger mine.jsonl"""
)
@click.option("--table", type=click.Choice(["2", "3", "4"]), help="The trainings of a table of the paper.")
@click.option("--figure", type=click.Choice(["2", "3"]), help="The trainings of a figure of the paper.")
@click.option("--quick", is_flag=True, help="MLP and GCN on Cora and Airport, three seeds: half a minute on two cores.")
@grid_options("grid", "selected", "default", "by-lambda")
@click.option(
    "--leak",
    "leaks",
    multiple=True,
    type=LEAKING_LINKS,
    metavar="NAME",
    help="Let link prediction see what the authors' script lets it see: " + ", ".join(LEAKING_LINKS.words) + ".",
)
@click.option(
    "--split",
    type=click.Choice(list(SPLITS)),
    default="own",
    show_default=True,
    help="Split labels as the settings say, as the authors' script splits Airport's, which leaks test nodes, or like"
    " that without the leak.",
)
@click.option("--per-head", is_flag=True, default=None, help="GAT: the dimension is the width of each head.")
@click.option(
    "--ledger",
    type=click.Path(dir_okay=False),
    default="ledger.jsonl",
    show_default=True,
    help="Where to keep results.",
)
def run(
    *,
    table: str | None,
    figure: str | None,
    quick: bool,
    split: str,
    leaks: tuple[tuple[str, ...], ...],
    workers: int | None,
    ledger: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Train a table or a figure of the paper; without options, all of Table 2.

    Other options take the place of the preset's own. grid stands for the nine dimensions of Table 2, by-lambda for
    MinGE's dimensions at λ = 0.1, 0.5, 1 and 2. The same command goes on where it was stopped.
    """
    options["leaks"] = (*leaks, SPLITS[split])
    chosen = _preset(table, figure, quick=quick).changed(**grid_values(options))
    follow(chosen.experiment().run(ledger, workers=workers), ledger, as_json=as_json)


def _preset(table: str | None, figure: str | None, *, quick: bool) -> Preset:
    from minge_paper.presets import FIGURES, QUICK, TABLES

    if sum((table is not None, figure is not None, quick)) > 1:
        msg = "--table, --figure and --quick exclude each other; give one of them"
        raise click.UsageError(msg)
    return QUICK if quick else FIGURES[int(figure)] if figure else TABLES[int(table or 2)]


@paper.command(epilog="Example: minge-paper embeddings")
def embeddings() -> None:
    """Embed and score the fifteen graphs without a network, and run every selector on them: part of the experiments."""
    _embed()


def _embed() -> None:
    from minge_paper.choices import choose_all
    from minge_paper.embeddings import embed_all

    for dataset in choose_all():
        click.echo(f"every selector has chosen for {dataset}")
    follow(embed_all(), places.EMBEDDINGS, as_json=False)


@paper.command(epilog="Example: minge-paper experiments --workers 4")
@workers_option
def experiments(*, workers: int | None) -> None:
    """Train everything that the evidence page rests on, then write the page. It takes hours, and it resumes."""
    from minge_paper.evidence.files import write
    from minge_paper.experiments import train_all

    _embed()
    follow(train_all(workers), places.RESULTS, as_json=False)
    _print_paths(write(_results(()), places.PAGE, places.README))


@paper.command(
    epilog="""\b
Examples:
  minge-paper tables
  minge-paper tables --table 2 --format csv > table2.csv"""
)
@click.option(
    "--table",
    "names",
    multiple=True,
    type=Listed("1", "2", "3", "4", "further"),
    metavar="NAME",
    help="1, 2, 3, 4 or further.  [default: all]",
)
@ledger_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    show_default=True,
    help="How to print.",
)
def tables(*, names: tuple[tuple[str, ...], ...], ledgers: tuple[str, ...], style: str) -> None:
    """Print the paper's tables from a ledger, each number next to the printed one.

    Every number has its deviation, seeds and 95 % interval. Every row says which dimensions are within noise of the
    best (paired over seeds, corrected by Holm), the smallest of these, and the regret of the selected one. What is
    missing is shown as missing.
    """
    from minge_paper.tables import TABLES, build
    from minge_paper.tables.render import render

    records = _records(ledgers)
    click.echo(render([build(name, records) for name in flat(names) or TABLES], style))


@paper.command(
    epilog="""\b
Examples:
  minge-paper figures --out figures
  minge-paper figures --figure 2 --format svg --ledger results.jsonl"""
)
@click.option("--figure", "names", multiple=True, type=Listed("2", "3"), metavar="N", help="2 or 3.  [default: both]")
@ledger_option
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=Listed("svg", "png", "html"),
    metavar="NAME",
    help="svg, png, or html for one interactive page.  [default: all]",
)
@click.option("--out", type=click.Path(file_okay=False), default=".", help="Folder for the files.  [default: this one]")
def figures(
    *, names: tuple[tuple[str, ...], ...], ledgers: tuple[str, ...], formats: tuple[tuple[str, ...], ...], out: str
) -> None:
    """Draw the paper's figures from a ledger, and print the names of the files.

    The page needs no network. What is missing is shown as missing.
    """
    from minge_paper.figures import FIGURES, TITLES, build
    from minge_paper.figures.files import write

    records = _records(ledgers)
    drawn = {name: build(name, records) for name in flat(names) or FIGURES}
    _print_paths(write(drawn, TITLES, Path(out), flat(formats) or ("svg", "png", "html")))


@paper.command(
    epilog="""\b
Examples:
  minge-paper evidence
  minge-paper evidence --check
  minge-paper evidence --ledger ledger.jsonl --out evidence.md"""
)
@ledger_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="The page; its figures go into a folder of the same name.  [default: docs/evidence.md]",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if the page is not what the ledger gives.")
def evidence(*, ledgers: tuple[str, ...], out: str | None, check: bool) -> None:
    """Write what the ledger shows: every claim of the paper judged, every table and figure next to ours.

    The page follows from the ledger and the printed numbers alone, so that it cannot drift. What is missing is shown
    as missing. The sentences about it in the project's README are written with it.
    """
    from minge_paper.evidence.files import differences, write

    results, page = _results(ledgers), Path(out) if out else places.PAGE
    readme = None if out else places.README
    if not check:
        _print_paths(write(results, page, readme))
        return
    wrong = list(differences(results, page, readme))
    if wrong:
        msg = f"{'; '.join(wrong)}; make evidence writes what the ledger gives"
        raise click.ClickException(msg)


def _records(ledgers: tuple[str, ...]) -> list[Record]:
    from graphdim.training.ledger import read_ledgers
    from minge_paper.presets import SETTINGS

    return read_ledgers(ledgers or places.ledgers(), SETTINGS)


def _results(ledgers: tuple[str, ...]) -> Results:
    """All that the page is written from; with a ledger of the user's own, that ledger alone."""
    from minge_paper.choices import choices_of
    from minge_paper.embeddings import GRAPHS, embedded
    from minge_paper.results import Results

    if ledgers:
        return Results(_records(ledgers))
    return Results(_records(()), embedded(), {graph: choices_of(graph) for graph in GRAPHS})


def _print_paths(paths: list[Path]) -> None:
    for path in paths:
        click.echo(path)


def main() -> None:
    """Run the command."""
    cli.main(paper, "minge-paper")
