"""`graphdim sweep`: measure which dimension your own graph needs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from graphdim.cli.lists import Listed
from graphdim.cli.notes import tell
from graphdim.cli.requests import BIPARTITE, column_options, columns_of
from graphdim.cli.sources import SOURCE
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graphdim.sweeping.curve import Sweep
    from graphdim.training.ledger import Record

__all__ = ["sweep"]


@click.command(
    short_help="Measure the dimension of a graph by training.",
    epilog="""\b
Examples:
  graphdim sweep citations.tsv --labels topics.csv
  graphdim sweep edges.parquet --features users.csv --labels segment --model gat
  graphdim sweep edges.csv --task link-prediction --dimensions 8,16,32,64 --budget 30m""",
)
@click.argument("source", type=SOURCE)
@click.option(
    "--labels",
    metavar="FILE|COLUMN",
    help="A file with an id and a label per line; or a column of the features' file or of the source.",
)
@click.option(
    "--features",
    metavar="FILE",
    help="A file with an id and numbers per line, .npy or .npz.  [default: the source's, else one-hot degrees]",
)
@column_options
@BIPARTITE
@click.option(
    "--task",
    type=click.Choice(["node-classification", "link-prediction"]),
    default="node-classification",
    show_default=True,
    help="What to train for.",
)
@click.option(
    "--model",
    type=click.Choice(["mlp", "gcn", "gat", "gcnii"]),
    default="gcn",
    show_default=True,
    help="What to train.",
)
@click.option(
    "--dimensions",
    type=Listed("auto", least=1),
    default="auto",
    show_default=True,
    metavar="N,N…",
    help="Which dimensions, in addition to MinGE's; auto: an eighth, a quarter, a half and twice of it.",
)
@click.option(
    "--budget", default="10m", show_default=True, metavar="TIME", help="When to stop at the latest: 90s, 10m, 2h."
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one per core]")
@click.option("--max-epochs", type=click.IntRange(min=1), metavar="N", help="Epochs at most.  [default: the model's]")
@click.option("--json", "as_json", is_flag=True, help="Print every fact as JSON.")
@click.option("--quiet", "-q", is_flag=True, help="Print the number alone.")
def sweep(
    *,
    source: str,
    source_column: str | None,
    target_column: str | None,
    dimensions: tuple[int | str, ...],
    workers: int | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Train at a few dimensions around MinGE's, and say which is the smallest that is as good as the best.

    As good: within noise of the best, and at most a point below it. Seeds are shared by all dimensions. It stops when
    the answer is clear, or when the budget is spent. An answer needs three seeds; without one, the exit code is 1.
    If interrupted, it shows what it has, with exit code 130.
    """
    from dataclasses import replace

    from graphdim.sweeping import search
    from graphdim.threads import n_cores

    numbers = [item for item in dimensions if isinstance(item, int)]
    options |= {"dimensions": numbers or "auto", "columns": columns_of(source_column, target_column)}
    seen: list[Sweep] = []
    try:
        with _watching(seen) as watch:
            result = search.sweep(source, workers=workers or n_cores(), watch=watch, **options)
    except KeyboardInterrupt:
        if not seen:
            raise
        _show(replace(seen[-1], ended="interrupted"), as_json=as_json, quiet=quiet)
        msg = f"{counted(len(seen), 'training')} had finished"
        raise click.Abort(msg) from None
    if quiet and not as_json:
        tell((source, note) for note in result.notes)
    _show(result, as_json=as_json, quiet=quiet)
    if result.dimension is None:
        click.get_current_context().exit(1)


def _show(result: Sweep, *, as_json: bool, quiet: bool) -> None:
    """Print the answer on stdout, or the reason why there is none on stderr."""
    from graphdim.sweeping.panel import too_little

    if as_json or not quiet:
        click.echo(result.to_json() if as_json else repr(result))
    elif result.dimension is not None:
        click.echo(result.dimension)
    if result.dimension is None and (as_json or quiet):
        click.echo(too_little(result.summary()), err=True)


@contextmanager
def _watching(seen: list[Sweep]) -> Iterator[Callable[[Record, Sweep], None]]:
    """Keep the result after each training, and show it in a line on stderr if that is a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("Starting") as status:

        def show(_: Record, result: Sweep) -> None:
            seen.append(result)
            smallest = f", smallest good dimension so far {result.dimension}" if result.dimension else ""
            status.update(f"{counted(len(seen), 'training')} done{smallest}")

        yield show
