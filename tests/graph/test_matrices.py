"""Matrices of a graph, its two sides, and pairs of nodes."""

from __future__ import annotations

import numpy as np
import pytest

from graphdim.graph.matrices import adjacency_of, edges_of, normalised, two_sides
from graphdim.graph.pairs import NonEdges, draw_held_out
from toy_graphs import bipartite, block_model, clique, matching, ring, star, tree, two_copies


def adjacency(edges):
    return adjacency_of(edges, int(edges.max()) + 1)


def test_edges_come_back_in_order():
    edges = block_model(2, 30)
    pairs, weights = edges_of(adjacency(edges))
    assert pairs.tolist() == sorted(map(sorted, edges.tolist()))
    assert (weights == 1).all()


def test_the_normalised_adjacency_is_what_its_formula_says():
    matrix = adjacency(block_model(2, 40))
    degree = matrix.toarray().sum(axis=1)
    scale = 1 / np.sqrt(degree + degree.mean())
    assert np.allclose(normalised(matrix).toarray(), scale[:, None] * matrix.toarray() * scale, atol=1e-6)


@pytest.mark.parametrize(
    ("edges", "is_bipartite"),
    [
        (bipartite(20, 30, 0.3), True),
        (ring(40), True),
        (ring(41), False),
        (star(9), True),
        (tree(30), True),
        (matching(5), True),
        (clique(3), False),
        (two_copies(ring(6)), True),
        (np.concatenate([ring(6), ring(5) + 6]), False),
    ],
)
def test_two_colours_are_found_if_there_are_two(edges, is_bipartite):
    sides = two_sides(adjacency(edges))
    assert (sides is not None) == is_bipartite
    if is_bipartite:
        assert (sides[edges[:, 0]] != sides[edges[:, 1]]).all()


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_where_edges_can_be_spared_no_node_loses_its_last(share):
    edges = block_model(3, 100)
    held_out, keeps_nodes = draw_held_out(edges, 100, share, np.random.default_rng(0))
    assert keeps_nodes
    assert len(np.unique(edges[~held_out])) == len(np.unique(edges))
    assert 0.5 * share * len(edges) <= held_out.sum() <= share * len(edges) + 1


@pytest.mark.parametrize("edges", [star(30), matching(30)])
def test_where_none_can_be_spared_any_is_held_out(edges):
    held_out, keeps_nodes = draw_held_out(edges, int(edges.max()) + 1, 0.1, np.random.default_rng(0))
    assert not keeps_nodes
    assert held_out.sum() == 3


def test_a_nearly_complete_graph_has_its_non_edges_listed():
    edges = clique(40)[:-3]
    drawn = NonEdges(40, edges, np.random.default_rng(0)).draw_distinct(10)
    assert sorted(map(tuple, drawn.tolist())) == sorted(map(tuple, clique(40)[-3:].tolist()))


def test_many_nodes_are_searched_and_few_are_looked_up():
    edges = block_model(2, 60)
    for n_nodes in (60, 2**17):
        drawn = NonEdges(n_nodes, edges, np.random.default_rng(0)).draw(500)
        known = {tuple(pair) for pair in edges.tolist()}
        assert known.isdisjoint(map(tuple, drawn.tolist()))
