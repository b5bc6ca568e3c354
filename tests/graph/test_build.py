"""Cleaning: what is dropped, merged and counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.errors import GraphError, ParameterError
from graphdim.graph.build import build
from graphdim.graph.graph import Cleaning
from graphdim.reading.edges import Edges

ids = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-3, 9))


@given(st.lists(st.tuples(ids, ids), min_size=1))
def test_counts_add_up(edges):
    array = np.array(edges, dtype=np.int64)
    graph = build(Edges(array[:, 0], array[:, 1]))
    loops = sum(u == v for u, v in edges)
    distinct = {frozenset(edge) for edge in edges if edge[0] != edge[1]}
    assert graph.n_nodes == len({node for edge in edges for node in edge})
    assert graph.n_edges == len(distinct)
    assert Cleaning(len(edges), loops, len(edges) - loops - len(distinct)) == graph.cleaning
    pairs = graph.pairs.astype(int)
    assert np.all(pairs[:, 0] < pairs[:, 1])
    assert np.array_equal(pairs[np.lexsort(pairs.T[::-1])], pairs)
    assert pairs.max(initial=0) < graph.n_nodes


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("other", [np.int8, np.uint8, np.int32, np.uint64])
def test_types_of_ids_do_not_matter(dtype, other):
    for shift in (0, 100):
        graph = build(
            Edges(
                np.array([0, 1, 2, 2]).astype(dtype) + dtype(shift), np.array([1, 2, 0, 2]).astype(other) + other(shift)
            )
        )
        assert (graph.n_nodes, graph.n_edges, graph.cleaning.self_loops) == (3, 3, 1)


def test_more_nodes_than_the_edges_show():
    assert (gd.read([(4, 7)], n_nodes=9).n_nodes, gd.read([(4, 7)], n_nodes=9).n_edges) == (9, 1)
    assert gd.read(np.eye(3), n_nodes=5).n_nodes == 5


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ([(0, 1), (1, 2)], "n_nodes is 2, but the source has 3 nodes; give at least that many, or leave it out"),
        (np.array([[0, 1], [1, 2]]), "n_nodes is 2, but the edges show 3 nodes"),
        (np.eye(3), "n_nodes is 2, but the source has 3 nodes"),
    ],
)
def test_fewer_nodes_than_there_are(source, fault):
    with pytest.raises(ParameterError, match=fault):
        gd.read(source, n_nodes=2)


@pytest.mark.parametrize("n_nodes", [0, -1])
def test_no_nodes_at_all(n_nodes):
    with pytest.raises((GraphError, ParameterError)):
        gd.read([], n_nodes=n_nodes)


def test_more_nodes_than_can_be_numbered():
    with pytest.raises(GraphError, match="10,000,000,000 nodes are more than the 2,147,483,648"):
        gd.read([(0, 1)], n_nodes=10**10)


def test_a_weighted_graph_of_loops_alone():
    graph = build(Edges(np.array([1, 2]), np.array([1, 2]), np.array([1.0, 2.0])))
    assert (graph.n_nodes, graph.n_edges, graph.weights) == (2, 0, None)


def test_a_graph_shows_its_size():
    assert repr(gd.read("dataset:karate")) == "<Graph of 34 nodes and 78 edges>"
