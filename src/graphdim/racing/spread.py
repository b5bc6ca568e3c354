r"""How much the score of a dimension varies from seed to seed, with what a seed does to every dimension alike.

    V(d) = (w · s² + (n - 1) · v(d)) / (w + n - 1),      ν(d) = w + n - 1,      w = 2 at most

v(d) is the variance of the n scores of a dimension and s² that of all dimensions around their means. As in `noise`, a
dimension has its own and borrows a little. What can be borrowed is told by Satterthwaite's degrees of freedom of s²:
where dimensions rise and fall with the seed together, k of them tell no more than one. Comparisons are paired and do
not need this: it is for the intervals of the curve, which hold for further seeds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphdim.racing.noise import BORROWED
from graphdim.racing.terms import FEWEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.layout import Layout

    Values = NDArray[np.float64]

__all__ = ["Spread", "spread_of"]


class Spread(NamedTuple):
    """For each dimension: the variance of its score with one seed, and its degrees of freedom, 0 for an unknown one."""

    variances: Values
    freedoms: Values


def spread_of(layout: Layout) -> Spread:
    """The spread of every dimension of a layout.

    >>> from graphdim.racing.layout import fit
    >>> spread = spread_of(fit(np.array([[0.70, 0.80], [0.80, 0.90]])))  # the seed alone matters
    >>> spread.variances.round(4).tolist(), spread.freedoms.round(4).tolist()
    ([0.005, 0.005], [1.0, 1.0])
    """
    filled = ~np.isnan(layout.scores)
    counts = filled.sum(axis=1)
    own = np.maximum(counts - 1, 0).astype(np.float64)
    means = np.where(filled, layout.scores, 0.0).sum(axis=1) / np.maximum(counts, 1)
    squares = np.where(filled, layout.scores - means[:, None], 0.0) ** 2
    pooled = float(squares.sum() / max(own.sum(), 1.0))
    borrowed = np.clip(_freedom(layout, pooled) - own, 0.0, BORROWED)
    freedoms = borrowed + own
    return Spread((borrowed * pooled + squares.sum(axis=1)) / np.maximum(freedoms, 1e-300), freedoms)


def _freedom(layout: Layout, pooled: float) -> float:
    """Satterthwaite's degrees of freedom of the pooled variance, a part of which all dimensions share."""
    filled = ~np.isnan(layout.scores)
    n_seeds = int(filled.any(axis=0).sum())
    if n_seeds < FEWEST or pooled == 0.0:
        return max(n_seeds - 1.0, 0.0)
    n_each = filled.sum() / n_seeds  # dimensions with a seed, on average
    noise = layout.deviation**2 if layout.freedom >= 1 else 0.0
    apart = min(noise * (1 - 1 / n_each), pooled)
    together = pooled - apart
    loss = together**2 / (n_seeds - 1)
    if apart:
        loss += apart**2 / ((n_each - 1) * (n_seeds - 1))
    return float(pooled**2 / loss)
