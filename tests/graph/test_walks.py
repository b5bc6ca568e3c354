"""Random walks: how often each step is taken, against the probabilities of their definition."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from graphdim.graph.matrices import adjacency_of
from graphdim.graph.walks import Walker

# 0-1-2 is a triangle; 3 and 4 hang on 1 and 0.
EDGES = np.array([[0, 1], [0, 2], [0, 4], [1, 2], [1, 3]])
WEIGHTS = np.array([1.0, 4.0, 0.5, 2.0, 3.0])


def frequencies(walker: Walker, length: int = 60) -> np.ndarray:
    """How often node x came after v, and t before v, over many walks: counts[t, v, x]."""
    walks = walker.walks(np.repeat(np.arange(5), 400), length, np.random.default_rng(1)).astype(int)
    counts = np.zeros((5, 5, 5))
    np.add.at(counts, (walks[:, :-2].ravel(), walks[:, 1:-1].ravel(), walks[:, 2:].ravel()), 1)
    return counts


def agree(counts: np.ndarray, weights: np.ndarray) -> bool:
    """Whether nodes were drawn in proportion to weights, as far as chance allows."""
    possible, weights = weights > 0, weights.astype(np.float64)
    if counts[~possible].any() or possible.sum() == 1:
        return not counts[~possible].any()
    expected = weights[possible] / weights.sum() * counts.sum()
    return bool(chisquare(counts[possible], expected).pvalue > 1e-4)


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["unweighted", "weighted"])
def test_first_order_steps_follow_the_weights(weights):
    adjacency = adjacency_of(EDGES, 5, weights)
    counts = frequencies(Walker(adjacency)).sum(axis=0)
    for node, row in enumerate(adjacency.toarray()):
        assert agree(counts[node], row)


@pytest.mark.parametrize(("p", "q"), [(0.25, 1.0), (4.0, 0.5), (1.0, 2.0)])
def test_second_order_steps_follow_p_and_q(p, q):
    matrix = adjacency_of(EDGES, 5, WEIGHTS).toarray()
    counts = frequencies(Walker(adjacency_of(EDGES, 5, WEIGHTS), p, q))
    for before, here in zip(*np.nonzero(matrix), strict=True):
        bias = np.where(matrix[before] > 0, 1.0, 1 / q)
        bias[before] = 1 / p
        assert agree(counts[before, here], matrix[here] * bias)


def test_walks_start_where_they_are_told_and_repeat_by_seed():
    walker, starts = Walker(adjacency_of(EDGES, 5), 2.0, 0.5), np.array([3, 4, 0])
    walks = walker.walks(starts, 10, np.random.default_rng(7))
    assert walks[:, 0].tolist() == [3, 4, 0]
    assert np.array_equal(walks, walker.walks(starts, 10, np.random.default_rng(7)))
