"""What the query counts: nodes of each kind, edges, and rows dropped or merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.engines.dialects import MARKS
from graphdim.engines.steps import SqlSums, Step

if TYPE_CHECKING:
    from graphdim.graph.kinds import Kinds

__all__ = ["BAD_WEIGHTS", "FIRST_KIND", "LISTING", "SIZE", "listing", "size"]

CONNECTED = "COALESCE(SUM(CASE WHEN neighbours > 0 THEN 1 ELSE 0 END), 0)"
# The ids of the second kind are written after another mark.
SHOWN_FIRST, SHOWN_SECOND = (f"COALESCE(SUM(CASE WHEN node LIKE '{mark}%' THEN 1 ELSE 0 END), 0)" for mark in MARKS)
SIZE = {"n_nodes": "{0}", "n_isolated": f"{{0}} - {CONNECTED}"}
FIRST_KIND = {"n_first_kind": "{1}"}
UNLISTED = {"n_unlisted": "{0} - COUNT(*)"}
LISTING = {
    "n_edges": "CASE WHEN low < high THEN 1 ELSE 0 END",
    "n_rows": "times",
    "n_null_rows": "CASE WHEN low IS NULL THEN times ELSE 0 END",
    "n_self_loops": "CASE WHEN low = high THEN times ELSE 0 END",
    "n_repeated": "CASE WHEN low < high THEN times - 1 ELSE 0 END",
}
BAD_WEIGHTS = {"n_bad_weights": "bad_weights"}


def size(sums: SqlSums, n_nodes: int | Kinds | None = None) -> Step:
    """The number of nodes, and how many of them have no neighbour.

    If `n_nodes` is given, it is that number, or NULL if the table shows more: a query cannot raise an error.
    """
    total, first = _numbers(n_nodes)
    counts = SIZE | (FIRST_KIND if sums.bipartite else {}) | (UNLISTED if n_nodes is not None else {})
    columns = (f"{how.format(total, first)} AS {name}" for name, how in counts.items())
    return Step(
        "size", "nodes, and those without a neighbour", f"SELECT {', '.join(columns)}\nFROM {sums.table('degree')}"
    )


def listing(sums: SqlSums) -> Step:
    """What the table lists, and what of it was dropped or merged."""
    counts = LISTING | (BAD_WEIGHTS if sums.weighted else {})
    columns = ",\n".join(f"  COALESCE(SUM({how}), 0) AS {name}" for name, how in counts.items())
    return Step(
        "listing",
        "what the rows hold: edges, and rows dropped or merged",
        f"SELECT\n{columns}\nFROM {sums.table('pairs')}",
    )


def _numbers(n_nodes: int | Kinds | None) -> tuple[str, str]:
    """How many nodes there are in all and of the first kind, as expressions."""
    if n_nodes is None:
        return "COUNT(*)", SHOWN_FIRST
    if isinstance(n_nodes, int):
        return _at_most("COUNT(*)", n_nodes), SHOWN_FIRST
    first, second = map(_at_most, (SHOWN_FIRST, SHOWN_SECOND), n_nodes)
    return f"{first} + {second}", first


def _at_most(shown: str, n_nodes: int) -> str:
    return f"CASE WHEN {shown} <= {int(n_nodes)} THEN {int(n_nodes)} END"
