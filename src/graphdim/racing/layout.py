r"""Scores as a two-way layout: what a dimension adds, what a seed adds, and the noise that is left.

    score(dimension, seed) = μ_dimension + b_seed + noise

Least squares over the cells that are filled; b_seed is what a seed does to every dimension alike, such as an easy
split. The noise is pooled over all dimensions and seeds,

    s² = Σ residual² / ν,      ν = cells - dimensions - seeds + 1,   which is (k - 1)(n - 1) for a full layout,

so that two seeds of eight dimensions give seven degrees of freedom where one pair of dimensions gives one. Differences
of two dimensions are means over the seeds that both have, in which b_seed cancels. Feeds noise and verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

__all__ = ["Layout", "fit"]

DUST = 1e-12  # what rounding leaves of a residual of zero, as a share of the scores


@dataclass(frozen=True, slots=True)
class Layout:
    """What the scores say, before any judgement.

    `means` are adjusted for the seeds that a dimension had; NaN for one without a score. `shared` and `gaps` are over
    pairs: the seeds that both have, and how far the row's dimension is above the column's; `variances` says how much
    that difference varies over them, 0 for fewer than two. `freedom` below 1 means that there is no `deviation` yet.
    """

    scores: Matrix
    means: Matrix
    effects: Matrix
    deviation: float
    freedom: int
    shared: NDArray[np.int64]
    gaps: Matrix
    variances: Matrix


def fit(scores: Matrix) -> Layout:
    """The layout of a table with a row per dimension, a column per seed, and NaN in cells that are empty.

    >>> round(fit(np.array([[0.70, 0.72], [0.80, 0.84]])).deviation, 4)
    0.01
    """
    filled = (~np.isnan(scores)).astype(np.float64)
    values = np.where(filled > 0, scores, 0.0)
    shared = filled @ filled.T
    gaps = (values @ filled.T - filled @ values.T) / np.maximum(shared, 1)
    means, effects = _additive(values, filled)
    residuals = filled * (values - means[:, None] - effects)
    freedom = int(filled.sum() - filled.any(axis=1).sum() - filled.any(axis=0).sum() + filled.any())
    means[~filled.any(axis=1)] = np.nan
    dust = DUST * float(np.abs(values).max())
    deviation = _deviation(residuals, freedom, dust)
    variances = _variances(residuals, filled, shared, dust)
    return Layout(scores, means, effects, deviation, freedom, shared.astype(np.int64), gaps, variances)


def _additive(values: Matrix, filled: Matrix) -> tuple[Matrix, Matrix]:
    """The least-squares means of rows and effects of columns; the dimensions are eliminated, the seeds solved for."""
    row_counts, column_counts = np.maximum(filled.sum(axis=1), 1), filled.sum(axis=0)
    system = np.diag(column_counts) - filled.T @ (filled / row_counts[:, None])
    right = values.sum(axis=0) - filled.T @ (values.sum(axis=1) / row_counts)
    # Effects are known up to a constant: the shortest solution is the one that sums to zero.
    effects = np.linalg.lstsq(system, right, rcond=None)[0]
    return (values.sum(axis=1) - filled @ effects) / row_counts, effects


def _deviation(residuals: Matrix, freedom: int, dust: float) -> float:
    if freedom < 1:
        return float("nan")
    deviation = float(np.sqrt((residuals**2).sum() / freedom))
    return deviation if deviation > dust else 0.0


def _variances(residuals: Matrix, filled: Matrix, shared: Matrix, dust: float) -> Matrix:
    """The variance of the differences of each pair over its shared seeds; residuals lose fewer digits than scores."""
    sums = residuals @ filled.T - filled @ residuals.T
    squares = residuals**2 @ filled.T + filled @ (residuals**2).T - 2 * residuals @ residuals.T
    variances: Matrix = (squares - sums**2 / np.maximum(shared, 1)) / np.maximum(shared - 1, 1)
    return np.where(variances > dust**2, variances, 0.0)
