r"""Scores of several splits at several dimensions → the curve, the range that is as good, what a choice costs.

    deficit_s(k) = score_s(best) - score_s(k)          best = argmax of the mean over splits s
    as good: the contiguous part of the grid around the best whose mean deficit is at most the margin
    surely as good: the same for the upper end of the deficit's interval
    maybe as good: from the first to the last dimension of the grid whose interval's lower end is at most the margin

Splits are shared by all dimensions, so deficits are paired and their intervals (Student, over splits) are narrow.
On links they are much narrower than the margin, and the mean is enough. On labels they are as wide as the margin: some
dimensions whose mean is good are not, so those count that surely are.

Whether the best is better than guessing is another matter, see embedding.scoring.guessing.

Made by cv.links and cv.labels; comparing reads every selector's cost off it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from graphdim.deficit import Deficit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.embedding.scoring.guessing import Guessing

__all__ = ["SplitScores", "dimension_grid"]

CONFIDENCE = 0.95


def dimension_grid(last: int, *, steps: int = 8) -> list[int]:
    """Dimensions from 1 to `last`, so many steps to an octave, each once.

    >>> dimension_grid(24)
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 21, 23, 24]
    """
    n_steps = math.ceil(steps * math.log2(max(last, 1)))
    rounded = {round(2 ** (step / steps)) for step in range(n_steps + 1)}
    return sorted({dimension for dimension in rounded if dimension < last} | {last})


@dataclass(frozen=True, slots=True, eq=False)
class SplitScores:
    """`scores[s, i]` is the score of split s at `dimensions[i]`; dimensions rise.

    `surely` asks of a dimension that is as good that its interval says so.
    """

    dimensions: NDArray[np.int64]
    scores: NDArray[np.float64]
    surely: bool = False

    @property
    def n_splits(self) -> int:
        """Number of splits."""
        return len(self.scores)

    @property
    def mean(self) -> NDArray[np.float64]:
        """The mean score at each dimension."""
        mean: NDArray[np.float64] = self.scores.mean(axis=0)
        return mean

    @property
    def best_place(self) -> int:
        """Where the mean is highest; the smallest such dimension."""
        return int(np.argmax(self.mean))

    @property
    def best(self) -> int:
        """The dimension with the highest mean score."""
        return int(self.dimensions[self.best_place])

    def as_good(self, margin: float, best: int | None = None) -> tuple[int, int]:
        """The ends of the unbroken range of dimensions around the best, or another, within the margin of it."""
        place = self._place(best)
        if not self.surely:
            return self._range(self.mean >= self.mean[place] - margin, place)
        deficits = self._deficits(place)
        return self._range(deficits.mean(axis=0) + self._half_width(deficits) <= margin, place)

    def maybe_as_good(self, margin: float) -> tuple[int, int] | None:
        """The first and the last dimension that cannot be ruled out to be as good; None for one split.

        A dimension between them may be ruled out: on labels that says more about its noise than about those beyond it.
        """
        if self.n_splits == 1:
            return None
        deficits = self._deficits(self.best_place)
        left = self.dimensions[deficits.mean(axis=0) - self._half_width(deficits) <= margin]
        return int(left[0]), int(left[-1])

    def intervals(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The ends of the interval of the mean score at each dimension."""
        half = self._half_width(self.scores)
        return self.mean - half, np.minimum(self.mean + half, 1.0)

    def deficit(self, dimension: int, best: int | None = None) -> Deficit | None:
        """What a dimension costs compared with the best, or with another; None beyond what was measured."""
        if dimension > self.dimensions[-1]:
            return None
        differences = self._at(self.best if best is None else best) - self._at(dimension)
        mean = float(differences.mean())
        if self.n_splits == 1:
            return Deficit(mean, None, None)
        half = float(self._half_width(differences))
        return Deficit(mean, mean - half, mean + half)

    def beats(self, guessing: Guessing) -> bool:
        """Whether the best scores above what guesses reach by chance."""
        return bool(self.mean.max() > guessing.reached(self.n_splits))

    def without(self, split: int) -> SplitScores:
        """The same without one split."""
        return replace(self, scores=np.delete(self.scores, split, axis=0))

    def spread(self, margin: float) -> tuple[int, int]:
        """The smallest and the largest recommendation that leaving out any one of several splits would give."""
        answers = [self.without(split).as_good(margin)[0] for split in range(self.n_splits)]
        return min(answers), max(answers)

    def is_clear(self, margin: float, guessing: Guessing) -> bool:
        """Whether the recommendation moves by at most two, or a quarter of an octave, whichever split is left out.

        It is not clear either while the best may be a guess: above the score of guesses, but within reach of chance.
        """
        if not self.beats(guessing):
            return bool(self.mean.max() <= guessing.score)
        low, high = self.spread(margin)
        return high <= max(low + 2, 2**0.25 * low)

    def joined(self, more: SplitScores) -> SplitScores:
        """These splits and more of them, at the same dimensions."""
        return replace(self, scores=np.concatenate([self.scores, more.scores]))

    def _place(self, dimension: int | None) -> int:
        """Where a dimension of the grid stands; the best without one."""
        return self.best_place if dimension is None else int(np.searchsorted(self.dimensions, dimension))

    def _deficits(self, place: int) -> NDArray[np.float64]:
        """By how much each split scores below the dimension at `place`, at every dimension."""
        return self.scores[:, [place]] - self.scores

    def _range(self, good: NDArray[np.bool_], place: int) -> tuple[int, int]:
        """The ends of the unbroken range around `place` where `good` holds."""
        first = last = place
        while first > 0 and good[first - 1]:
            first -= 1
        while last + 1 < len(good) and good[last + 1]:
            last += 1
        return int(self.dimensions[first]), int(self.dimensions[last])

    def _at(self, dimension: int) -> NDArray[np.float64]:
        """Each split's score at a dimension; between two of the grid, the straight line over log k."""
        grid = np.log2(self.dimensions)
        return np.array([np.interp(math.log2(dimension), grid, row) for row in self.scores])

    def _half_width(self, samples: NDArray[np.float64]) -> NDArray[np.float64]:
        """Half the width of Student's interval of the mean over splits; without a spread known, nothing is sure."""
        from scipy.special import stdtrit  # scipy.stats would take half a second to import

        if self.n_splits == 1:
            return np.full(samples.shape[1:], np.inf)
        quantile = stdtrit(self.n_splits - 1, (1 + CONFIDENCE) / 2)
        return np.asarray(quantile * samples.std(axis=0, ddof=1) / math.sqrt(self.n_splits))
