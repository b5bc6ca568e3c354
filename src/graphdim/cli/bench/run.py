"""`graphdim bench run`: train a grid of models, datasets and dimensions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import MODELS, TASKS
from graphdim.cli.lists import Listed, flat
from graphdim.cli.options import json_option, with_options, workers_option
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


__all__ = ["follow", "grid_options", "grid_values", "run"]

LEDGER = "ledger.jsonl"
DIMENSIONS = (8, 16, 32, 64, 128, 256, "selected")
LISTS = ("models", "tasks", "dimensions", "layers", "train_per_class", "leaks")


def grid_options(*words: str) -> Callable[[Any], Any]:
    """The options that make a grid; `words` may stand for dimensions."""
    options = (
        _listed("--dataset", "datasets", None, "NAME", "cora, citeseer, pubmed, airport or any labelled dataset."),
        _listed("--model", "models", Listed(*MODELS), "NAME", "mlp, gcn, gat or gcnii."),
        _listed(
            "--task",
            "tasks",
            Listed(*TASKS),
            "NAME",
            "node-classification or link-prediction.",
        ),
        _listed(
            "--dimension",
            "dimensions",
            Listed(*words, least=1),
            "N",
            f"Width of the representation: a number or a word: {', '.join(words)}.",
        ),
        _listed("--layers", "layers", Listed(least=1), "N", "Number of layers."),
        _listed(
            "--train-per-class", "train_per_class", Listed(least=1), "N", "Training nodes per class; 20: public split."
        ),
        click.option("--seeds", type=click.IntRange(min=1), metavar="N", help="How many seeds, from 0.  [default: 10]"),
        click.option(
            "--max-epochs", type=click.IntRange(min=1), metavar="N", help="Most epochs.  [default: the model's]"
        ),
        click.option(
            "--patience", type=click.IntRange(min=1), metavar="N", help="Epochs without improvement.  [default: 100]"
        ),
        workers_option,
        json_option("Print each result as a line of JSON when it is there."),
    )
    return partial(with_options, options)


def _listed(flag: str, name: str, kind: Any, metavar: str, words: str) -> Any:
    return click.option(flag, name, multiple=True, type=kind, metavar=metavar, help=words)


def grid_values(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, as fields of a grid."""
    options["datasets"] = tuple(name.strip().lower() for names in options["datasets"] for name in names.split(","))
    values = options | {name: flat(options[name]) for name in LISTS if name in options}
    return {name: value for name, value in values.items() if value not in (None, ())}


def follow(records: Iterator[Any], ledger: Any, *, as_json: bool) -> None:
    """Wait for all records and say how many there were; interrupted, say what the ledger holds."""
    n_trained = 0
    try:
        for n_trained, record in enumerate(records, start=1):  # noqa: B007 - counted for the last line
            if as_json:
                click.echo(record.to_line())
    except KeyboardInterrupt as error:
        raise click.Abort(*error.args) from error
    if not as_json:
        click.echo(f"{counted(n_trained, 'training')} added to {ledger}")


@click.command(
    epilog="""\b
Examples:
  graphdim bench run --dataset cora
  graphdim bench run --dataset polblogs --model gcn,gat --dimension 8,16,32,selected --json
  graphdim bench run --dataset cora --task link-prediction --seeds 5 --ledger links.jsonl"""
)
@grid_options("selected", "default")
@click.option(
    "--settings", type=click.Path(dir_okay=False), metavar="FILE", help="Settings to use in place of graphdim's own."
)
@click.option(
    "--ledger", type=click.Path(dir_okay=False), default=LEDGER, show_default=True, help="Where results are kept."
)
def run(*, settings: str | None, workers: int | None, ledger: str, as_json: bool, **options: Any) -> None:
    """Train models and write the results into a ledger.

    By default GCN is trained for node classification at 8, 16, 32, 64, 128, 256 and MinGE's dimension (selected);
    default is the model's own width. Options that name things take several of them, separated by commas or by giving
    the option again. Trainings that the ledger holds already are not repeated: the same command goes on where it was
    stopped.
    """
    from graphdim.training.experiment import Experiment
    from graphdim.training.grid import Grid
    from graphdim.training.settings import DEFAULTS

    given = grid_values(options)
    if "datasets" not in given:
        msg = "name at least one dataset with --dataset; graphdim datasets lists them"
        raise click.UsageError(msg)
    usual = {"dimensions": DIMENSIONS, "models": ("gcn",), "tasks": ("node-classification",)}
    chosen = DEFAULTS.adding(settings) if settings else DEFAULTS
    experiment = Experiment((Grid(**usual | given),), chosen)
    follow(experiment.run(ledger, workers=workers), ledger, as_json=as_json)
