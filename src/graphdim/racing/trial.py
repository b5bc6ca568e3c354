"""One finished training: the dimension, the seed, the score that came out, and how long it took."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphDimError, TrainingError
from graphdim.words import described, shown
from graphdim.workers import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from graphdim.racing.terms import RaceTerms

    Objective = Callable[[int, int], Any]
    Cell = tuple[int, int]  # dimension and seed

__all__ = ["LARGEST", "Trial", "name_of_cell", "table", "train"]

LARGEST = 1e100  # of a score; squares of larger ones are beyond floating point


@dataclass(frozen=True, slots=True)
class Trial:
    """One call of the objective and its score; two are equal whatever time they took."""

    dimension: int
    seed: int
    score: float
    seconds: float = field(default=0.0, compare=False)

    @property
    def cell(self) -> Cell:
        """Its place in the layout."""
        return self.dimension, self.seed


def name_of_cell(cell: Cell) -> str:
    """What a training is called in an error."""
    return f"dimension {cell[0]}, seed {cell[1]}"


def train(objective: Objective, dimension: int, seed: int) -> Trial:
    """Call the objective once, here and now; whatever goes wrong in it becomes one line."""
    cell = dimension, seed
    started = time.perf_counter()
    try:
        given = objective(*cell)
    except GraphDimError:
        raise
    except Exception as error:
        msg = f"{name_of_cell(cell)}: the objective raised {described(error)}; {KEPT}"
        raise TrainingError(msg) from error
    return Trial(*cell, _score(given, cell), time.perf_counter() - started)


def table(trainings: Iterable[Trial], terms: RaceTerms) -> NDArray[np.float64]:
    """The scores as the objective gave them, a row per dimension and a column per seed; NaN where there is none."""
    scores = np.full((len(terms.dimensions), terms.max_seeds), np.nan)
    rows = {dimension: row for row, dimension in enumerate(terms.dimensions)}
    for each in trainings:
        scores[rows[each.dimension], each.seed] = each.score
    return scores


def _score(given: Any, cell: Cell) -> float:
    """A number, or a NumPy or torch value without axes, as a float."""
    # A text of digits and an array of one element would pass float(); both are more likely mistakes than scores.
    is_scalar = not isinstance(given, str | bytes) and not getattr(given, "ndim", 0)
    value = given.item() if is_scalar and hasattr(given, "item") else given
    is_number = is_scalar and hasattr(type(value), "__float__")
    score = _as_float(value) if is_number else math.nan
    if not abs(score) <= LARGEST:
        evidence = shown(given) if is_number else f"{shown(given)} ({type(given).__name__})"
        wanted = f"it must be one finite number, at most {LARGEST:g} in size"
        msg = f"{name_of_cell(cell)}: the score is {evidence}; {wanted}; {KEPT}"
        raise TrainingError(msg)
    return score


def _as_float(value: Any) -> float:
    """NaN for what is too large, or is no number although it says so."""
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return math.nan
