r"""How good predictions are.

accuracy           the share of right answers
ROC-AUC            P(a positive scores above a negative), ties count half: from the ranks r of the positives,
                   (Σ r - P(P + 1)/2) / (P·N)
average precision  Σ (recall step) · precision, over the distinct scores from the highest down
"""

from __future__ import annotations

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
    """The probability that a positive outranks a negative.

    >>> roc_auc(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True]))
    0.75
    """
    from scipy.stats import rankdata

    n_positive = int(np.count_nonzero(positive))
    n_negative = len(positive) - n_positive
    rank_sum = float(rankdata(scores)[positive].sum())
    return (rank_sum - n_positive * (n_positive + 1) / 2) / (n_positive * n_negative)


def average_precision(scores: NDArray[Any], positive: NDArray[np.bool_]) -> float:
    """The area below the steps of precision over recall.

    >>> round(average_precision(np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])), 4)
    0.8333
    """
    order = np.argsort(-scores, kind="stable")
    ranked, hits = scores[order], np.cumsum(positive[order])
    # Equal scores enter together: only the last of each run is a threshold.
    last = np.append(np.flatnonzero(np.diff(ranked)), len(ranked) - 1)
    precision = hits[last] / (last + 1)
    recall_steps = np.diff(hits[last], prepend=0) / hits[-1]
    return float(np.sum(recall_steps * precision))
