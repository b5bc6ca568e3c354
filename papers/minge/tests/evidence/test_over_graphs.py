"""Intervals and tests over few graphs: how often they are right where the truth is known."""

import numpy as np

from minge_paper.evidence.over_graphs import interval_of, p_value


def covered(rng: np.random.Generator, n: int) -> bool:
    interval = interval_of(rng.exponential(1.0, n))
    assert interval is not None
    return interval[0] <= 1 <= interval[1]


def test_an_interval_over_eight_skewed_graphs_is_right_nearly_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    assert np.mean([covered(rng, 8) for _ in range(400)]) > 0.87  # plain percentiles: 0.84


def test_few_graphs_have_no_interval() -> None:
    assert interval_of([0.0, 1.0, 2.0, 3.0]) is None


def test_the_test_rejects_at_most_as_often_as_it_may() -> None:
    rng = np.random.default_rng(0)
    rejected = np.mean([p_value(rng.normal(0, 1, 8)) <= 0.05 for _ in range(1000)])
    assert 0.02 < rejected < 0.07


def test_fewer_than_six_graphs_decide_nothing() -> None:
    assert p_value([3.0, 4.0, 5.0, 6.0, 7.0]) > 0.05
    assert p_value([3.0, 4.0, 5.0, 6.0, 7.0, 8.0]) < 0.05


def test_signs_are_drawn_where_they_are_too_many_to_list() -> None:
    assert p_value([1.0] * 20) < 0.001
    assert p_value([1.0, -1.0] * 10) > 0.5
