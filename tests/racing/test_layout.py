"""Means, noise and paired differences of a two-way layout, held to least squares by the book."""

import numpy as np
import pytest

from graphdim.racing.layout import fit
from graphdim.racing.noise import BORROWED, pair_noise


def by_the_book(scores):
    """Residual deviation and means by a design matrix of dummies."""
    rows, columns = np.nonzero(~np.isnan(scores))
    design = np.hstack([np.eye(scores.shape[0])[rows], np.eye(scores.shape[1])[columns]])
    solution, *_ = np.linalg.lstsq(design, scores[rows, columns], rcond=None)
    residuals = scores[rows, columns] - design @ solution
    freedom = len(rows) - np.linalg.matrix_rank(design)
    return np.sqrt((residuals**2).sum() / freedom), freedom, solution[: scores.shape[0]]


@pytest.mark.parametrize("seeds", [[4, 4, 4], [2, 5, 3], [1, 2, 5], [5, 1, 1]])
def test_any_filling_is_fitted_by_least_squares(seeds):
    scores = np.random.default_rng(1).normal(0.8, 0.02, (3, 5))
    for row, count in enumerate(seeds):
        scores[row, count:] = np.nan
    layout = fit(scores)
    if layout.freedom < 1:
        assert np.isnan(layout.deviation)
        return
    deviation, freedom, means = by_the_book(scores)
    assert (layout.deviation, layout.freedom) == (pytest.approx(deviation), freedom)
    assert np.diff(layout.means) == pytest.approx(np.diff(means))


def test_a_full_layout_has_the_freedom_of_the_formula():
    assert fit(np.random.default_rng(0).normal(size=(8, 5))).freedom == 7 * 4


def test_what_a_seed_does_to_all_changes_nothing():
    scores = np.random.default_rng(2).normal(size=(4, 3))
    shifted = scores + np.array([5.0, -3.0, 100.0])
    assert fit(shifted).deviation == pytest.approx(fit(scores).deviation)
    assert fit(shifted).gaps == pytest.approx(fit(scores).gaps)


def test_differences_are_over_the_shared_seeds():
    layout = fit(np.array([[1.0, 2.0, 3.0], [0.5, 1.0, np.nan], [np.nan, np.nan, np.nan]]))
    assert layout.shared.tolist() == [[3, 2, 0], [2, 2, 0], [0, 0, 0]]
    assert layout.gaps[0, 1] == pytest.approx(0.75)
    assert layout.gaps[1, 0] == pytest.approx(-0.75)
    assert np.isnan(layout.means[2])


def test_rounding_is_not_noise():
    scores = np.array([[0.1], [0.2], [0.3]]) + np.array([0.0, 0.1, 0.7])
    assert fit(scores).deviation == 0.0


def test_variances_are_those_of_the_paired_differences():
    scores = np.random.default_rng(3).normal(0.8, 0.02, (3, 6))
    scores[1, 4:] = np.nan
    variances = fit(scores).variances
    assert variances[0, 1] == pytest.approx(np.var(scores[0, :4] - scores[1, :4], ddof=1))
    assert variances[2, 0] == pytest.approx(np.var(scores[0] - scores[2], ddof=1))


def test_a_noisy_pair_is_not_taken_for_a_quiet_one():
    scores = np.random.default_rng(4).normal(size=(8, 6)) * np.array([5.0] + [1.0] * 7)[:, None]
    noise = pair_noise(fit(scores), 0.01)
    assert noise.freedoms[0, 1] == 5 + BORROWED
    assert noise.variances[0, 1] > 3 * noise.variances[2, 3]


@pytest.mark.parametrize(("n_dimensions", "borrowed"), [(2, 0), (3, 1), (8, BORROWED)])
def test_the_pair_is_not_counted_twice(n_dimensions, borrowed):
    noise = pair_noise(fit(np.random.default_rng(5).normal(size=(n_dimensions, 2))), 0.01)
    assert noise.freedoms[0, 1] == 1 + borrowed
