r"""The noise of each pair of dimensions: its own, held up by a little of what all dimensions show together.

    V(d, j) = (w · 2 s² + (n - 1) · v(d, j)) / (w + n - 1),      ν(d, j) = w + n - 1,      w = 2 at most

v(d, j) is the variance of the n paired differences and s² the pooled variance. Some dimensions are noisier than others,
so the pooled variance alone makes false claims; the pair's own alone needs many seeds. Two degrees of freedom
of the pooled variance are what benchmarks/race_simulation.py allows. The pair is part of the pool, and is not counted
twice: with two candidates w is 0. Reads a layout; feeds verdict and certainty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.layout import Layout
    from graphdim.racing.question import Question

    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

__all__ = ["BORROWED", "PairNoise", "is_steady", "pair_noise", "steady_level"]

BORROWED = 2  # degrees of freedom of the pooled variance that count for a pair


@dataclass(frozen=True, slots=True)
class PairNoise:
    """Over pairs: the variance of a difference with one seed, and its degrees of freedom."""

    variances: Matrix
    freedoms: Matrix


def pair_noise(layout: Layout) -> PairNoise:
    """The noise of each pair; the layout must have a degree of freedom.

    >>> from graphdim.racing.layout import fit
    >>> noise = pair_noise(fit(np.array([[0.70, 0.72], [0.80, 0.84]])))
    >>> round(float(noise.variances[0, 1]), 6), float(noise.freedoms[0, 1])
    (0.0002, 1.0)
    """
    own = np.maximum(layout.shared - 1, 0).astype(np.float64)
    borrowed = np.clip(layout.freedom - own, 0, BORROWED)
    freedoms = borrowed + own
    mixed = borrowed * 2 * layout.deviation**2 + own * layout.variances
    return PairNoise(mixed / freedoms, freedoms)


def steady_level(n_shared: NDArray[np.int64], question: Question) -> Matrix:
    """The level of the race at which so many equal differences of a pair show that it has no noise.

    A sign test: n - 1 residuals of zero have the chance 2^-(n-1), for each candidate. Looking after every seed costs
    nothing here, since n differences are equal only if the first n - 1 were.
    """
    return np.asarray(len(question.dimensions) * 0.5 ** (n_shared - 1.0), dtype=np.float64)


def is_steady(n_shared: NDArray[np.int64], question: Question) -> Flags:
    """Whether so many equal differences suffice.

    >>> from graphdim.racing.question import ask
    >>> is_steady(np.array([2, 8, 9]), ask([4, 8, 16, 32, 64, 128, 256], 0.01, 0.05, 10)).tolist()
    [False, False, True]
    """
    flags: Flags = steady_level(n_shared, question) <= question.level
    return flags
