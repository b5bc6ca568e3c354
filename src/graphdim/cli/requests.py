"""The options that say how a graph is read and measured, for every command that does so."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["request_options"]

Command = TypeVar("Command", bound=Callable[..., Any])

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
    for option in reversed(OPTIONS):
        command = option(command)
    return command
