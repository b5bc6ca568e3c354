"""The graph of the nodes that have a row: edges to score, and known ones apart from them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphDimError, GraphError
from graphdim.folders import user_path
from graphdim.graph.build import read_named
from graphdim.graph.matrices import adjacency_of, edges_of, two_sides
from graphdim.shrinking.places import NamedGraph, places_of
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.graph.graph import Graph
    from graphdim.graph.pairs import Pairs
    from graphdim.shrinking.places import Places
    from graphdim.shrinking.rows import Rows

__all__ = ["MatchedGraph", "matched"]


@dataclass(frozen=True, slots=True, eq=False)
class MatchedGraph:
    """The graph of the nodes that have a row, and that row of each; `known` edges are apart from those to score.

    `node_of_row` are the nodes of rows without ids, in one numbering.
    """

    adjacency: csr_array
    row_of_node: NDArray[np.int64]
    sides: NDArray[np.bool_] | None
    notes: tuple[str, ...] = ()
    known: Pairs | None = None
    node_of_row: Sequence[int] | None = None


def matched(
    edges: Any, rows: Rows, columns: Sequence[str] | None = None, known: Any = None, *, bipartite: bool = False
) -> MatchedGraph:
    """The graph that `edges` holds, as far as its nodes have rows; what is left out is counted in the notes.

    The nodes of `known` edges are nodes of the graph, too. `bipartite` says that the two columns of both name different
    things.
    """
    sources = [edges] if known is None else [edges, known]
    named = [_named(source, columns, bipartite=bipartite) for source in sources]
    hint = _hint(sources, columns, named, rows)
    try:
        places = places_of(named, rows, bipartite=bipartite)
    except GraphError as error:
        if not hint:
            raise
        msg = f"{error}; {hint[0]}"
        raise GraphError(msg) from error
    graph, *others = (_with_rows(each.graph, place) for each, place in zip(named, places, strict=True))
    if others:
        graph = _apart(graph, *others)
    elif graph.sides is None:
        graph = replace(graph, sides=two_sides(graph.adjacency))
    unused = rows.shape[0] - len(graph.row_of_node)
    note = (f"{counted(unused, 'row')} of {rows.shape[0]:,} {'has' if unused == 1 else 'have'} no edge",)
    notes = (*graph.notes, *hint, *(note if unused else ()))
    return replace(graph, notes=notes, node_of_row=places[0].node_of_row)


def _hint(
    sources: Sequence[Any], columns: Sequence[str] | None, named: Sequence[NamedGraph], rows: Rows
) -> tuple[str, ...]:
    """A note if rows without ids are as many as the nodes of both columns together, when these are kept apart."""
    if rows.ids is not None or any(graph.kinds for graph in named) or not all(map(_can_be_read_again, sources)):
        return ()
    n_nodes = len({node for graph in named for node in graph.ids})
    if not n_nodes < rows.shape[0] <= 2 * n_nodes:
        return ()
    try:
        apart = [_named(source, columns, bipartite=True) for source in sources]
    except GraphDimError:  # the ends are of one kind
        return ()
    kinds = [kind for kind, _ in {node for graph in apart for node in graph.kinds}]
    if len(kinds) != rows.shape[0]:
        return ()
    counts = f"{len(kinds) - sum(kinds):,} nodes in the first column and {sum(kinds):,} in the second"
    return (f"there is a row for each of {counts}; if these are different things, say --bipartite (bipartite=True)",)


def _can_be_read_again(source: Any) -> bool:
    """Whether a source is a file or in memory, not a pipe that is empty by now."""
    return user_path(source).is_file() if isinstance(source, str | os.PathLike) else hasattr(source, "__len__")


def _named(source: Any, columns: Sequence[str] | None, *, bipartite: bool) -> NamedGraph:
    """The graph that a source holds, and the ids of its nodes; a HeteroData of two kinds numbers each from 0."""
    graph, ids = read_named(source, columns=columns, bipartite=bipartite)
    if not hasattr(source, "edge_types"):
        return NamedGraph(graph, ids)
    if graph.sides is None:
        note = f"the nodes are numbered by type: first {', then '.join(map(repr, source.node_types))}"
        graph = replace(graph, notes=(*graph.notes, note))
    else:
        numbers = np.where(graph.sides, np.cumsum(graph.sides), np.cumsum(~graph.sides)) - 1
        ids = [str(number) for number in numbers.tolist()]
    return NamedGraph(graph, ids)


def _with_rows(graph: Graph, places: Places) -> MatchedGraph:
    """The edges of one source between nodes that have a row."""
    adjacency = graph.adjacency()
    nodes = np.flatnonzero((places.row_of_node >= 0) & (np.diff(adjacency.indptr) > 0))
    kept = adjacency[nodes][:, nodes]
    if len(nodes) and not kept.nnz:
        msg = "no edge has a row at both ends; are the ids of the rows those of the edges?"
        raise GraphError(msg)
    sides = None if graph.sides is None else graph.sides[nodes]
    return MatchedGraph(kept, places.row_of_node[nodes], sides, (*graph.notes, *places.notes))


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
