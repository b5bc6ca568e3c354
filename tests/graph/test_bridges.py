"""Held-out edges that were the only way between two parts of a graph."""

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim.errors import GraphError
from graphdim.graph.bridges import where_mostly_bridges
from graphdim.graph.matrices import adjacency_of

PATH = np.array([(node, node + 1) for node in range(9)])


def kept(edges: np.ndarray, left_out: int):
    return adjacency_of(np.delete(edges, left_out, axis=0), int(edges.max()) + 1)


def test_an_edge_of_a_path_is_a_bridge_and_one_of_a_ring_is_not():
    ring = np.concatenate([PATH, [(0, 9)]])
    assert where_mostly_bridges(PATH[[4]], kept(PATH, 4)).tolist() == [True]
    assert where_mostly_bridges(ring[[4]], kept(ring, 4)) is None


def test_a_few_bridges_are_none():
    two_rings = np.array([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)])
    held_out = [(0, 1), (2, 3), (3, 4)]
    rest = np.array([edge for edge in two_rings.tolist() if tuple(edge) not in held_out])
    assert where_mostly_bridges(np.array(held_out), adjacency_of(rest, 6)) is None
    assert where_mostly_bridges(np.array(held_out[1:2]), adjacency_of(rest, 6)).tolist() == [True]


@pytest.mark.parametrize("model", ["spectral", "deepwalk"])
def test_a_sweep_refuses_the_links_of_a_tree_but_not_its_labels(model):
    tree = nx.full_rary_tree(10, 300)
    with pytest.raises(GraphError, match=r"most edges are the only way .*; give labels \(--labels, labels=…\)"):
        gd.sweep(tree, model=model, dimensions=[4, 16])
    if model == "spectral":
        labels = {node: node % 2 for node in tree}
        assert gd.sweep(tree, model=model, labels=labels, dimensions=[4, 16], max_seeds=3).task == "node-classification"
