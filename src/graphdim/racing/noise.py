r"""The noise of each pair of dimensions: its own, held up by a little of what all dimensions show together.

    V(d, j) = (w · 2 s² + (n - 1) · v(d, j)) / (w + n - 1),      ν(d, j) = w + n - 1,      w = 2 at most

v(d, j) is the variance of the n paired differences and s² the pooled variance. Some dimensions are noisier than others,
so the pooled variance alone makes false claims; the pair's own alone needs many seeds. Two degrees of freedom
of the pooled variance are what benchmarks/race_simulation.py allows. The pair is part of the pool, and is not counted
twice: with two candidates w is 0.

Two contenders borrow from contenders alone: dimensions that fall far short of the best are often the noisiest, and
would hold up those that are left. Reads a layout; feeds verdict and certainty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from graphdim.racing.layout import fit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.layout import Layout
    from graphdim.racing.terms import RaceTerms

    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

__all__ = ["BORROWED", "PairNoise", "contenders", "is_steady", "pair_noise", "steady_level"]

CLEARLY = 0.975  # one-sided, of the test that a dimension falls far short
BORROWED = 2  # degrees of freedom of the pooled variance that count for a pair


@dataclass(frozen=True, slots=True)
class PairNoise:
    """Over pairs: the variance of a difference with one seed, and its degrees of freedom."""

    variances: Matrix
    freedoms: Matrix


def pair_noise(layout: Layout, margin: float) -> PairNoise:
    """The noise of each pair; the layout must have a degree of freedom.

    >>> noise = pair_noise(fit(np.array([[0.70, 0.72], [0.80, 0.84]])), margin=0.01)
    >>> round(float(noise.variances[0, 1]), 6), float(noise.freedoms[0, 1])
    (0.0002, 1.0)
    """
    own = np.maximum(layout.shared - 1, 0).astype(np.float64)
    among = contenders(layout, margin)
    inner = fit(layout.scores[among])
    both = np.outer(among, among) & (inner.freedom >= 1)
    pooled = np.where(both, inner.deviation, layout.deviation) ** 2
    borrowed = np.clip(np.where(both, inner.freedom, layout.freedom) - own, 0, BORROWED)
    freedoms = borrowed + own
    return PairNoise((borrowed * 2 * pooled + own * layout.variances) / freedoms, freedoms)


def contenders(layout: Layout, margin: float) -> Flags:
    """The dimensions that a plain t test does not put more than the margin below the best.

    The test takes the noise of those that are still in, so that one that falls out may take others with it.

    >>> contenders(fit(np.array([[0.40, 0.52], [0.901, 0.903], [0.902, 0.902]])), margin=0.01).tolist()
    [False, True, True]
    """
    best = int(np.nanargmax(layout.means))
    among = np.isfinite(layout.means)
    inner = layout
    while inner.freedom >= 1:
        half = stdtrit(inner.freedom, CLEARLY) * inner.deviation * np.sqrt(2 / np.maximum(layout.shared[best], 1))
        still = among & (layout.gaps[best] <= margin + half)
        if (still == among).all():
            break
        among = still
        inner = fit(layout.scores[among])
    return among


def steady_level(n_shared: NDArray[np.int64], terms: RaceTerms) -> Matrix:
    """The level of the race at which so many equal differences of a pair show that it has no noise.

    A sign test: n - 1 residuals of zero have the chance 2^-(n-1), for each candidate. Looking after every seed costs
    nothing here, since n differences are equal only if the first n - 1 were.
    """
    return np.asarray(len(terms.dimensions) * 0.5 ** (n_shared - 1.0), dtype=np.float64)


def is_steady(n_shared: NDArray[np.int64], terms: RaceTerms) -> Flags:
    """Whether so many equal differences suffice.

    >>> from graphdim.racing.terms import race_terms
    >>> is_steady(np.array([2, 8, 9]), race_terms([4, 8, 16, 32, 64, 128, 256], 0.01, 0.05, 10)).tolist()
    [False, False, True]
    """
    flags: Flags = steady_level(n_shared, terms) <= terms.level
    return flags
