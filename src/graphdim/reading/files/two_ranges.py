r"""Do two columns of numbers count two kinds of things, such as users and items? A file without a header does not say.

    each column:  from 0 or 1, hardly a gap         one runs at least half as far again as the other
    equal numbers in a row, n:  E/2 ≤ n ≤ 2 E  and  |n - E| ≤ 3 √E,      E = Σ_i min(1, a_i b_i / rows) ≥ 10

a_i and b_i are how often the columns hold the number i. The numbers of users and items have nothing to do with each
other, so a row holds the same number twice as often as chance has it. In a graph of one kind that is a self-loop, and
hardly any graph has as many of them as chance: most have none (trees and crawls, which look alike otherwise), or one
for each node. Fed by reading.files.text; feeds a note.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.reading.edges import Ids

    Counts = NDArray[np.int64]

__all__ = ["TwoRanges"]

MOST_IDS = 2**20  # of a column; more are not counted
FILLED = 0.9  # the least share of a range that is in use
LONGER = 1.5  # how far one range goes beyond the other
EXPECTED = 10  # equal numbers in a row; fewer may be an accident
ODDS, DEVIATIONS = 2, 3  # how far their number may be from the expected one: as a factor, and as counts vary


class TwoRanges:
    """Counts the numbers of both columns, piece by piece, in whatever thread; gives up on what is no small number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: list[Counts] = [np.zeros(0, dtype=np.int64)] * 2
        self._n_equal = 0
        self._is_open = True

    def add(self, sources: Ids, targets: Ids) -> None:
        """Count the ends of some edges."""
        ends = sources, targets
        if not self._is_open or not len(sources):
            return
        if not all(isinstance(ids, np.ndarray) and ids.min() >= 0 and ids.max() < MOST_IDS for ids in ends):
            self._is_open = False
            return
        counts = [np.bincount(np.asarray(ids).astype(np.int64)) for ids in ends]
        n_equal = int(np.count_nonzero(sources == targets))
        with self._lock:
            self._counts = [_sum(before, more) for before, more in zip(self._counts, counts, strict=True)]
            self._n_equal += n_equal

    def ends(self) -> tuple[int, int] | None:
        """How far the numbers of each column run, if they seem to count two kinds of things."""
        first, second = self._counts
        if not self._is_open or not (_is_filled(first) and _is_filled(second)):
            return None
        shorter, longer = sorted((len(first) - 1, len(second) - 1))
        if longer < LONGER * shorter:
            return None
        both = shorter + 1
        expected = float(np.minimum(first[:both] * (second[:both] / first.sum()), 1.0).sum())
        is_chance = expected / ODDS <= self._n_equal <= expected * ODDS
        is_near = abs(self._n_equal - expected) <= DEVIATIONS * expected**0.5
        return (len(first) - 1, len(second) - 1) if expected >= EXPECTED and is_chance and is_near else None


def _sum(one: Counts, other: Counts) -> Counts:
    """Counts of both, by number."""
    shorter, longer = sorted((one, other), key=len)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def _is_filled(counts: Counts) -> bool:
    """Whether numbers run from 0 or 1 with hardly a gap.

    >>> _is_filled(np.array([0, 3, 1, 2])), _is_filled(np.array([0, 0, 3, 1])), _is_filled(np.array([1, 0, 0, 2]))
    (True, False, False)
    """
    used = counts[0 if counts[:1].any() else 1 :]
    return bool(used[:1].any() and np.count_nonzero(used) >= FILLED * len(used))
