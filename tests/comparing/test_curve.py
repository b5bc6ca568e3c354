"""One curve from a search over all splits and from some of them beyond it."""

import numpy as np
import pytest

import graphdim as gd
from graphdim.comparing.curve import deficit_of, joined_curve
from graphdim.selectors.cv.scores import SplitScores
from toy_graphs import block_model

SEARCH = SplitScores(
    np.array([1, 2, 4]), np.array([[0.7, 0.9, 0.8], [0.7, 0.9, 0.8], [0.6, 0.8, 0.7], [0.6, 0.8, 0.7]])
)
BEYOND = SplitScores(np.array([1, 2, 3, 4, 8]), np.array([[0.7, 0.9, 0.85, 0.8, 0.5], [0.7, 0.9, 0.87, 0.8, 0.7]]))


def test_a_cost_is_told_by_the_first_part_that_was_measured_there():
    parts = SEARCH, BEYOND
    assert deficit_of(4, parts).mean == pytest.approx(0.1)
    assert deficit_of(3, parts).mean == pytest.approx(0.04)
    assert deficit_of(8, parts).mean == pytest.approx(0.3)
    assert deficit_of(8, parts).low < 0 < deficit_of(8, parts).high
    assert 0.1 < deficit_of(6, parts).mean < 0.3
    assert deficit_of(9, parts) is None


def test_parts_agree_on_the_level_of_the_best():
    points = {point.dimension: point for point in joined_curve((SEARCH, BEYOND), "ROC-AUC").points}
    assert list(points) == [1, 2, 3, 4, 8]
    assert points[2].score == pytest.approx(0.85)
    # The first two splits score 0.05 above the mean of all.
    assert points[8].score == pytest.approx(0.6 - 0.05)


def test_ones_own_dimension_and_what_lies_below_it_are_measured_on_every_split_and_other_choices_on_the_first():
    result = gd.compare(block_model(5, 400), at=66, methods=["cv", "su", "minge"])
    near, beyond = result.covered
    dimensions = {row["method"]: row["dimension"] for row in result.selections}
    assert near.n_splits == result.scores.n_splits >= beyond.n_splits == 3
    assert {66, dimensions["su"]} <= set(near.dimensions.tolist())
    assert near.dimensions[-1] == 66 < dimensions["minge"] == beyond.dimensions[-1]
    assert all(row["deficit"] is not None for row in result.selections)
