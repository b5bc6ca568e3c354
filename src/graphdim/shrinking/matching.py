"""Which row belongs to which node of a graph, by ids where the rows have them, else by their order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphError, SourceError
from graphdim.graph.build import read_named
from graphdim.graph.matrices import adjacency_of, edges_of, two_sides
from graphdim.reading.labels import check_order
from graphdim.reading.values import is_integer
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.graph.pairs import Pairs
    from graphdim.shrinking.rows import Rows

__all__ = ["MatchedGraph", "matched"]


@dataclass(frozen=True, slots=True, eq=False)
class MatchedGraph:
    """The graph of the nodes that have a row, and that row of each; `known` edges are apart from those to score."""

    adjacency: csr_array
    row_of_node: NDArray[np.int64]
    sides: NDArray[np.bool_] | None
    notes: tuple[str, ...] = ()
    known: Pairs | None = None


def matched(edges: Any, rows: Rows, columns: Sequence[str] | None = None, known: Any = None) -> MatchedGraph:
    """The graph that `edges` holds, as far as its nodes have rows; what is left out is counted in the notes.

    The nodes of `known` edges are nodes of the graph, too.
    """
    graph = _read(edges, rows, columns)
    if known is not None:
        graph = _apart(graph, _read(known, rows, columns))
    elif graph.sides is None:
        graph = replace(graph, sides=two_sides(graph.adjacency))
    unused = rows.shape[0] - len(graph.row_of_node)
    note = (f"{counted(unused, 'row')} of {rows.shape[0]:,} {'has' if unused == 1 else 'have'} no edge",)
    return replace(graph, notes=graph.notes + note) if unused else graph


def _read(edges: Any, rows: Rows, columns: Sequence[str] | None) -> MatchedGraph:
    """The edges of one source, and the row of each of its nodes that has an edge."""
    graph, ids = read_named(edges, columns=columns)
    row_of_node, notes = _by_order(ids, rows) if rows.ids is None else _by_id(ids, rows)
    adjacency = graph.adjacency()
    nodes = np.flatnonzero((row_of_node >= 0) & (np.diff(adjacency.indptr) > 0))
    kept = adjacency[nodes][:, nodes]
    if len(nodes) and not kept.nnz:
        msg = "no edge has a row at both ends; are the ids of the rows those of the edges?"
        raise GraphError(msg)
    sides = None if graph.sides is None else graph.sides[nodes]
    return MatchedGraph(kept, row_of_node[nodes], sides, (*graph.notes, *notes))


def _apart(new: MatchedGraph, old: MatchedGraph) -> MatchedGraph:
    """The new edges among the nodes of both graphs, with the old ones as known; an edge of both is known."""
    row_of_node, place = np.unique(np.concatenate([new.row_of_node, old.row_of_node]), return_inverse=True)
    ours, theirs = np.split(place, [len(new.row_of_node)])
    pairs, known = _pairs(new, ours), _pairs(old, theirs)
    is_new = ~np.isin(pairs @ [len(row_of_node), 1], known @ [len(row_of_node), 1])
    if not is_new.any():
        msg = "every edge to score is among the known ones; give edges that the rows were not trained on"
        raise GraphError(msg)
    repeated = int(np.count_nonzero(~is_new))
    note = (f"{repeated:,} of {counted(len(pairs), 'edge')} are known already: not scored",) if repeated else ()
    return MatchedGraph(
        adjacency_of(pairs[is_new], len(row_of_node)),
        row_of_node,
        _sides(new, old, place),
        tuple(dict.fromkeys((*new.notes, *old.notes, *note))),
        known,
    )


def _pairs(graph: MatchedGraph, place: NDArray[np.int64]) -> Pairs:
    """Its edges by the new numbers of their ends, the smaller one first."""
    return np.sort(place[edges_of(graph.adjacency)[0]].astype(np.int64), axis=1)


def _sides(new: MatchedGraph, old: MatchedGraph, place: NDArray[np.int64]) -> NDArray[np.bool_] | None:
    """The sides that both sources mark, else those that all edges show: a few held-out ones have two by chance."""
    n_nodes, n_ours = int(place.max()) + 1, len(new.row_of_node)
    if new.sides is None or old.sides is None:
        pairs = np.concatenate([_pairs(new, place[:n_ours]), _pairs(old, place[n_ours:])])
        return two_sides(adjacency_of(pairs, n_nodes))
    sides = np.zeros(n_nodes, dtype=bool)
    sides[place] = np.concatenate([new.sides, old.sides])
    return sides


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
    if not missing:
        return found, ()
    return found, (f"{len(missing):,} of {named:,} nodes of the edges have no row, like {missing[0]!r}: left out",)


def _by_order(ids: Sequence[str], rows: Rows) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Rows without ids: a node's number is its row, or there is one row for each node in their order."""
    if rows.may_have_header and rows.shape[0] == len(ids) + 1:
        fault = f"{rows.shape[0]:,} rows without ids for {counted(len(ids), 'node')}; the first line may be a header"
        msg = f"{rows.name}: {fault}; name the columns in words, such as x0,x1, or give the ids, such as id,x0,x1"
        raise GraphError(msg)
    numbers = np.array([int(node) if is_integer(node) else -1 for node in ids], dtype=np.int64)
    is_named = np.array([bool(node) for node in ids])
    if (numbers[is_named] >= 0).all() and (numbers < rows.shape[0]).all():
        return numbers, ()
    if len(ids) != rows.shape[0] and (numbers[is_named] >= 0).all():
        last = rows.shape[0] - 1
        msg = (
            f"node {numbers.max()} has no row; the rows have no ids, so they are those of the nodes from 0 to {last:,}"
        )
        raise GraphError(msg)
    check_order(ids, "the rows")
    return np.arange(len(ids)), ("the rows have no ids: they were taken in the order of the nodes",)
