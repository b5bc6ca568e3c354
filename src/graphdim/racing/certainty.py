r"""How sure a claim is: one minus the smallest level at which the same scores would still have given it.

    p(d, j) = P(t_ν > (gap(d, j) + δ) / (s √(2/n)))      certainty(d) = min over j of 1 - level at which p_n = p(d, j)

This is the repeated p-value of a group-sequential test (Jennison and Turnbull 2000, section 9.2), so it holds under
repeated looks and over all candidates, like the claim itself.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr

from graphdim.racing.boundary import crossing, nominal_levels

if TYPE_CHECKING:
    from graphdim.racing.question import Question
    from graphdim.racing.verdict import Verdict

__all__ = ["certainty"]

LOWEST = -8.0  # power of ten below the level of the race down to which a level is looked for
PRECISION = 0.02


def certainty(verdict: Verdict, question: Question) -> float | None:
    """The certainty of the answer; None without one."""
    answer, layout = verdict.answer, verdict.layout
    if answer is None:
        return None
    rivals = np.arange(len(layout.means)) != answer
    if layout.deviation == 0:  # then the verdict rests on how many residuals were zero
        return 1 - 2.0**-layout.freedom
    shared = layout.shared[answer][rivals]
    scaled = (layout.gaps[answer][rivals] + question.margin) / (layout.deviation * np.sqrt(2 / shared))
    p_values = stdtr(layout.freedom, -scaled)
    # The weakest comparison decides; of two equal p-values the one with fewer seeds is held to more.
    return 1 - max(_level(float(p), int(n), question) for p, n in {*zip(p_values, shared, strict=True)})


def _level(p_value: float, n_seeds: int, question: Question) -> float:
    """The level of the race at which a test with so many seeds just passes."""
    n_rivals = len(question.dimensions) - 1

    def shortfall(power: float) -> float:
        nominal = nominal_levels(10**power * question.level / n_rivals, question.max_seeds)[n_seeds - 1]
        return p_value - nominal

    return question.level * 10 ** crossing(shortfall, LOWEST, 0.0, precision=PRECISION)
