"""What was measured of a graph, as one curve: the search for the best, and beyond it the same splits or some of them.

    score(k) = score(best) - mean deficit(k)          over the splits that were measured at k

A high dimension that some method chose costs a large factorisation for every split, and a few splits tell its cost.
Deficits are paired, so that all parts agree on the level of the best.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphdim.selectors.cv import curve_of
from graphdim.selectors.selection import Curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.deficit import Deficit
    from graphdim.selectors.cv.scores import SplitScores
    from graphdim.selectors.selection import CurvePoint

__all__ = ["deficit_of", "joined_curve", "part_at"]


def deficit_of(dimension: int, parts: Sequence[SplitScores]) -> Deficit | None:
    """By how much a dimension scores below the best of the first part; None beyond what was measured."""
    part = part_at(dimension, parts)
    return None if part is None else part.deficit(dimension, parts[0].best)


def part_at(dimension: int, parts: Sequence[SplitScores]) -> SplitScores | None:
    """The first part that was measured at a dimension, or else the first that reaches so far; None beyond all."""
    there = [part for part in parts if dimension in part.dimensions]
    near = [part for part in parts if dimension <= part.dimensions[-1]]
    return next(iter((*there, *near)), None)


def joined_curve(parts: Sequence[SplitScores], name: str) -> Curve:
    """The mean score at each dimension with its interval, by the first part that was measured there."""
    search = parts[0]
    points: dict[int, CurvePoint] = {}
    for part in parts:
        level = search.mean.max() - part.mean[part.dimensions == search.best].max()
        for point in curve_of(replace(part, scores=part.scores + level), name).points:
            points.setdefault(point.dimension, point)
    return Curve(name, tuple(sorted(points.values())))
