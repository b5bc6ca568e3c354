"""Pairs for link prediction: the parts share no edge, and negatives are no edges."""

import numpy as np
import pytest

from graphdim.errors import GraphError
from graphdim.graph import pairs
from graphdim.graph.pairs import NonEdges
from graphdim.training.data import labelled
from graphdim.training.pairs import pair_split
from graphdim.training.randomness import stream
from labelled_toys import N_NODES, toy_edges, toy_graph

SHARES = (0.85, 0.05, 0.10)
EDGES = {tuple(pair) for pair in toy_edges().tolist()}


def non_edges(edges: np.ndarray | None = None, n_nodes: int = N_NODES) -> NonEdges:
    return NonEdges(n_nodes, toy_edges() if edges is None else edges, stream(0, "negatives"))


def as_set(drawn: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(pair) for pair in drawn.tolist()}


def test_drawn_pairs_are_no_edges() -> None:
    drawn = non_edges().draw(5000)
    assert drawn.shape == (5000, 2)
    assert (drawn[:, 0] < drawn[:, 1]).all()
    assert not as_set(drawn) & EDGES


def test_every_non_edge_is_drawn_alike() -> None:
    n_pairs = N_NODES * (N_NODES - 1) // 2 - len(EDGES)
    n = 200 * n_pairs
    counts = np.unique(non_edges().draw(n), axis=0, return_counts=True)[1]
    assert len(counts) == n_pairs
    chi_squared = np.sum((counts - 200) ** 2 / 200)
    assert abs(chi_squared - n_pairs) < 6 * np.sqrt(2 * n_pairs)


def test_distinct_pairs_are_distinct() -> None:
    n_pairs = N_NODES * (N_NODES - 1) // 2 - len(EDGES)
    assert len(as_set(non_edges().draw_distinct(n_pairs))) == n_pairs


def test_with_no_edges_known_edges_are_drawn_too() -> None:
    assert as_set(non_edges(toy_edges()[:0]).draw(50_000)) >= EDGES


def test_the_parts_of_a_split_share_nothing() -> None:
    found = pair_split(toy_graph(), non_edges(), SHARES, self_loops=False, seed=3)
    positives = [found.train, found.validation[0], found.test[0]]
    assert sum(map(len, positives)) == len(EDGES)
    assert set().union(*map(as_set, positives)) == EDGES
    assert len(found.validation[0]) == len(found.validation[1]) == round(0.05 * len(EDGES))
    assert len(found.test[0]) == len(found.test[1]) == round(0.10 * len(EDGES))
    assert not (as_set(found.validation[1]) | as_set(found.test[1])) & EDGES
    assert not as_set(found.validation[1]) & as_set(found.test[1])


def test_splits_depend_on_the_seed() -> None:
    first, again, other = (
        pair_split(toy_graph(), non_edges(), SHARES, self_loops=False, seed=seed) for seed in (1, 1, 2)
    )
    assert (first.train == again.train).all()
    assert (first.train != other.train).any()


def test_self_loops_are_positives_only_where_they_leak() -> None:
    found = pair_split(toy_graph(), non_edges(), SHARES, self_loops=True, seed=0)
    positives = np.concatenate([found.train, found.validation[0], found.test[0]])
    assert np.count_nonzero(positives[:, 0] == positives[:, 1]) == N_NODES


@pytest.mark.parametrize(
    ("n_nodes", "edges", "message"),
    [
        (12, [(0, at) for at in range(1, 11)], "10 edges are too few to train, validate and test on"),
        (8, [(a, b) for a in range(8) for b in range(a + 1, 8)], "only 0 pairs are not edges; link prediction needs 4"),
    ],
)
def test_what_cannot_be_split_is_refused(n_nodes: int, edges: list, message: str) -> None:
    graph = labelled("mine", n_nodes, np.array(edges))
    with pytest.raises(GraphError, match=message):
        pair_split(graph, non_edges(graph.edges, n_nodes), SHARES, self_loops=False, seed=0)


def test_bits_and_a_search_know_the_same_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    by_bits = non_edges().draw(400)
    monkeypatch.setattr(pairs, "MOST_BITS", 0)
    by_search = non_edges()
    assert by_search.bits is None
    assert np.array_equal(by_bits, by_search.draw(400))
