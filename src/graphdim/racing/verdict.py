r"""Which dimensions are shown to be good enough, which can no longer be, and which one to look at next.

Dimension d is sufficient if μ_d ≥ μ_j - δ for every other candidate j, the best among them; δ is the margin. It is
shown to be sufficient when a paired, one-sided test of non-inferiority holds against each of them:

    gap(d, j) > -δ + t(1 - p_n, ν) · s · √(2/n),      n seeds shared by d and j,  p_n = nominal level of look n

A false claim needs one insufficient d to pass its test against the true best, so no correction is due for the several j
(Berger 1982). Each of the k candidates is tested at level / k. `boundary` pays for the looks: the bounds hold for all n
at once, whichever candidates get further seeds and whenever the race stops.

A dimension is out of the race when some j is shown to be more than δ above it, or when it is unlikely to be shown
within the seeds left: given gap_n, gap_S has Student's t distribution around gap_n with the variance 2 s² (1/n - 1/S).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr, stdtrit

from graphdim.racing.boundary import nominal_levels
from graphdim.racing.layout import fit
from graphdim.racing.question import FEWEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.layout import Layout
    from graphdim.racing.question import Question

    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]

__all__ = ["Verdict", "judge"]

HOPE = 0.2  # chance of being shown below which a dimension gets no more seeds


@dataclass(frozen=True, slots=True)
class Verdict:
    """What can be said of a table of scores; dimensions are named by their row.

    `shown` and `chances` are over pairs: whether the row's dimension is shown to be at most the margin below the
    column's, and the chance that it will be by the last seed.
    """

    layout: Layout
    shown: Flags
    chances: Matrix
    worse: Flags

    @property
    def sufficient(self) -> Flags:
        """Dimensions that are shown to be at most the margin below every other."""
        return np.asarray(self.shown.all(axis=1))

    @property
    def answer(self) -> int | None:
        """The smallest sufficient dimension."""
        return _first(self.sufficient)

    @property
    def target(self) -> int | None:
        """The smallest dimension that may yet be shown; None when the answer stands or will not come."""
        open_ones = ~self.worse & (self.chances.min(axis=1) >= HOPE)
        smaller = open_ones if self.answer is None else open_ones[: self.answer]
        return _first(smaller)


def judge(scores: Matrix, question: Question, deviation: float | None = None) -> Verdict:
    """The verdict on a table of scores; a given deviation takes the place of the estimated one."""
    layout = fit(scores)
    deviation = layout.deviation if deviation is None else deviation
    if layout.freedom < 1:
        return _nothing_known(layout)
    errors = deviation * np.sqrt(2 / np.maximum(layout.shared, 1))
    lows = layout.gaps - _widths(errors, layout, question)
    shown = lows > -question.margin
    np.fill_diagonal(shown, val=True)
    worse = np.asarray((lows > question.margin).any(axis=0))
    chances = np.where(shown, 1.0, _chances(deviation, layout, question))
    return Verdict(layout, shown, chances, worse)


def _widths(errors: Matrix, layout: Layout, question: Question) -> Matrix:
    """How far below its estimate a difference may truly lie."""
    if not errors.any():
        is_known = _is_steady(layout.freedom, question.level) & (layout.shared >= FEWEST)
        return np.where(is_known, 0.0, np.inf)
    return errors * _factors(layout.freedom, question)[layout.shared]


def _is_steady(freedom: int, level: float) -> bool:
    """Whether so many residuals of zero mean that the objective has no noise, as n equal signs do in a sign test.

    >>> _is_steady(1, 0.05), _is_steady(7, 0.05)
    (False, True)
    """
    return 2.0**-freedom <= level


@lru_cache(maxsize=4096)
def _factors(freedom: int, question: Question) -> Matrix:
    """The quantile of Student's t at each number of shared seeds, from none on; below two, nothing is shown."""
    levels = nominal_levels(question.level_of_one, question.max_seeds)
    return np.array([*[np.inf] * FEWEST, *(-stdtrit(freedom, np.array(levels)))])


@lru_cache(maxsize=4096)
def _last_factors(freedom: int, question: Question) -> Matrix:
    """The quantile at the last seed by the seeds shared now: each of those left adds a degree of freedom."""
    level = nominal_levels(question.level_of_one, question.max_seeds)[-1]
    return np.array(-stdtrit(freedom + np.arange(question.max_seeds, -1, -1), level))


def _chances(deviation: float, layout: Layout, question: Question) -> Matrix:
    """The chance of each pair to be shown at the last seed; certain where no noise or no seed is left."""
    n_seeds = question.max_seeds
    last = _last_factors(layout.freedom, question)[layout.shared] * deviation * math.sqrt(2 / n_seeds)
    room = layout.gaps + question.margin - last
    spread = deviation * np.sqrt(np.maximum(2 / np.maximum(layout.shared, 1) - 2 / n_seeds, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        chances = np.where(spread > 0, stdtr(layout.freedom, room / spread), room > 0)
    return np.where(layout.shared > 0, chances, 1.0)


def _nothing_known(layout: Layout) -> Verdict:
    """Without an estimate of the noise everything is still possible."""
    n_candidates = len(layout.means)
    none = np.zeros((n_candidates, n_candidates), dtype=np.bool_)
    np.fill_diagonal(none, val=True)
    return Verdict(layout, none, np.ones((n_candidates, n_candidates)), np.zeros(n_candidates, dtype=np.bool_))


def _first(flags: Flags) -> int | None:
    return int(np.argmax(flags)) if flags.any() else None
