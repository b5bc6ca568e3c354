"""The time that a race may take: what is left of it, and how long a training is expected to last.

A training of a dimension is expected to take as long as the mean of those before it; the first of a dimension, as long
as the mean of the next wider one that was trained. The widest comes first, so that the guess is rarely too low.
"""

from __future__ import annotations

import math
import re
import time
from numbers import Real
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.errors import ParameterError
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.racing.trial import Trial

__all__ = ["Deadline", "expected_seconds", "seconds_of"]

UNITS = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
LONGEST = 1e12  # seconds


class Deadline:
    """When a budget that starts now is spent; without a budget, never."""

    def __init__(self, budget: float | str | None) -> None:
        self.end = math.inf if budget is None else time.monotonic() + seconds_of(budget)

    @property
    def left(self) -> float:
        """Seconds left; infinite without a budget."""
        return self.end - time.monotonic()

    def allows(self, dimension: int, finished: Iterable[Trial]) -> bool:
        """Whether a training of this dimension can be expected to end in time."""
        return self.left > expected_seconds(dimension, finished)


def seconds_of(budget: float | str) -> float:
    """A budget in seconds.

    >>> seconds_of("10m"), seconds_of("1.5 h"), seconds_of(90)
    (600.0, 5400.0, 90.0)
    """
    seconds = _written_seconds(budget) if isinstance(budget, str) else budget
    if not (isinstance(seconds, Real) and 0 < seconds < LONGEST):
        msg = f"budget is {shown(budget)}; give seconds, or a text such as '90s', '10m' or '2h'"
        raise ParameterError(msg)
    return float(seconds)


def _written_seconds(budget: str) -> float:
    """A text as seconds; NaN for one that is no time."""
    found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)", budget.strip().lower())
    return float(found[1]) * UNITS[found[2]] if found and found[2] in UNITS else math.nan


def expected_seconds(dimension: int, finished: Iterable[Trial]) -> float:
    """How long a training will take, judged by those that are finished; 0 before the first.

    >>> from graphdim.racing.trial import Trial
    >>> expected_seconds(16, [Trial(8, 0, 0.5, 1.0), Trial(32, 0, 0.5, 3.0)])
    3.0
    """
    known: dict[int, list[float]] = {}
    for each in finished:
        known.setdefault(each.dimension, []).append(each.seconds)
    if not known:
        return 0.0
    wider = [each for each in known if each >= dimension]
    return fmean(known[min(wider, default=max(known))])
