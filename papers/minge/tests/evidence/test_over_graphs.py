"""Intervals and tests over few graphs: how often they are right where the truth is known."""

import numpy as np
import pytest

from minge_paper.evidence.over_graphs import interval_of, p_value


def coverage(share_of_zeros: float, n: int = 8, samples: int = 400) -> float:
    """How often the interval of regrets that are zero or exponential holds their mean."""
    rng = np.random.default_rng(0)
    drawn = [rng.exponential(1.0, n) * (rng.random(n) >= share_of_zeros) for _ in range(samples)]
    known = [found for regrets in drawn if (found := interval_of(regrets))]
    return float(np.mean([low <= 1 - share_of_zeros <= high for low, high in known]))


def test_an_interval_over_eight_skewed_graphs_is_right_as_often_as_the_page_says() -> None:
    assert coverage(0.0) == pytest.approx(0.91, abs=0.03)  # plain percentiles: 0.84
    assert coverage(0.5) == pytest.approx(0.84, abs=0.03)


@pytest.mark.parametrize("points", [[0.0, 1.0, 2.0, 3.0], [0.0] * 6 + [1.0], [1.0] * 8], ids=["four", "seven", "equal"])
def test_few_graphs_and_equal_regrets_have_no_interval(points: list[float]) -> None:
    assert interval_of(points) is None


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
