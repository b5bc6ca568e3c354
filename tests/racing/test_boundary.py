"""The bounds of repeated looks, held to the multivariate normal distribution and to random walks."""

import numpy as np
import pytest
from race_simulation import false_claims_of_walks
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from graphdim.racing.boundary import nominal_levels
from graphdim.racing.terms import race_terms


def covariance(n_seeds):
    """Of standardised sums after 2, 3, … seeds."""
    seeds = np.arange(2, n_seeds + 1)
    return np.sqrt(np.minimum.outer(seeds, seeds) / np.maximum.outer(seeds, seeds))


@pytest.mark.parametrize("n_seeds", [3, 4])
@pytest.mark.parametrize("level", [0.4, 0.05, 0.007])
def test_every_look_spends_its_share(level, n_seeds):
    bounds = -ndtri(np.array(nominal_levels(level, n_seeds)))
    assert len(bounds) == n_seeds - 1
    for look in range(1, n_seeds):
        # SciPy integrates by random points; as many as here make its error smaller than 1e-7.
        walk = multivariate_normal(
            np.zeros(look), covariance(look + 1), seed=0, maxpts=10_000_000, abseps=1e-8, releps=1e-8
        )
        assert walk.cdf(bounds[:look]) == pytest.approx(1 - level * look / (n_seeds - 1), abs=1e-7)


def test_random_walks_cross_as_often_as_they_may():
    walks = np.random.default_rng(0).standard_normal((200_000, 10)).cumsum(axis=1) / np.sqrt(np.arange(1, 11))
    crossed = (walks[:, 1:] > -ndtri(np.array(nominal_levels(0.05, 10)))).any(axis=1).mean()
    assert crossed == pytest.approx(0.05, abs=0.002)


def test_later_looks_are_less_strict_and_all_are_stricter_than_one():
    levels = nominal_levels(0.05, 20)
    assert list(levels) == sorted(levels)
    assert levels[-1] < 0.05
    assert nominal_levels(0.05, 2) == pytest.approx((0.05,))


@pytest.mark.parametrize("n_candidates", [2, 3, 8])
@pytest.mark.parametrize("n_seeds", [3, 10])
def test_students_t_with_pooled_noise_keeps_the_level(n_candidates, n_seeds):
    terms = race_terms(range(1, n_candidates + 1), margin=1.0, level=0.05, max_seeds=n_seeds)
    assert false_claims_of_walks(n_candidates, n_seeds, terms.level_of_one, n_walks=20_000) <= terms.level
