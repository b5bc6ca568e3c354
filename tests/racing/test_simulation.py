"""Races on simulated objectives with known means: error, cost and success, on every curve and kind of noise."""

from collections import defaultdict

import numpy as np
import pytest
from race_simulation import CURVES, DIMENSIONS, DISTINCT, NOISES, TERMS, average, cases, full_grid, raced

import graphdim as gd

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def outcomes():
    return [raced(case) for case in cases(CURVES, NOISES, 12, seed=20)]


def test_false_claims_are_rare_and_trainings_few(outcomes):
    false, trainings, _, near, _ = average(outcomes)
    assert false <= 0.05
    assert trainings <= TERMS.size * 0.4
    assert near >= 0.65


def test_no_shape_of_the_curve_misleads_it(outcomes):
    curves = defaultdict(list)
    for each in outcomes:
        curves[each.case.curve].append(each)
    assert curves.keys() == CURVES.keys()
    for group in curves.values():
        assert average(group)[0] <= 0.05
    assert average(curves["peaked"])[3] >= 0.9


@pytest.mark.parametrize("noise", DISTINCT)
def test_the_least_favourable_case_keeps_the_level(noise):
    false = average(raced(case) for case in cases(["cliff"], [noise], 150, seed=7))[0]
    assert false <= 0.05


def test_it_takes_a_fraction_of_the_full_grid(outcomes):
    assert average(full_grid(each.case) for each in outcomes)[1] == TERMS.size


def test_the_simulation_decides_as_race_does():
    rows = {dimension: row for row, dimension in enumerate(DIMENSIONS)}
    for case in cases(CURVES, ["heavy, shared"], 1, seed=5):
        result = gd.race(lambda dimension, seed, case=case: case.scores[rows[dimension], seed], DIMENSIONS)
        simulated = raced(case)
        assert result.n_trainings == simulated.n_trainings
        assert result.dimension == (None if simulated.answer is None else DIMENSIONS[simulated.answer])
        assert np.isclose(result.scores[~np.isnan(result.scores)].sum(), sum(each.score for each in result.trainings))
