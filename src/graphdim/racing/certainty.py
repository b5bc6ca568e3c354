r"""How sure a claim is: one minus the smallest level at which the same scores would still have given it.

    p(d, j) = P(t_ν > (gap(d, j) + δ) / √(V/n))      certainty(d) = min over j of 1 - level at which p_n = p(d, j)

This is the repeated p-value of a group-sequential test (Jennison and Turnbull 2000, chapter 9), so it holds under
repeated looks and over all candidates, like the claim itself. Of a pair without noise it counts the equal differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr

from graphdim.racing.boundary import crossing, nominal_levels
from graphdim.racing.noise import pair_noise, steady_level
from graphdim.racing.terms import FEWEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.terms import RaceTerms
    from graphdim.racing.verdict import Verdict

__all__ = ["certainty"]

LOWEST = -8.0  # power of ten below the level of the race down to which a level is looked for
PRECISION = 0.02


def certainty(verdict: Verdict, terms: RaceTerms) -> float | None:
    """The certainty of the answer; None without one."""
    answer, layout = verdict.answer, verdict.layout
    if answer is None:
        return None
    rivals = np.arange(len(layout.means)) != answer
    noise, shared = pair_noise(layout, terms.margin), layout.shared[answer][rivals]
    variances, freedoms = noise.variances[answer][rivals], noise.freedoms[answer][rivals]
    is_noisy = variances > 0
    room = layout.gaps[answer][rivals] + terms.margin
    p_values = stdtr(freedoms, -room / np.sqrt(np.where(is_noisy, variances, 1.0) / shared))
    steady = float(steady_level(shared[~is_noisy], terms).max(initial=0.0))
    return 1 - max(steady, _level(p_values[is_noisy], shared[is_noisy], terms) if is_noisy.any() else 0.0)


def _level(p_values: NDArray[np.float64], shared: NDArray[np.int64], terms: RaceTerms) -> float:
    """The level of the race at which the weakest of the tests just passes."""

    def shortfall(power: float) -> float:
        nominal = np.array(nominal_levels(10**power * terms.level_of_one, terms.max_seeds))
        return float((p_values - nominal[shared - FEWEST]).max())

    return terms.level * 10 ** crossing(shortfall, LOWEST, 0.0, precision=PRECISION)
