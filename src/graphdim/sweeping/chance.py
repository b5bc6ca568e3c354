"""Does any dimension score above guessing? If none is shown to, a sweep has nothing to say about dimensions.

A pooled one-sided t test of each dimension's mean against the score of guesses, at level / k for each of k dimensions.
Reads a race; feeds the result of a sweep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtrit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from graphdim.racing.terms import RaceTerms

__all__ = ["beats_guessing", "chance_note", "guessing_bound"]

DUST = 1e-9  # what rounding adds to a mean


def guessing_bound(score: str, labels: NDArray[np.int64]) -> float | None:
    """The most that guessing reaches: 0.5 for ROC-AUC; for accuracy, the largest class on half of the labelled nodes.

    None where too few nodes have a label.

    >>> guessing_bound("accuracy", np.array([0, 0, 0, 0, 1, 1, 2, 2, -1]))
    0.5
    """
    if score == "ROC-AUC":
        return 0.5
    counts = np.bincount(labels[labels >= 0])
    in_half = counts.sum() // 2
    return float(min(1.0, -(-counts.max() // 2) / in_half)) if in_half else None


def beats_guessing(scores: NDArray[np.float64], guessing: float, terms: RaceTerms) -> bool | None:
    """Whether a dimension is shown to score above guessing; None while no dimension has two scores.

    The table has a row per dimension, a column per seed, and NaN in cells that are empty.
    """
    trained = scores[~np.isnan(scores).all(axis=1)]
    counts = (~np.isnan(trained)).sum(axis=1)
    freedom = int(counts.sum()) - len(counts)
    if freedom < 1:
        return None
    means = np.nanmean(trained, axis=1)
    deviation = np.sqrt(np.nansum((trained - means[:, None]) ** 2) / freedom)
    lows = means + stdtrit(freedom, terms.level_of_one) * deviation / np.sqrt(counts)
    return bool((lows > guessing + DUST).any())


def chance_note(facts: Mapping[str, Any]) -> str:
    """That nothing scores above guessing, and what may be wrong; "" where something does or nobody knows."""
    if facts.get("beats_guessing") is not False:
        return ""
    found = f"no dimension is shown to score above guessing ({100 * facts['guessing']:.1f} %)"
    order = f"check whether the rows of {facts['model']} are in the order of the nodes"
    hint = order if facts["is_own_model"] else "another model, features or more seeds may help"
    return f"{found}, so the scores do not tell how many dimensions are enough; {hint}"
