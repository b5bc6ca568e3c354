r"""Which dimensions are shown to be good enough, which can no longer be, and which one to look at next.

Dimension d is sufficient if μ_d ≥ μ_j - δ for every other candidate j, the best among them; δ is the margin. It is
shown to be sufficient when a paired, one-sided test of non-inferiority holds against each of them:

    gap(d, j) > -δ + t(1 - p_n, ν) · √(V/n),      n seeds shared by d and j,  p_n = nominal level of look n

with the variance V(d, j) and the freedom ν(d, j) of `noise`. A pair without any noise is shown once its differences
were equal often enough.

A false claim needs one insufficient d to pass its test against the true best, so no correction is due for the several j
(Berger 1982). Each of the k candidates is tested at level / k. `boundary` pays for the looks: the bounds hold for all n
at once, whichever candidates get further seeds and whenever the race stops.

A dimension is out of the race when some j is shown to be more than δ above it, or when it is unlikely to be shown
within the seeds left: given gap_n, gap_S has Student's t distribution around gap_n with the variance V (1/n - 1/S).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr, stdtrit

from graphdim.racing.boundary import nominal_levels
from graphdim.racing.layout import fit
from graphdim.racing.noise import is_steady, pair_noise
from graphdim.racing.terms import FEWEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.layout import Layout
    from graphdim.racing.noise import PairNoise
    from graphdim.racing.terms import RaceTerms

    Matrix = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Counts = NDArray[np.int64]

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


def judge(scores: Matrix, terms: RaceTerms, variances: Matrix | None = None) -> Verdict:
    """The verdict on a table of scores; given variances of the pairs take the place of the estimated ones."""
    layout = fit(scores)
    if layout.freedom < 1:
        return _nothing_known(layout)
    noise = pair_noise(layout, terms.margin)
    if variances is not None:
        noise = replace(noise, variances=variances)
    lows = layout.gaps - _widths(noise, layout.shared, terms)
    shown = lows > -terms.margin
    np.fill_diagonal(shown, val=True)
    worse = np.asarray((lows > terms.margin).any(axis=0))
    chances = np.where(shown, 1.0, _chances(noise, layout, terms))
    return Verdict(layout, shown, chances, worse)


def _widths(noise: PairNoise, shared: Counts, terms: RaceTerms) -> Matrix:
    """How far below its estimate a difference may truly lie; below two shared seeds, nothing is known."""
    levels = np.array([*[0.5] * FEWEST, *nominal_levels(terms.level_of_one, terms.max_seeds)])
    widths = -stdtrit(noise.freedoms, levels[shared]) * np.sqrt(noise.variances / np.maximum(shared, 1))
    is_known = np.where(noise.variances > 0, shared >= FEWEST, is_steady(shared, terms))
    return np.where(is_known, widths, np.inf)


def _chances(noise: PairNoise, layout: Layout, terms: RaceTerms) -> Matrix:
    """The chance of each pair to be shown at the last seed; certain where no noise or no seed is left."""
    n_seeds, shared = terms.max_seeds, layout.shared
    level = nominal_levels(terms.level_of_one, n_seeds)[-1]
    # Each of the seeds left adds a degree of freedom.
    last = -stdtrit(noise.freedoms + n_seeds - shared, level) * np.sqrt(noise.variances / n_seeds)
    room = layout.gaps + terms.margin - last
    spread = np.sqrt(noise.variances * np.maximum(1 / np.maximum(shared, 1) - 1 / n_seeds, 0.0))
    without_noise = (room > 0) & ((noise.variances > 0) | is_steady(np.array(n_seeds), terms))
    with np.errstate(divide="ignore", invalid="ignore"):
        chances = np.where(spread > 0, stdtr(noise.freedoms, room / spread), without_noise)
    return np.where(shared > 0, chances, 1.0)


def _nothing_known(layout: Layout) -> Verdict:
    """Without an estimate of the noise everything is still possible."""
    n_candidates = len(layout.means)
    none = np.zeros((n_candidates, n_candidates), dtype=np.bool_)
    np.fill_diagonal(none, val=True)
    return Verdict(layout, none, np.ones((n_candidates, n_candidates)), np.zeros(n_candidates, dtype=np.bool_))


def _first(flags: Flags) -> int | None:
    return int(np.argmax(flags)) if flags.any() else None
