"""What a handful of graphs can show: an interval of their mean that is wide enough for few, and an exact test.

    interval  the percentile bootstrap, at levels Φ(∓ √(n / (n - 1)) t) instead of 2.5 and 97.5 %: plain percentiles of
              few values are too narrow (Hesterberg, 2015, "expanded percentile interval"); none for fewer than
              eight graphs, or where all values are equal
    p-value   the share of the 2ⁿ ways to flip the signs of the differences whose mean is at least as far from zero

Measured: an interval holds the truth in 91 % of samples from an exponential distribution over eight graphs, in 92 %
over fifteen; in 87 and 88 % if half of the values are zero. With five graphs the smallest p-value is 0.06: fewer than
six never decide anything.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, stdtrit

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

__all__ = ["FEWEST_FOR_INTERVAL", "LEVEL", "interval_of", "p_value"]

FEWEST_FOR_INTERVAL = 8
LEVEL = 0.05
DRAWS = 4000
EXACT = 15  # graphs; beyond, signs are drawn


def interval_of(points: Collection[float]) -> tuple[float, float] | None:
    """The 95 % interval of the mean over graphs; None where they are too few for one, or all equal.

    >>> interval_of([0.0, 1.0, 2.0]), interval_of([1.0] * 8)
    (None, None)
    """
    n = len(points)
    if n < FEWEST_FOR_INTERVAL or len(set(points)) == 1:
        return None
    tail = float(ndtr(math.sqrt(n / (n - 1)) * stdtrit(n - 1, LEVEL / 2)))
    drawn = np.random.default_rng(0).choice(np.array(list(points)), (DRAWS, n)).mean(axis=1)
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)


def p_value(differences: Collection[float]) -> float:
    """Whether differences are as often above zero as below: two-sided, exact for up to fifteen graphs.

    >>> p_value([1.0, 2.0, 3.0]), p_value([0.0, 0.0]), p_value([1.0] * 8)
    (0.25, 1.0, 0.0078125)
    """
    gaps = np.array(list(differences), float)
    n = len(gaps)
    signs = _every_sign(n) if n <= EXACT else np.random.default_rng(0).choice([-1.0, 1.0], (2**EXACT, n))
    # A hair of room: sums of the same numbers in another order differ in the last bit.
    return float(np.mean(np.abs(signs @ gaps) >= abs(gaps.sum()) * (1 - 1e-9)))


def _every_sign(n: int) -> NDArray[np.float64]:
    return np.where(np.arange(2**n)[:, None] >> np.arange(n) & 1, -1.0, 1.0)
