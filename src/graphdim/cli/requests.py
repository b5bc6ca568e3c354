"""The options that say how a graph is read and measured, for every command that does so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from graphdim.engines import Request

__all__ = ["column_options", "columns_of", "request_of", "request_options"]

Command = TypeVar("Command", bound=Callable[..., Any])

COLUMN_OPTIONS = (
    click.option(
        "--source-column",
        "source_column",
        metavar="COLUMN",
        help="Column of the one end, in a table; without a header, the column's number.",
    ),
    click.option(
        "--target-column",
        "target_column",
        metavar="COLUMN",
        help="Column of the other end.  [default: a usual pair of names, else the first two]",
    ),
)
OPTIONS = (
    click.option(
        "--variant",
        type=click.Choice(["published", "equations"]),
        default="published",
        show_default=True,
        help="The authors' script, which gives the printed dimensions, or the equations of the paper.",
    ),
    click.option("--num-nodes", "n_nodes", type=click.IntRange(min=1), help="Number of nodes, when some have no edge."),
    click.option(
        "--weight",
        metavar="COLUMN",
        help="Column or attribute with edge weights; without a header, the column's number.",
    ),
    *COLUMN_OPTIONS,
    click.option(
        "--multiple-of",
        type=click.IntRange(min=1),
        default=1,
        metavar="K",
        help="Round the dimension up to a multiple of K.",
    ),
    click.option(
        "--engine",
        type=click.Choice(["auto", "memory", "disk", "spark"]),
        default="auto",
        show_default=True,
        help="Where the sums are done; auto takes memory, or disk if the graph does not fit.",
    ),
    click.option(
        "--memory-limit", metavar="SIZE", help="How much memory to use, like 1GiB; by default most of what is free."
    ),
    click.option(
        "--temporary-folder",
        type=click.Path(exists=True, file_okay=False, writable=True),
        help="Where the disk engine keeps its files, 8 bytes a row; by default where TMPDIR says.",
    ),
    click.option("--master", metavar="URL", help="Spark master for --engine spark, such as local[2] or yarn."),
)


def request_options(command: Command) -> Command:
    """The command with all of them, in their order."""
    return _with(OPTIONS, command)


def column_options(command: Command) -> Command:
    """The command with those that name the ends of an edge in a table."""
    return _with(COLUMN_OPTIONS, command)


def _with(options: Sequence[Callable[[Command], Command]], command: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def request_of(*, source_column: str | None, target_column: str | None, **options: Any) -> Request:
    """What is asked of an engine, from the options."""
    from graphdim.engines import Request

    return Request(columns=columns_of(source_column, target_column), **options)


def columns_of(source: str | None, target: str | None) -> tuple[str, str] | None:
    """Both ends, or none; one alone is refused."""
    if source is not None and target is not None:
        return source, target
    if source is None and target is None:
        return None
    given, other = ("--source-column", "--target-column") if target is None else ("--target-column", "--source-column")
    msg = f"{given} comes without {other}; an edge has two ends, so give both or none"
    raise click.UsageError(msg)
