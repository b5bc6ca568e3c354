r"""Logistic regression of two classes, small enough to need no package.

    minimise  ½ |w|² + Σ ln(1 + exp(-y (w · x / s + b))),   y = ±1,   s the root mean square of each column

The same problem as scikit-learn's, which is the oracle of the tests; columns are scaled so that the penalty does not
depend on how long the rows are. The intercept moves all scores alike, so ranks do not need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.floating[Any]]

__all__ = ["fit"]

MOST_STEPS = 200
LARGEST = float(np.finfo(np.float32).max)


def fit(positive: Matrix, negative: Matrix) -> NDArray[np.float64]:
    """The weights of the columns that tell positive rows from negative ones."""
    from scipy.optimize import minimize

    values = np.concatenate([positive, negative]).astype(np.float32)
    scale = np.sqrt(np.mean(np.square(values, dtype=np.float64), axis=0))
    scale[scale == 0] = 1.0
    values /= scale.astype(np.float32)
    signs = np.repeat(np.array([1, -1], dtype=np.float32), [len(positive), len(negative)])

    def objective(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        margins = signs * (values @ weights[:-1].astype(np.float32) + np.float32(weights[-1]))
        pull = signs * _sigmoid(-margins)
        gradient = np.append(weights[:-1] - values.T @ pull, -np.sum(pull, dtype=np.float64))
        loss = np.sum(np.logaddexp(0, -margins), dtype=np.float64)
        return 0.5 * float(weights[:-1] @ weights[:-1]) + float(loss), gradient

    start = np.zeros(values.shape[1] + 1)
    found = minimize(objective, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS, "ftol": 1e-7})
    weights = np.asarray(found.x[:-1] / scale, dtype=np.float64)
    # Products so small are lost in the rounding of the others, and their weights would not fit into float32.
    return np.where(np.abs(weights) > LARGEST, 0.0, weights)


def _sigmoid(values: Matrix) -> Matrix:
    """1 / (1 + exp(-x)), by the side of it that cannot overflow."""
    from scipy.special import expit

    return np.asarray(expit(values))
