"""Do the degrees of two nodes alone predict a link as well as the model does? Then its dimensions say little.

    score of degrees = ROC-AUC of d_i d_j, with degrees of the edges that the model sees, on the same held-out pairs

It is averaged over the seeds of the best dimension. No score and no answer depends on it; reads a sweep, adds to it.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.words import points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.sweeping.objectives import Objective
    from graphdim.sweeping.result import Sweep

__all__ = ["with_degrees"]


def with_degrees(found: Sweep, objective: Objective) -> Sweep:
    """A sweep on links with the score of degrees, and a note where no dimension is clearly above it."""
    if found.task != "link-prediction" or found.best is None:
        return found
    seeds = [training.seed for training in found.race.trainings if training.dimension == found.best]
    degrees = fmean(objective.score_of_degrees(seed) for seed in seeds)
    return replace(found, degrees=degrees, notes=(*found.notes, *_notes(found, degrees)))


def _notes(found: Sweep, degrees: float) -> Iterator[str]:
    """That degrees are as good, unless they are no better than guessing where the model is not either."""
    [best] = [point.mean for point in found.curve if point.dimension == found.best]
    margin = found.race.terms.margin
    if best > degrees + margin or (found.is_guess and degrees <= (found.guessing or 0) + margin):
        return
    known = f"degrees alone score {100 * degrees:.1f} % on these links"
    beaten = f"no dimension of {found.model} is more than {points(margin)} above that"
    yield f"{known}, and {beaten}; graphdim compare draws non-edges that degrees do not tell from edges"
