"""The options that say how a graph is read and measured, for every command that does so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import ENGINES, METHOD, STRUCTURES, VARIANTS
from graphdim.cli.lists import NodeCounts
from graphdim.cli.options import with_options
from graphdim.selectors import SELECTORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.cli.options import Command
    from graphdim.engines.options import SourceOptions
    from graphdim.selectors.protocol import Selector

__all__ = [
    "BIPARTITE",
    "NUM_NODES",
    "column_options",
    "columns_of",
    "graph_options",
    "reading_options",
    "request_options",
    "selectors_of",
    "source_options",
]

NUM_NODES = click.option(
    "--num-nodes",
    "n_nodes",
    type=NodeCounts(),
    help="Number of nodes, when some have no edge; N,M for two kinds of nodes.",
)
BIPARTITE = click.option(
    "--bipartite", is_flag=True, help="The two columns name different things: user 17 is not item 17."
)
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
METHOD_OPTIONS = (
    click.option(
        "--method",
        type=click.Choice(list(SELECTORS)),
        default=METHOD,
        show_default=True,
        help="How to choose the dimension.",
    ),
    click.option(
        "--variant",
        type=click.Choice(VARIANTS),
        help="MinGE by the authors' script, which gives the printed dimensions, or by the equations of the paper."
        f"  [default: {VARIANTS[0]}]",
    ),
    click.option(
        "--structure",
        type=click.Choice(STRUCTURES),
        help=f"What MinGE's structure entropy looks at.  [default: {STRUCTURES[0]}, as in the paper]",
    ),
    click.option(
        "--multiple-of",
        type=click.IntRange(min=1),
        default=1,
        metavar="K",
        help="Round the dimension up to a multiple of K.",
    ),
)
GRAPH_OPTIONS = (
    NUM_NODES,
    click.option(
        "--weight",
        metavar="COLUMN",
        help="Column or attribute with edge weights; without a header, the column's number.",
    ),
    *COLUMN_OPTIONS,
    BIPARTITE,
)
ENGINE_OPTIONS = (
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
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
        help="Where the disk engine keeps its files, 8 bytes per row; by default where TMPDIR says.",
    ),
    click.option("--master", metavar="URL", help="Spark master for --engine spark, such as local[2] or yarn."),
)


def request_options(command: Command) -> Command:
    """The command with all of them, in their order."""
    return with_options((*METHOD_OPTIONS, *GRAPH_OPTIONS, *ENGINE_OPTIONS), command)


def reading_options(command: Command) -> Command:
    """The command with those that say how a source is read."""
    return with_options((*GRAPH_OPTIONS, *ENGINE_OPTIONS), command)


def column_options(command: Command) -> Command:
    """The command with those that name the ends of an edge in a table."""
    return with_options(COLUMN_OPTIONS, command)


def graph_options(command: Command) -> Command:
    """The command with those that say which graph a source holds; its edges are then in memory."""
    return with_options(GRAPH_OPTIONS, command)


def source_options(*, source_column: str | None, target_column: str | None, **options: Any) -> SourceOptions:
    """How to read the source, from the options of the command."""
    from graphdim.engines.options import SourceOptions

    return SourceOptions(columns=columns_of(source_column, target_column), **options)


def selectors_of(method: str, structure_weights: Sequence[float], **options: str | None) -> list[Selector]:
    """The selector that the options ask for, once for each structure weight that was given; None is not given."""
    from graphdim.selectors import parameters_of, selector

    known = parameters_of(method)
    shared = {name: value for name, value in options.items() if value is not None}
    given = {"--lambda": "structure_weight"} if structure_weights else {}
    for option, parameter in (given | {f"--{name}": name for name in shared}).items():
        if parameter not in known:
            msg = f"{option} is not for --method {method}"
            raise click.UsageError(msg)
    weights = [{"structure_weight": weight} for weight in structure_weights] or [{}]
    return [selector(method, **shared, **weight) for weight in weights]


def columns_of(source: str | None, target: str | None) -> tuple[str, str] | None:
    """Both ends, or none; one alone is refused."""
    if source is not None and target is not None:
        return source, target
    if source is None and target is None:
        return None
    given, other = ("--source-column", "--target-column") if target is None else ("--target-column", "--source-column")
    msg = f"{given} comes without {other}; an edge has two ends, so give both or none"
    raise click.UsageError(msg)
