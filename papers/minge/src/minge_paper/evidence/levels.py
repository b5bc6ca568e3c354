"""Are our scores as high as the printed ones, on average over the dimensions?

    level = mean over the dimensions of a row        gap = our level - printed level
    noise = t(0.975, n - 1) · s · √(1/n + 1/10)      s the deviation of our level over n seeds
    shown: |gap| / noise · t(0.975, n - 1) is beyond chance, with Holm's correction for the number of rows

The paper prints means of 10 runs and no spread; its runs are assumed to spread as ours do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from scipy.special import stdtr, stdtrit

from minge_paper.markdown import half_width
from minge_paper.published import printed_scores
from minge_paper.statistics import LEVEL, holm, mean_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minge_paper.evidence.rows import Row

__all__ = ["RUNS", "Level", "levels"]

RUNS = 10


@dataclass(frozen=True, slots=True)
class Level:
    """The scores of a row on average over its dimensions, ours and printed.

    `noise` is None for a single seed; `p_value` is corrected for the number of rows.
    """

    row: Row
    ours: float
    printed: float
    noise: float | None
    p_value: float = 1.0

    @property
    def gap(self) -> float:
        """Ours over theirs."""
        return self.ours - self.printed

    @property
    def is_below(self) -> bool:
        """Whether ours is shown to be lower."""
        return self.gap < 0 and self.p_value < LEVEL

    @property
    def is_above(self) -> bool:
        """Whether ours is shown to be higher."""
        return self.gap > 0 and self.p_value < LEVEL


def levels(rows: Iterable[Row]) -> list[Level]:
    """Every row with a score, those furthest below the print first."""
    every = [_level(row) for row in rows if row.comparison]
    corrected = holm({place: p_value for place, level in enumerate(every) if (p_value := _p_value(level)) is not None})
    tested = [replace(level, p_value=corrected.get(place, 1.0)) for place, level in enumerate(every)]
    return sorted(tested, key=lambda level: (level.gap, level.row.name))


def _level(row: Row) -> Level:
    trained = [dimension for dimension in row.grid if dimension in row.records]
    printed = printed_scores(row.task, row.dataset, row.model)
    seeds = row.comparison.seeds if row.comparison else ()
    scores = row.scores
    by_seed = mean_of([fmean(scores[dimension][seed] for dimension in trained) for seed in seeds])
    half = half_width(by_seed)
    noise = None if half is None else half * math.sqrt(1 + by_seed.seeds / RUNS)
    return Level(row, by_seed.mean, fmean(printed[dimension] for dimension in trained), noise)


def _p_value(level: Level) -> float | None:
    """Of the t test whose interval is the noise; None where that is unknown."""
    if not level.noise or level.row.comparison is None:
        return None
    freedom = len(level.row.comparison.seeds) - 1
    t = abs(level.gap) / level.noise * float(stdtrit(freedom, 1 - LEVEL / 2))
    return float(2 * stdtr(freedom, -t))
