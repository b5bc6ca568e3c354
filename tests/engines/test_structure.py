"""Structure entropy against a dense oracle that forms A², and against networkx."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.choices import VARIANTS
from graphdim.engines.memory import sums
from graphdim.engines.structure import entropy, published, structure_entropy
from graphdim.errors import GraphError, ParameterError
from toys import TOYS, adjacency, oracle

nodes = st.integers(0, 11)
edge_lists = st.lists(st.tuples(nodes, nodes), min_size=1, max_size=40)
dyadic = st.integers(1, 64).map(lambda eighths: eighths / 8)


def clean_pairs(edges):
    """The oracle's view of a list of edges: nodes by number, loops gone."""
    number = {node: position for position, node in enumerate(dict.fromkeys(node for edge in edges for node in edge))}
    return len(number), [(number[u], number[v]) for u, v in edges]


@given(edge_lists, st.integers(0, 5))
def test_published_agrees_with_the_square_of_the_matrix(edges, isolated):
    n_nodes, pairs = clean_pairs(edges)
    expected = oracle(adjacency(n_nodes + isolated, pairs))
    assert expected == pytest.approx(gd.structure_entropy(edges, n_nodes=n_nodes + isolated), rel=1e-12, abs=1e-14)


@given(edge_lists, st.integers(0, 5))
def test_equations_agree_with_the_square_of_the_matrix(edges, isolated):
    n_nodes, pairs = clean_pairs(edges)
    total = n_nodes + isolated
    if all(u == v for u, v in edges):
        with pytest.raises(GraphError, match="no edges"):
            gd.structure_entropy(edges, n_nodes=total, variant="equations")
    else:
        expected = oracle(adjacency(total, pairs), "equations")
        found = gd.structure_entropy(edges, n_nodes=total, variant="equations")
        assert expected == pytest.approx(found, rel=1e-12, abs=1e-13)


@pytest.mark.needs("networkx")
@given(st.lists(st.tuples(nodes, nodes, dyadic), min_size=1, max_size=30))
def test_weights_agree_with_the_square_of_the_matrix(rows):
    import networkx as nx

    graph = nx.MultiGraph()
    for u, v, weight in rows:
        graph.add_edge(u, v, weight=weight)
    n_nodes, pairs = clean_pairs([(u, v) for u, v, _ in rows])
    matrix = adjacency(n_nodes, pairs, [weight for *_, weight in rows])
    assert oracle(matrix) == pytest.approx(gd.structure_entropy(graph, weight="weight"), rel=1e-12, abs=1e-14)


large_ids = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=12, max_size=12, unique=True)


@given(edge_lists, large_ids, st.randoms(use_true_random=False))
def test_the_way_edges_are_listed_changes_nothing(edges, named, chance: random.Random):
    expected = gd.structure_entropy(edges)
    for changed in (
        chance.sample(edges, len(edges)),
        [(v, u) for u, v in edges],
        edges + chance.choices(edges, k=5),
        edges + [(u, u) for u, _ in edges],
        [(named[u], named[v]) for u, v in edges],
        [(f"node {u}", f"node {v}") for u, v in edges],
    ):
        assert expected == gd.structure_entropy(changed)
        assert expected == gd.structure_entropy(np.array(changed))


@given(edge_lists)
def test_entropy_is_at_most_that_of_equal_shares(edges):
    n_nodes, _ = clean_pairs(edges)
    assert 0 <= gd.structure_entropy(edges) <= math.log(n_nodes) + 1e-14


@pytest.mark.needs("networkx")
def test_equal_nodes_reach_the_bound():
    import networkx as nx

    for graph in (nx.complete_graph(7), nx.cycle_graph(9), nx.petersen_graph()):
        for variant in VARIANTS:
            assert gd.structure_entropy(graph, variant=variant) == pytest.approx(math.log(len(graph)), rel=1e-14)


@pytest.mark.needs("networkx")
@pytest.mark.parametrize("name", ["karate_club_graph", "les_miserables_graph", "star_graph"])
def test_sums_agree_with_networkx(name):
    import networkx as nx

    graph = nx.star_graph(5) if name == "star_graph" else getattr(nx, name)()
    engine = sums(gd.read(graph))
    order = list(graph)
    assert [degree for _, degree in graph.degree()] == engine.degrees.tolist()
    values = np.arange(1.0, len(order) + 1)
    expected = [sum(values[order.index(near)] for near in graph[node]) for node in order]
    assert expected == engine.neighbour_sum(values).tolist()
    neighbour_degree = [
        1 + degree + sum(graph.degree(near) + 1 for near in graph[node]) for node, degree in graph.degree()
    ]
    reach = np.array(neighbour_degree, dtype=float)
    assert np.allclose(published(engine), 1 + (reach + engine.neighbour_sum(reach)) / reach, rtol=1e-15)


@pytest.mark.parametrize("toy", TOYS, ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_toys_agree_with_the_square_of_the_matrix(toy, variant):
    if toy.n_edges or variant == "published":
        found = gd.structure_entropy(toy.edges, n_nodes=toy.n_nodes, variant=variant)
        assert oracle(adjacency(toy.n_nodes, toy.indexed), variant) == pytest.approx(found, rel=1e-13)


def test_a_path_of_three_by_hand():
    # B = A + I on a - b - c: d = 2, 3, 2; u = 5, 7, 5; B u = 12, 17, 12; D = 1 + 12/5, 1 + 17/7, 1 + 12/5.
    masses = np.array([3.4, 1 + 17 / 7, 3.4])
    assert gd.structure_entropy([("a", "b"), ("b", "c")]) == pytest.approx(entropy(masses), rel=1e-15)


def test_a_star_by_the_equations_by_hand():
    # A star with four leaves: d = 4, 1 …; A d = 4, 4 …; shares 1 and 1/4; one hop: 1 and 1; two hops: 4 and 1.
    star = [(0, leaf) for leaf in range(1, 5)]
    expected = entropy(np.array([4.0, 1, 1, 1, 1]))
    assert expected == pytest.approx(gd.structure_entropy(star, variant="equations"), rel=1e-15)


def test_no_edges_have_no_answer_by_the_equations():
    with pytest.raises(GraphError, match="needs one; the 'published' variant does not"):
        gd.structure_entropy([], n_nodes=3, variant="equations")
    assert gd.structure_entropy([], n_nodes=3) == pytest.approx(math.log(3), rel=1e-15)


def test_an_unknown_variant_is_refused():
    with pytest.raises(ParameterError, match="unknown variant 'printed'; it is one of published, equations"):
        structure_entropy(sums(gd.read([(0, 1)])), "printed")
