"""The terms of a race, checked at the door: which dimensions, how far from the best is good enough, how sure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphdim.checks import check_choice, check_count, check_number, listed_values
from graphdim.choices import DIRECTIONS
from graphdim.errors import ParameterError
from graphdim.words import shown

__all__ = ["FEWEST", "LEVEL", "MARGIN", "RaceTerms", "race_terms"]

MARGIN = 0.01  # a point of a score between 0 and 1
LEVEL = 0.05  # the share of false claims that is accepted
FEWEST = 2  # dimensions, and seeds: one of either leaves nothing to compare
HIGHEST_LEVEL = 0.5
MOST_SEEDS = 10_000


@dataclass(frozen=True, slots=True)
class RaceTerms:
    """The candidates, in ascending order, and what is asked of the answer; the margin may be the default."""

    dimensions: tuple[int, ...]
    margin: float
    level: float
    max_seeds: int
    direction: str = DIRECTIONS[0]
    has_default_margin: bool = field(default=False, compare=False)

    @property
    def sign(self) -> int:
        """What turns a score into one where higher is better, and back: -1 for a loss."""
        return -1 if self.direction == "minimize" else 1

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


def race_terms(
    dimensions: Iterable[int], margin: float | None, level: float, max_seeds: int, direction: str = DIRECTIONS[0]
) -> RaceTerms:
    """The terms, or the error that says what is wrong with them.

    >>> race_terms([64, 8, 16, 8], margin=0.01, level=0.05, max_seeds=10).dimensions
    (8, 16, 64)
    """
    candidates = _candidates(dimensions)
    has_default_margin = margin is None
    margin = MARGIN if margin is None else check_number("margin", margin, least=0)
    if not margin:
        msg = "margin is 0; no number of trainings shows that two dimensions are equal, so it must be above 0"
        raise ParameterError(msg)
    level = check_number("level", level, least=0)
    if not 0 < level < HIGHEST_LEVEL:
        msg = f"level is {level!r}; the share of false claims must be above 0 and below {HIGHEST_LEVEL}"
        raise ParameterError(msg)
    seeds = check_count("max_seeds", max_seeds, least=FEWEST)
    if seeds > MOST_SEEDS:
        msg = f"max_seeds is {seeds}; more than {MOST_SEEDS:,} seeds tell no more, so give fewer"
        raise ParameterError(msg)
    check_choice("direction", direction, DIRECTIONS)
    return RaceTerms(candidates, float(margin), float(level), seeds, direction, has_default_margin)


def _candidates(given: Any) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        msg = f"dimensions is {shown(given)}; give whole numbers, such as [8, 16, 32, 64]"
        raise ParameterError(msg)
    listed = listed_values("dimensions", given, "[8, 16, 32, 64]")
    candidates = tuple(sorted({check_count("dimension", each, least=1) for each in listed}))
    if len(candidates) < FEWEST:
        msg = f"dimensions holds {shown(listed)}; a race needs at least {FEWEST} different dimensions"
        raise ParameterError(msg)
    return candidates
