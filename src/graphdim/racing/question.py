"""What a race asks, checked at the door: which dimensions, how far below the best is good enough, how sure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graphdim.checks import check_number
from graphdim.errors import ParameterError

__all__ = ["FEWEST", "Question", "ask"]

FEWEST = 2  # dimensions, and seeds: one of either leaves nothing to compare
HIGHEST_LEVEL = 0.5


@dataclass(frozen=True, slots=True)
class Question:
    """The candidates, in ascending order, and the terms of the answer."""

    dimensions: tuple[int, ...]
    margin: float
    level: float
    max_seeds: int

    @property
    def level_of_one(self) -> float:
        """The share of false claims that each candidate may cause.

        The best cannot be claimed falsely, so k - 1 shares would do if the noise were known. The k-th pays for holding
        Student's t to bounds made for a known noise, which few degrees of freedom exceed by up to a fifth.
        """
        return self.level / len(self.dimensions)

    @property
    def size(self) -> int:
        """Trainings of the full grid."""
        return len(self.dimensions) * self.max_seeds


def ask(dimensions: Iterable[int], margin: float, level: float, max_seeds: int) -> Question:
    """The question, or the error that says what is wrong with it.

    >>> ask([64, 8, 16, 8], margin=0.01, level=0.05, max_seeds=10).dimensions
    (8, 16, 64)
    """
    candidates = _candidates(dimensions)
    check_number("margin", margin, least=0)
    if not margin:
        msg = "margin is 0; no number of trainings shows that two dimensions are equal, so it must be above 0"
        raise ParameterError(msg)
    check_number("level", level, least=0)
    if not 0 < level < HIGHEST_LEVEL:
        msg = f"level is {level!r}; the share of false claims must be above 0 and below {HIGHEST_LEVEL}"
        raise ParameterError(msg)
    check_number("max_seeds", max_seeds, least=FEWEST, whole=True)
    return Question(candidates, float(margin), float(level), int(max_seeds))


def _candidates(given: Any) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        msg = f"dimensions is {given!r}; give whole numbers, such as [8, 16, 32, 64]"
        raise ParameterError(msg)
    listed = list(given)
    for each in listed:
        check_number("dimension", each, least=1, whole=True)
    candidates = tuple(sorted({int(each) for each in listed}))
    if len(candidates) < FEWEST:
        msg = f"dimensions holds {listed}; a race needs at least {FEWEST} different dimensions"
        raise ParameterError(msg)
    return candidates
