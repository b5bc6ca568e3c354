"""The bounds of repeated looks, held to the multivariate normal distribution and to random walks."""

import numpy as np
import pytest
from scipy.special import ndtri, stdtrit
from scipy.stats import multivariate_normal

from graphdim.racing.boundary import nominal_levels
from graphdim.racing.question import ask


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
        below = multivariate_normal(np.zeros(look), covariance(look + 1)).cdf(bounds[:look])
        assert below == pytest.approx(1 - level * look / (n_seeds - 1), abs=1e-5)


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
    """All candidates lie just below the margin, every look is taken, and nothing stops early."""
    question = ask(range(1, n_candidates + 1), margin=1.0, level=0.05, max_seeds=n_seeds)
    noise = np.random.default_rng(4).standard_normal((20_000, n_candidates, n_seeds))
    claimed = np.zeros(len(noise), dtype=bool)
    for seeds, level in enumerate(nominal_levels(question.level_of_one, n_seeds), start=2):
        part = noise[:, :, :seeds]
        means = part.mean(axis=2)
        residuals = part - means[..., None] - part.mean(axis=1, keepdims=True) + part.mean(axis=(1, 2), keepdims=True)
        freedom = (n_candidates - 1) * (seeds - 1)
        errors = np.sqrt((residuals**2).sum(axis=(1, 2)) / freedom * 2 / seeds)
        gaps = means[:, 1:] - means[:, :1]
        claimed |= (gaps > -stdtrit(freedom, level) * errors[:, None]).any(axis=1)
    assert claimed.mean() <= 0.05
