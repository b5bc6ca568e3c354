"""`graphdim bench run`: train what a table, a figure or a set of options means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.cli.bench.ledgers import LEDGER
from graphdim.cli.lists import Listed, flat

if TYPE_CHECKING:
    from graphdim.bench.plan import Wanted

__all__ = ["run"]

TASKS = Listed("node-classification", "link-prediction")
MODELS = Listed("mlp", "gcn", "gat", "gcnii")
LEAKS = Listed("messages-over-all-edges", "self-loops-as-positives", "edges-among-negatives")


@click.command(
    epilog="""\b
Examples:
  graphdim bench run --quick
  graphdim bench run --table 2 --dataset cora,airport --seeds 5 --ledger results.jsonl
  graphdim bench run --dataset polblogs --model gcn --dimension 8,16,32,selected --json"""
)
@click.option("--table", type=click.Choice(["2", "3", "4"]), help="The trainings of a table of the paper.")
@click.option("--figure", type=click.Choice(["2", "3"]), help="The trainings of a figure of the paper.")
@click.option("--quick", is_flag=True, help="MLP and GCN on Cora and Airport, three seeds: half a minute on two cores.")
@click.option(
    "--dataset",
    "datasets",
    multiple=True,
    metavar="NAME",
    help="cora, citeseer, pubmed, airport or any labelled dataset.",
)
@click.option("--model", "models", multiple=True, type=MODELS, metavar="NAME", help="mlp, gcn, gat or gcnii.")
@click.option(
    "--task", "tasks", multiple=True, type=TASKS, metavar="NAME", help="node-classification or link-prediction."
)
@click.option(
    "--dimension",
    "dimensions",
    multiple=True,
    type=Listed("grid", "selected", "default", "by-lambda", least=1),
    metavar="N",
    help="Width of the representation: a number; selected: MinGE's; by-lambda: MinGE's at λ = 0.1, 0.5, 1, 2; "
    "default: the model's; grid: as in Table 2.",
)
@click.option("--layers", multiple=True, type=Listed(least=1), metavar="N", help="Number of layers.")
@click.option(
    "--train-per-class",
    multiple=True,
    type=Listed(least=1),
    metavar="N",
    help="Training nodes per class; 20 is the public split.",
)
@click.option("--seeds", type=click.IntRange(min=1), metavar="N", help="How many seeds, from 0.  [default: 10]")
@click.option("--max-epochs", type=click.IntRange(min=1), metavar="N", help="Epochs at most.  [default: the model's]")
@click.option(
    "--patience",
    type=click.IntRange(min=1),
    metavar="N",
    help="Epochs without a better validation loss.  [default: 100]",
)
@click.option(
    "--leak",
    "leaks",
    multiple=True,
    type=LEAKS,
    metavar="NAME",
    help="Let link prediction see what the authors' script lets it see: " + ", ".join(LEAKS.words) + ".",
)
@click.option("--per-head", is_flag=True, default=None, help="GAT: the dimension is the width of each head.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one per core]")
@click.option(
    "--ledger", type=click.Path(dir_okay=False), default=LEDGER, show_default=True, help="Where results are kept."
)
@click.option("--json", "as_json", is_flag=True, help="Print each result as a line of JSON when it is there.")
def run(
    *,
    table: str | None,
    figure: str | None,
    quick: bool,
    workers: int | None,
    ledger: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Train models and write the results into a ledger; without options, all of Table 2.

    Options that name things take several of them, separated by commas or by giving the option again. Trainings that
    the ledger holds already are not repeated: the same command goes on where it was stopped.
    """
    from graphdim.bench.experiment import execute
    from graphdim.words import counted

    records = execute(_wanted(table, figure, options, quick=quick), ledger, workers=workers)
    n_trained = 0
    try:
        for n_trained, record in enumerate(records, start=1):  # noqa: B007 - counted for the last line
            if as_json:
                click.echo(record.to_line())
    except KeyboardInterrupt as error:
        raise click.Abort(*error.args) from error
    if not as_json:
        click.echo(f"{counted(n_trained, 'training')} added to {ledger}")


def _wanted(table: str | None, figure: str | None, options: dict[str, Any], *, quick: bool) -> Wanted:
    """The preset, with the options that were given in place of its own."""
    from graphdim.bench.plan import FIGURES, QUICK, TABLES

    if sum((table is not None, figure is not None, quick)) > 1:
        msg = "--table, --figure and --quick exclude each other; give one of them"
        raise click.UsageError(msg)
    preset = QUICK if quick else FIGURES[int(figure)] if figure else TABLES[int(table or 2)]
    options["datasets"] = tuple(name.strip().lower() for each in options["datasets"] for name in each.split(","))
    lists = ("models", "tasks", "dimensions", "layers", "train_per_class", "leaks")
    return preset.but(**options | {name: flat(options[name]) for name in lists})
