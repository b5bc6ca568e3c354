r"""What scores of links and of labels share: rows of norm 1, the ROC-AUC, and how far that one strays by chance.

ROC-AUC = P(a positive scores above a negative), ties count half        σ = √((p + n + 1) / 12 p n)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["deviation_of_chance", "roc_auc", "unit_rows"]


def unit_rows(rows: NDArray[Any]) -> NDArray[Any]:
    """Rows of norm 1; rows of zeros stay as they are.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    units: NDArray[Any] = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return units


def roc_auc(positive: NDArray[Any], negative: NDArray[Any]) -> float:
    """The probability that a positive outranks a negative; ties count half.

    >>> roc_auc(np.array([0.35, 0.8]), np.array([0.1, 0.4]))
    0.75
    """
    ranked = np.sort(negative)
    below = np.searchsorted(ranked, positive, side="left") + np.searchsorted(ranked, positive, side="right")
    return float(below.mean() / (2 * len(negative)))


def deviation_of_chance(n_positive: float, n_negative: float) -> float:
    """The standard deviation of the ROC-AUC of scores that mean nothing, after Mann and Whitney.

    >>> round(deviation_of_chance(500, 500), 4)
    0.0183
    """
    return math.sqrt((n_positive + n_negative + 1) / (12 * n_positive * n_negative))
