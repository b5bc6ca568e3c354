"""`graphdim report`: the dimension and its reasons as one page to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import REPORTS
from graphdim.cli.requests import request_options, selectors_of, source_options
from graphdim.cli.sources import SOURCE, of_each
from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from pathlib import Path

    from graphdim.engines.options import SourceOptions

__all__ = ["report"]


@click.command(
    epilog="""\b
Examples:
  graphdim report dataset:karate
  graphdim report edges.csv --compare
  graphdim report edges.csv --features 128 --classes 10 --output edges.html
  graphdim report a.csv b.csv --format png --output charts.png
  graphdim sweep edges.csv --labels labels.csv --json > sweep.json
  graphdim report edges.csv --sweep sweep.json"""
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "--output", "-o", type=click.Path(), metavar="FILE", help="Where to write.  [default: report.html, .png or .svg]"
)
@click.option(
    "--format",
    "style",
    type=click.Choice(REPORTS),
    help="A page, or its charts as a picture.  [default: as the output's name ends, else html]",
)
@click.option(
    "--lambda",
    "structure_weight",
    type=float,
    metavar="L",
    help="MinGE's weight of the structure entropy when the report opens.  [default: 1]",
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="What graphdim sweep --json printed, or a ledger of graphdim bench run; repeatable.",
)
@click.option(
    "--compare",
    "measured",
    is_flag=True,
    help="Lead with the measured answer of graphdim compare: its curve, and every method's choice on it.",
)
@click.option("--features", "n_features", type=click.IntRange(min=1), metavar="N", help="Features, for the costs.")
@click.option("--classes", "n_classes", type=click.IntRange(min=1), metavar="N", help="Classes, for the costs.")
@request_options
def report(
    *,
    sources: tuple[str, ...],
    output: str | None,
    style: str | None,
    method: str,
    structure_weight: float | None,
    variant: str | None,
    structure: str | None,
    sweeps: tuple[str, ...],
    measured: bool,
    n_features: int | None,
    n_classes: int | None,
    multiple_of: int,
    **options: Any,
) -> None:
    """Write a page that shows the dimension and its reasons.

    It opens anywhere and needs no network; a slider moves λ. Several sources are set side by side. Prints the name of
    the file.
    """
    from graphdim import api, progress
    from graphdim.report import files
    from graphdim.selectors.reporting import report_facts, section_of

    weights = [] if structure_weight is None else [structure_weight]
    selectors = selectors_of(method, weights, variant=variant, structure=structure)
    how = source_options(**options)
    target, style = _place(output, style)
    files.check(target)
    if measured:
        with progress.bar():
            click.echo(_comparison(sources, how, target, style))
        return
    curves = _curves(sweeps)
    with progress.bar():
        selections = list(of_each(sources, lambda source: api.select(source, selectors, how, degrees=True)))
    results = [result.in_multiples(multiple_of) for several in selections for result in several]
    every = [report_facts(result, n_features=n_features, n_classes=n_classes) for result in results]
    section = section_of(results[0])
    click.echo(files.write(curves.beside(every) if curves else every, section, target, style))


def _comparison(sources: tuple[str, ...], how: SourceOptions, target: Path, style: str) -> Path:
    """The page of the measured answers."""
    from graphdim import api
    from graphdim.comparing import Question
    from graphdim.comparing.page import ComparisonSection, page_facts
    from graphdim.report import files

    every = list(of_each(sources, lambda source: page_facts(api.compared(source, Question(), how))))
    return files.write(every, ComparisonSection(), target, style)


def _place(output: str | None, style: str | None) -> tuple[Path, str]:
    """Where to write and what, each told by the other where only one is given."""
    from pathlib import Path

    if output is None:
        return Path(f"report.{style or 'html'}"), style or "html"
    ending = Path(output).suffix[1:].lower()
    if style is None and ending not in ("", "htm", *REPORTS):
        msg = f"{output}: a report is {', '.join(REPORTS[:-1])} or {REPORTS[-1]}; name the file so, or give --format"
        raise ParameterError(msg)
    return Path(output), style or (ending if ending in REPORTS else "html")


def _curves(paths: tuple[str, ...]) -> Any:
    """What was measured, if any files tell."""
    if not paths:
        return None
    from graphdim.sweeping.curves import Curves

    return Curves.read(paths)
