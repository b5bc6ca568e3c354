r"""How good predictions are.

accuracy           the share of right answers
ROC-AUC            P(a positive scores above a negative), ties count half
average precision  Σ (recall step) · precision, over the distinct scores of positives from the highest down

The rankings sort positives and negatives apart, and look the ones up among the others.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["accuracy", "average_precision", "roc_auc"]


def accuracy(predicted: NDArray[Any], labels: NDArray[Any]) -> float:
    """The share of labels that were predicted.

    >>> accuracy(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0]))
    0.75
    """
    return float(np.mean(predicted == labels))


def roc_auc(scores: NDArray[Any], positive: NDArray[np.bool_]) -> float:
    """The probability that a positive outranks a negative; not a number where a score is none.

    >>> roc_auc(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    0.75
    """
    if np.isnan(scores).any():
        return math.nan
    above, below = np.sort(scores[positive]), np.sort(scores[~positive])
    # Each positive outranks the negatives to its left and half of those that it ties with. One division, where the
    # measure of embeddings has two: their last digits differ, and ledgers hold both.
    outranked = sum(int(np.searchsorted(below, above, side=side).sum()) for side in ("left", "right")) / 2
    return outranked / (len(above) * len(below))


def average_precision(scores: NDArray[Any], positive: NDArray[np.bool_]) -> float:
    """The area below the steps of precision over recall.

    >>> round(average_precision(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])), 4)
    0.8333
    """
    above, below = np.sort(scores[positive]), np.sort(scores[~positive])
    # Equal scores enter together: the first of each run, in ascending order, is a threshold.
    first = np.flatnonzero(np.append(True, above[1:] != above[:-1]))[::-1]
    hits = len(above) - first
    false_hits = len(below) - np.searchsorted(below, above[first])
    recall_steps = np.diff(hits, prepend=0) / len(above)
    return float(np.sum(recall_steps * hits / (hits + false_hits)))
