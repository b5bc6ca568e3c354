"""The answer of a row of dimensions: the smallest that is as good as the best.

    as good: within noise of the best, and its mean at most a point below it; from three shared seeds on

The test alone would accept a small dimension that lies far below the best wherever the noise is large; the point alone
would accept one that is certainly worse. The answer is clear when every dimension within noise is certainly less than
a point below the best (the 95 % interval of its difference ends there): all of them are then as good, and more seeds
would only separate dimensions whose difference does not matter.
Scores lie between 0 and 1. Takes statistics.compare, feeds the sweep and the report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.training.statistics import regret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.training.statistics import Comparison

    Row = Mapping[int, Mapping[int, float]]

__all__ = ["FEWEST_SEEDS", "as_good", "is_clear", "smallest"]

FEWEST_SEEDS = 3
POINT = 0.01
DUST = 1e-9  # what rounding adds to a difference of exactly a point


def as_good(row: Row, comparison: Comparison | None) -> tuple[int, ...]:
    """The dimensions that are as good as the best; empty while there are too few seeds.

    >>> from graphdim.training.statistics import compare
    >>> row = {8: {0: 0.5, 1: 0.9, 2: 0.7}, 16: {0: 0.8, 1: 0.79, 2: 0.81}, 32: {0: 0.79, 1: 0.81, 2: 0.81}}
    >>> compare(row).within_noise, as_good(row, compare(row))
    ((8, 16, 32), (16, 32))
    """
    if comparison is None or comparison.within_noise is None or len(comparison.seeds) < FEWEST_SEEDS:
        return ()
    gaps = {dimension: regret(row, comparison, dimension) for dimension in comparison.within_noise}
    return tuple(dimension for dimension, gap in gaps.items() if gap is not None and gap.mean <= POINT + DUST)


def smallest(row: Row, comparison: Comparison | None) -> int | None:
    """The answer; None while there are too few seeds."""
    return min(as_good(row, comparison), default=None)


def is_clear(row: Row, comparison: Comparison | None) -> bool:
    """Whether every dimension is worse than the best beyond noise, or surely less than a point below it."""
    if comparison is None or not as_good(row, comparison):
        return False
    gaps = (regret(row, comparison, dimension) for dimension in comparison.within_noise or ())
    return all(gap is not None and gap.high is not None and gap.high < POINT for gap in gaps)
