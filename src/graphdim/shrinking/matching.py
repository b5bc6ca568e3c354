"""Which row belongs to which node of a graph, by ids where the rows have them, else by their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphError, SourceError
from graphdim.graph.build import read_named
from graphdim.graph.matrices import two_sides
from graphdim.reading.labels import check_order
from graphdim.reading.values import is_integer
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.shrinking.rows import Rows

__all__ = ["MatchedGraph", "matched"]


@dataclass(frozen=True, slots=True, eq=False)
class MatchedGraph:
    """The graph of the nodes that have a row, and that row of each."""

    adjacency: csr_array
    row_of_node: NDArray[np.int64]
    sides: NDArray[np.bool_] | None
    notes: tuple[str, ...] = ()


def matched(edges: Any, rows: Rows, columns: Sequence[str] | None = None) -> MatchedGraph:
    """The graph that `edges` holds, as far as its nodes have rows; what is left out is counted in the notes."""
    graph, ids = read_named(edges, columns=columns)
    row_of_node, notes = _by_order(ids, rows) if rows.ids is None else _by_id(ids, rows)
    adjacency = graph.adjacency()
    known = np.flatnonzero((row_of_node >= 0) & (np.diff(adjacency.indptr) > 0))
    kept = adjacency[known][:, known]
    if len(known) and not kept.nnz:
        msg = "no edge has a row at both ends; are the ids of the rows those of the edges?"
        raise GraphError(msg)
    sides = two_sides(kept) if graph.sides is None else graph.sides[known]
    return MatchedGraph(kept, row_of_node[known], sides, (*graph.notes, *notes))


def _by_id(ids: Sequence[str], rows: Rows) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """The row of each node by its id, -1 where there is none."""
    places = {node: place for place, node in enumerate(rows.ids or ())}
    found = np.array([places.get(node, -1) if node else -1 for node in ids], dtype=np.int64)
    missing = [node for node, place in zip(ids, found.tolist(), strict=True) if node and place < 0]
    named = sum(map(bool, ids))
    if 2 * len(missing) > named:
        msg = (
            f"{len(missing):,} of {named:,} nodes of the edges have no row, like {missing[0]!r}; "
            f"ids of the rows are like {(rows.ids or ('',))[0]!r}"
        )
        raise SourceError(msg)
    notes = []
    if missing:
        notes.append(f"{len(missing):,} of {named:,} nodes of the edges have no row, like {missing[0]!r}: left out")
    unused = rows.shape[0] - int(np.count_nonzero(found >= 0))
    if unused:
        notes.append(f"{counted(unused, 'row')} of {rows.shape[0]:,} belong to no node of the edges")
    return found, tuple(notes)


def _by_order(ids: Sequence[str], rows: Rows) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Rows without ids: a node's number is its row, or there is one row for each node in their order."""
    numbers = np.array([int(node) if is_integer(node) else -1 for node in ids], dtype=np.int64)
    is_named = np.array([bool(node) for node in ids])
    if (numbers[is_named] >= 0).all() and (numbers < rows.shape[0]).all():
        unused = rows.shape[0] - int(np.count_nonzero(is_named))
        notes = [f"{counted(unused, 'row')} of {rows.shape[0]:,} belong to no node of the edges"] if unused else []
        return numbers, tuple(notes)
    if len(ids) != rows.shape[0] and (numbers[is_named] >= 0).all():
        last = rows.shape[0] - 1
        msg = (
            f"node {numbers.max()} has no row; the rows have no ids, so they are those of the nodes from 0 to {last:,}"
        )
        raise GraphError(msg)
    check_order(ids, "the rows")
    return np.arange(len(ids)), ("the rows have no ids: they were taken in the order of the nodes",)
