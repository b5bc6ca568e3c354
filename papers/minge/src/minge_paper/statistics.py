r"""How sure is a score? Means with their intervals, and differences paired over shared seeds.

    mean ± t(0.975, n - 1) · s / √n        difference: the same over the pairs score_a(seed) - score_b(seed)

Within noise of the best: the paired t test against the dimension with the highest mean does not reject at 5 %, the
p-values of a row corrected by Holm. Differences that are all equal, as a small test set gives them, have no t and no
interval; the sign test takes its place, in which n seeds that agree have p = 2^(1 - n). With few seeds these tests are
blind to large differences, so a row is also asked whether its dimension matters at all, by Friedman's test over all
dimensions with seeds as blocks. Its p-value is counted over permutations: the usual χ² almost never rejects with two or
three seeds.

Regret: how far the mean of a choice lies below that of the best. It is never negative, since the best is picked on the
same seeds; where all dimensions are equally good it still shows the luck of the best.
Plain numbers in, plain numbers out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr, stdtrit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LEVEL", "Comparison", "Difference", "Mean", "compare", "holm", "mean_of", "paired", "regret", "stricter"]

LEVEL = 0.05
FEWEST = 2  # one score has no spread
RANKED = 3  # dimensions that Friedman's test takes at least
PERMUTATIONS = 9_999


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard deviation, None for a single score, and its 95 % interval, None for equal scores too."""

    mean: float
    deviation: float | None
    seeds: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of paired differences, its 95 % interval, and the p-value of the paired t test.

    Equal differences have no interval, and the p-value of the sign test; a single one has neither.
    """

    mean: float
    seeds: int
    low: float | None
    high: float | None
    p_value: float | None

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the test rejects that there is no difference; `mean` has its sign."""
        return self.p_value is not None and self.p_value < LEVEL


@dataclass(frozen=True, slots=True)
class Comparison:
    """One row of a table: every dimension against the best, over the seeds that all of them share.

    `within_noise` is None when fewer than two seeds are shared: then nothing can be said. `any_difference` is the
    p-value of Friedman's test that the dimension does not matter; None for fewer than three dimensions.
    """

    seeds: tuple[int, ...]
    best: int
    within_noise: tuple[int, ...] | None
    p_values: Mapping[int, float]
    any_difference: float | None

    @property
    def matters(self) -> bool:
        """Whether the scores differ between dimensions at all, beyond noise."""
        return self.any_difference is not None and self.any_difference < LEVEL

    @property
    def smallest(self) -> int | None:
        """The smallest dimension within noise of the best."""
        return min(self.within_noise) if self.within_noise else None


def mean_of(scores: Sequence[float]) -> Mean:
    """Mean, deviation and interval of one cell.

    >>> mean_of([0.8, 0.9, 1.0])  # doctest: +ELLIPSIS
    Mean(mean=0.9..., deviation=0.0999..., seeds=3, low=0.65..., high=1.14...)
    """
    values = np.asarray(scores, dtype=np.float64)
    if len(values) < FEWEST:
        return Mean(float(values.mean()), None, len(values), None, None)
    deviation = float(values.std(ddof=1))
    low, high = _interval(values)
    return Mean(float(values.mean()), deviation, len(values), low, high)


def paired(a: Mapping[int, float], b: Mapping[int, float]) -> Difference | None:
    """The score of `a` over that of `b`, seed by seed; None if they share no seed.

    >>> paired({0: 0.9, 1: 0.8}, {0: 0.8, 1: 0.7}).mean  # doctest: +ELLIPSIS
    0.1...
    """
    shared = sorted(a.keys() & b.keys())
    if not shared:
        return None
    gaps = np.array([a[seed] - b[seed] for seed in shared])
    if len(gaps) < FEWEST:
        return Difference(float(gaps.mean()), len(gaps), None, None, None)
    low, high = _interval(gaps)
    return Difference(float(gaps.mean()), len(gaps), low, high, _p_value(gaps))


def holm(p_values: Mapping[int, float]) -> dict[int, float]:
    """Holm's correction: the k-th smallest of m times m - k + 1, never falling, at most 1.

    >>> holm({20: 0.01, 40: 0.04, 60: 0.03})
    {20: 0.03, 60: 0.06, 40: 0.06}
    """
    corrected: dict[int, float] = {}
    highest = 0.0
    for rank, key in enumerate(sorted(p_values, key=p_values.__getitem__)):
        highest = max(highest, min(1.0, p_values[key] * (len(p_values) - rank)))
        corrected[key] = highest
    return corrected


