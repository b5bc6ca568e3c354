"""`graphdim sweep`: the smallest dimension that a trained model needs on your graph."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import TASKS
from graphdim.cli.lists import Listed, flat
from graphdim.cli.options import at_option, json_option, margin_option, quiet_option, workers_option
from graphdim.cli.requests import columns_of, graph_options
from graphdim.cli.results import show_one
from graphdim.cli.sources import SOURCE
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphdim.sweeping.result import Sweep

__all__ = ["sweep"]


@click.command(
    short_help="Train at a few dimensions: which is enough?",
    epilog="""\b
Examples:
  graphdim sweep edges.csv
  graphdim sweep edges.csv --at 128 --budget 30m
  graphdim sweep citations.tsv --labels topics.csv --features words.npz --model gat
  graphdim sweep edges.csv --model my_module:my_function""",
)
@click.argument("source", type=SOURCE)
@click.option(
    "--model",
    metavar="NAME|MODULE:FUNCTION",
    help="spectral, prone, deepwalk, node2vec; mlp, gcn, gat, gcnii; or a function of (adjacency, dimension, seed)"
    " that returns one row per node.  [default: gcn where there are features, else deepwalk]",
)
@click.option(
    "--task",
    type=click.Choice(TASKS),
    help="What the model is scored on.  [default: node-classification where there are labels, else link-prediction]",
)
@click.option(
    "--labels",
    metavar="FILE|COLUMN",
    help="A file with an id and a label per line; or a column of the features' file or of the source.",
)
@click.option(
    "--features",
    metavar="FILE",
    help="A file with an id and numbers per line, .npy or .npz.  [default: the source's, if any]",
)
@click.option(
    "--dimensions",
    type=Listed("auto", least=1),
    default="auto",
    show_default=True,
    metavar="N,N…",
    help="Which dimensions; auto: powers of two from 4 to 256.",
)
@at_option("Dimensions of your own, such as 128: they are trained too, and each gets its verdict.")
@margin_option(1.0, "How many points below the best are good enough.", above_zero=True)
@click.option(
    "--budget", default="10m", show_default=True, metavar="TIME", help="When to stop at the latest: 90s, 10m, 2h."
)
@click.option(
    "--max-seeds",
    type=click.IntRange(min=2),
    default=10,
    show_default=True,
    metavar="N",
    help="Seeds per dimension at most.",
)
@click.option(
    "--ledger",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Where finished trainings are kept, so that another call goes on.  [default: a file in the user's cache]",
)
@click.option("--fresh", is_flag=True, help="Forget the finished trainings, and start over.")
@workers_option
@graph_options
@json_option("Print every fact as JSON.")
@quiet_option
def sweep(
    *,
    source: str,
    source_column: str | None,
    target_column: str | None,
    dimensions: tuple[int | str, ...],
    at: tuple[tuple[int, ...], ...],
    margin: float,
    budget: str,
    workers: int | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Train a model at several dimensions, and say which is the smallest that is enough.

    Enough: shown to be at most the margin below the best. The dimensions are raced: all share their seeds, and only
    those on which the answer depends are trained further. Finished trainings are kept, so that a second call continues.
    Without an answer, the exit code is 1 and the result says what would suffice. If interrupted, it shows what it has,
    with exit code 130.
    """
    from dataclasses import replace

    from graphdim.printing import printing_to_stderr
    from graphdim.sweeping.sweep import sweep as swept
    from graphdim.threads import n_cores

    numbers = [item for item in dimensions if isinstance(item, int)]
    options |= {"dimensions": numbers or "auto", "columns": columns_of(source_column, target_column)}
    options |= {"at": flat(at), "margin": margin, "budget": budget, "workers": workers or n_cores()}
    seen: list[Sweep] = []
    try:
        with _watching(seen, budget, quiet=quiet) as watch, printing_to_stderr():
            result = swept(source, watch=watch, **options)
    except KeyboardInterrupt:
        if not seen:
            raise
        last = replace(seen[-1], race=replace(seen[-1].race, ended="interrupted"))
        _show(last, source, as_json=as_json, quiet=quiet)
        msg = f"{counted(last.n_trainings, 'training')} kept; the same command goes on"
        raise click.Abort(msg) from None
    _show(result, source, as_json=as_json, quiet=quiet)
    if result.dimension is None:
        click.get_current_context().exit(1)


def _show(result: Sweep, source: str, *, as_json: bool, quiet: bool) -> None:
    """Print the answer on stdout, or the reason why there is none on stderr."""
    from graphdim.sweeping.panel import note

    show_one(result, source, result.notes, as_json=as_json, quiet=quiet)
    if result.dimension is None and (as_json or quiet):
        click.echo(f"No dimension yet: {note(result.summary())}", err=True)


@contextmanager
def _watching(seen: list[Sweep], budget: str, *, quiet: bool) -> Iterator[Callable[[Sweep], None]]:
    """Say what to expect after the first training, keep each result, and show it in a line if stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from graphdim.sweeping.estimate import announcement, status

    console = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as progress:
        bar = progress.add_task("reading the graph and timing a first training", total=None)

        def show(now: Sweep) -> None:
            if not seen and not quiet:
                click.echo(announcement(now, budget), err=True)
            seen.append(now)
            outlook = now.outlook
            total = now.n_trainings + (outlook.n_trainings if outlook else 0)
            progress.update(bar, completed=now.n_trainings, total=total, description=status(now))

        yield show
