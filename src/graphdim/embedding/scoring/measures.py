"""What scores of links and of labels share: rows of norm 1, and the ROC-AUC.

ROC-AUC = P(a positive scores above a negative), ties count half
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["roc_auc", "unit_rows"]


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
