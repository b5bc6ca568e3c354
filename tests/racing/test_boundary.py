"""The bounds of repeated looks, held to the multivariate normal distribution and to random walks."""

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from graphdim.racing.boundary import nominal_levels


def covariance(n_looks):
    """Of standardised sums at looks 1, 2, …"""
    looks = np.arange(1, n_looks + 1)
    return np.sqrt(np.minimum.outer(looks, looks) / np.maximum.outer(looks, looks))


@pytest.mark.parametrize("n_looks", [2, 3])
@pytest.mark.parametrize("level", [0.4, 0.05, 0.007])
def test_every_look_spends_its_share(level, n_looks):
    bounds = -ndtri(np.array(nominal_levels(level, n_looks)))
    for look in range(1, n_looks + 1):
        below = multivariate_normal(np.zeros(look), covariance(look)).cdf(bounds[:look])
        assert below == pytest.approx(1 - level * look / n_looks, abs=1e-5)


def test_random_walks_cross_as_often_as_they_may():
    walks = np.random.default_rng(0).standard_normal((200_000, 10)).cumsum(axis=1) / np.sqrt(np.arange(1, 11))
    crossed = (walks > -ndtri(np.array(nominal_levels(0.05, 10)))).any(axis=1).mean()
    assert crossed == pytest.approx(0.05, abs=0.002)


def test_later_looks_are_less_strict_and_all_are_stricter_than_one():
    levels = nominal_levels(0.05, 20)
    assert list(levels) == sorted(levels)
    assert levels[-1] < 0.05
    assert nominal_levels(0.05, 1) == pytest.approx((0.05,))
