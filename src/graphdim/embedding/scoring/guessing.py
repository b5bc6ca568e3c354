r"""What guesses score on splits of one graph, and how far chance alone may lift the best of many dimensions above that.

    better than guessing: mean score(best) > guess + 2.5 σ √(1/n + (1 - 1/n) ρ),   σ of guesses on one of n splits
    accuracy of naming the largest class, a share g of N nodes                     σ = √(g (1 - g) / N)
    ROC-AUC of scores that mean nothing, 0.5                                       σ = √((p + q + 1) / 12 p q)

The last one, for p positives and q negatives, is Mann and Whitney's. Splits of one graph share its accidents, and more
of them do not average these out. If one edge happens to tell of another, the other tells of it in the next split. Where
r + 1 edges (or nodes) tell of each other and a tenth is held out, the scores of two splits are correlated by
0.1 · 0.9^r (r + 1), at most ρ = 0.39. On labels, where guesses name one class and noise does worse, 0.1 is enough. If
half of the nodes are scored, the largest ρ is 0.5. The 2.5 also allows for the choice of the best dimension:
benchmarks/chance.py counts what is left.

Feeds cross-validation and shrinking; a sweep, whose splits come with seeds, has a test of its own.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Guessing", "guessing_labels", "guessing_links"]

CLEARLY = 2.5  # deviations
SHARED = 0.39  # the largest correlation of two splits that hold out a tenth
AUC = 0.5  # of scores that mean nothing


class Guessing(NamedTuple):
    """The score of guesses, its deviation on one split, and how far two splits share the accidents of their graph.

    More splits than `most_apart` score the same nodes again, and tell nothing more.
    """

    score: float
    deviation: float
    shared: float = SHARED
    most_apart: float = math.inf

    def reached(self, n_splits: int) -> float:
        """The mean score over splits that the best dimension of a graph without structure hardly exceeds.

        >>> round(guessing_links(500).reached(3), 4)
        0.5352
        """
        n_apart = min(n_splits, self.most_apart)
        chance = CLEARLY * self.deviation * math.sqrt(1 / n_apart + (1 - 1 / n_apart) * self.shared)
        return min(self.score + chance, 1.0)


def guessing_links(n_scored: int) -> Guessing:
    """The ROC-AUC of guesses, on splits that score so many edges and as many non-edges."""
    return Guessing(AUC, _deviation_of_auc(n_scored, n_scored))


def guessing_labels(targets: NDArray[np.int64], n_parts: int, shared: float, *, lopsided: bool) -> Guessing:
    """The accuracy of always naming the largest class, on splits that score one of so many parts of the nodes.

    For two lopsided classes, the ROC-AUC of guesses.

    >>> guessing_labels(np.array([0, 0, 1, 2]), 2, 0.5, lopsided=False).score
    0.5
    """
    _, counts = np.unique(targets, return_counts=True)
    scored = counts / n_parts
    if lopsided:
        return Guessing(AUC, _deviation_of_auc(*scored), shared)
    share = float(counts.max() / counts.sum())
    return Guessing(share, math.sqrt(share * (1 - share) / scored.sum()), shared)


def _deviation_of_auc(n_positive: float, n_negative: float) -> float:
    """The standard deviation of the ROC-AUC of scores that mean nothing.

    >>> round(_deviation_of_auc(500, 500), 4)
    0.0183
    """
    return math.sqrt((n_positive + n_negative + 1) / (12 * n_positive * n_negative))
