"""Held-out edges that were the only way between two parts of a graph."""

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim.errors import GraphError
from graphdim.graph.bridges import are_bridges, is_nearly_a_tree
from graphdim.graph.matrices import adjacency_of

PATH = np.array([(node, node + 1) for node in range(9)])


def kept(edges: np.ndarray, left_out: int):
    return adjacency_of(np.delete(edges, left_out, axis=0), int(edges.max()) + 1)


def test_an_edge_of_a_path_is_a_bridge_and_one_of_a_ring_is_not():
    ring = np.concatenate([PATH, [(0, 9)]])
    assert are_bridges(PATH[[4]], kept(PATH, 4)).tolist() == [True]
    assert are_bridges(ring[[4]], kept(ring, 4)).tolist() == [False]


def with_paths(n_paths: int) -> nx.Graph:
    """Eight communities, and paths of twenty nodes that hang from them."""
    graph = nx.planted_partition_graph(8, 50, 0.3, 0.005, seed=0)
    for start in range(n_paths):
        first = len(graph)
        graph.add_edges_from(nx.utils.pairwise([start % 400, *range(first, first + 20)]))
    return graph


def test_only_a_graph_without_much_else_is_nearly_a_tree():
    for graph, is_tree in ((nx.full_rary_tree(10, 500), True), (nx.path_graph(50), True), (with_paths(120), False)):
        assert is_nearly_a_tree(nx.to_scipy_sparse_array(graph, dtype=float)) == is_tree
    assert not is_nearly_a_tree(nx.to_scipy_sparse_array(nx.empty_graph(5), dtype=float))


def test_communities_with_long_paths_keep_their_answer():
    assert gd.compare(with_paths(120), methods="cv").dimension == 8


@pytest.mark.parametrize("model", ["spectral", "deepwalk"])
def test_a_sweep_refuses_the_links_of_a_tree_but_not_its_labels(model):
    tree = nx.full_rary_tree(10, 300)
    with pytest.raises(GraphError, match=r"nearly all edges are the only way .*; give labels \(--labels, labels=…\)"):
        gd.sweep(tree, model=model, dimensions=[4, 16])
    if model == "spectral":
        labels = {node: node % 2 for node in tree}
        assert gd.sweep(tree, model=model, labels=labels, dimensions=[4, 16], max_seeds=3).task == "node-classification"
