"""Rows without ids: one rule says which row belongs to which node, for all edges of a call."""

from __future__ import annotations

import numpy as np
import pytest

import graphdim as gd
from graphdim.errors import GraphDimError, GraphError
from graphdim.shrinking.matching import matched
from graphdim.shrinking.sources import rows_of
from toy_graphs import block_model

N_NODES, WIDTH = 60, 8
EDGES = block_model(3, N_NODES, inside=0.5, across=0.05)
ROWS = np.random.default_rng(0).standard_normal((N_NODES, WIDTH)).astype(np.float32)


def without(node: int, edges: np.ndarray = EDGES) -> np.ndarray:
    return edges[(edges != node).all(axis=1)]


def ends_by_row(graph) -> list[list[int]]:
    """The rows at both ends of every edge that is scored."""
    return sorted(graph.row_of_node[np.argwhere(graph.adjacency.toarray())].tolist())


def test_held_out_and_known_edges_go_by_one_rule():
    held_out, train = without(N_NODES - 1, EDGES[::4]), np.delete(EDGES, np.s_[::4], axis=0)
    assert np.array_equal(np.unique(train), np.arange(N_NODES))
    by_id = matched(held_out + 1, rows_of(dict(enumerate(ROWS, 1))), known=train + 1)
    by_order = matched(held_out + 1, rows_of(ROWS), known=train + 1)
    assert ends_by_row(by_order) == ends_by_row(by_id)
    assert np.array_equal(by_order.known, by_id.known)
    assert "the rows have no ids: they were taken in the order of the nodes" in by_order.notes


def test_ids_that_may_count_from_0_or_from_1_are_refused():
    doubt = "no edge names node 0: node 1 could have row 1, if ids count from 0, or row 0, if they count from 1; give"
    for edges in (without(N_NODES - 1) + 1, without(0)):
        with pytest.raises(GraphError, match=doubt):
            gd.shrink(ROWS, edges=edges)
    assert matched(without(0), rows_of(dict(enumerate(ROWS)))).adjacency.nnz


def test_a_source_that_lists_node_0_counts_from_0():
    adjacency = np.zeros((N_NODES, N_NODES))
    adjacency[tuple(without(0).T)] = adjacency[tuple(without(0).T[::-1])] = 1
    assert ends_by_row(matched(adjacency, rows_of(ROWS))) == np.argwhere(adjacency).tolist()


def test_a_smallest_id_above_1_is_counted_from_0_with_a_note():
    graph = matched(without(1, without(0)), rows_of(ROWS))
    assert "the rows have no ids: node 2 has row 2, counted from 0" in graph.notes


@pytest.mark.parametrize(
    ("edges", "known", "message"),
    [
        ([(-1, 3), (3, 4)], None, "node -1 has no row"),
        ([(1, 60), (1, 2)], [(3, 4)], "node 60 has no row; the rows have no ids, so they are those of the nodes from"),
        (EDGES, [("a", "b")], "the nodes have names such as 'a'"),
        (EDGES, np.ones((50, 10)), "have two kinds of nodes, the others one; say --bipartite"),
    ],
)
def test_edges_without_a_row_for_each_node_are_refused(edges, known, message):
    with pytest.raises(GraphDimError, match=message):
        matched(edges, rows_of(ROWS), known=known)