def compare(row: Mapping[int, Mapping[int, float]]) -> Comparison | None:
    """Which dimensions are within noise of the best; `row` maps dimension to seed to score.

    >>> row = {16: {0: 0.70, 1: 0.72, 2: 0.71}, 32: {0: 0.80, 1: 0.83, 2: 0.81}, 64: {0: 0.81, 1: 0.82, 2: 0.82}}
    >>> compare(row).within_noise
    (32, 64)
    """
    trained = {dimension: scores for dimension, scores in row.items() if scores}
    shared = sorted(set.intersection(*(set(scores) for scores in trained.values()))) if trained else []
    if not shared:
        return None
    means = {dimension: math.fsum(scores[seed] for seed in shared) for dimension, scores in trained.items()}
    # Of two equally good dimensions the smaller one is the better.
    best = min(means, key=lambda dimension: (-means[dimension], dimension))
    if len(shared) < FEWEST:
        return Comparison(tuple(shared), best, None, {}, None)
    gaps = {other: np.array([trained[best][seed] - trained[other][seed] for seed in shared]) for other in trained}
    corrected = holm({other: _p_value(gap) for other, gap in gaps.items() if other != best})
    within = sorted([best, *(other for other, p_value in corrected.items() if p_value >= LEVEL)])
    return Comparison(tuple(shared), best, tuple(within), corrected, _any_difference(trained, shared))


def regret(row: Mapping[int, Mapping[int, float]], comparison: Comparison | None, choice: int) -> Difference | None:
    """How far `choice` lies below the best dimension, over the seeds of the comparison; None if it was not tried."""
    if comparison is None or choice not in row:
        return None
    best, chosen = (
        {seed: row[dimension][seed] for seed in comparison.seeds if seed in row[dimension]}
        for dimension in (comparison.best, choice)
    )
    return paired(best, chosen)


def stricter(seeds: int, n_tests: int) -> float:
    """How many times wider than an interval a difference must be for the first of so many tests to see it.

    >>> round(stricter(3, 8), 1), round(stricter(10, 8), 1)
    (2.9, 1.6)
    """
    usual, corrected = (float(stdtrit(seeds - 1, 1 - LEVEL / 2 / n)) for n in (1, n_tests))
    return corrected / usual


def _any_difference(row: Mapping[int, Mapping[int, float]], seeds: Sequence[int]) -> float | None:
    """Friedman's test: are the dimensions ranked alike by every seed, more than when each seed shuffles its ranks?"""
    from scipy.stats import rankdata

    if len(row) < RANKED:
        return None
    ranks = rankdata([[round(by_seed[seed], 9) for by_seed in row.values()] for seed in seeds], axis=1)
    shuffled = np.random.default_rng(0).permuted(np.broadcast_to(ranks, (PERMUTATIONS, *ranks.shape)), axis=2)
    # Sums of squared sums of ranks grow with Friedman's statistic; ranks are halves at least, so these are exact.
    found, by_chance = ((each.sum(axis=-2) ** 2).sum(axis=-1) for each in (ranks, shuffled))
    return float((1 + (by_chance >= found).sum()) / (1 + PERMUTATIONS))


def _interval(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float] | tuple[None, None]:
    """The 95 % interval of the mean by Student's t; none for equal values, whose spread nobody knows."""
    n, mean, error = len(values), float(values.mean()), _error(values)
    if not error:
        return None, None
    half = float(stdtrit(n - 1, 1 - LEVEL / 2)) * error
    return mean - half, mean + half


def _error(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """The standard error of the mean; equal values leave rounding dust in it, which counts as 0."""
    error = float(values.std(ddof=1)) / math.sqrt(len(values))
    return 0.0 if error <= 1e-12 * max(1.0, abs(float(values.mean()))) else error


def _p_value(gaps: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Two-sided p-value of the paired t test; of the sign test for equal differences."""
    n, mean, error = len(gaps), float(gaps.mean()), _error(gaps)
    if not error:
        return 1.0 if abs(mean) <= 1e-12 else 2.0 ** (1 - n)  # noqa: PLR2004 - the same dust
    return float(2 * stdtr(n - 1, -abs(mean) / error))
