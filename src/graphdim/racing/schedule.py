"""What to train next: two seeds of every dimension, then the smallest open one against its most doubtful rivals.

The order of the dimensions is used, not believed. Every one of them is trained, since the best may lie anywhere, and a
claim needs a test against each; but only the smallest that may yet be sufficient (the target) gets further seeds, with
the rivals against which it is least sure to be shown. A dimension that is out gets none.
What is next depends on the scores alone, and a batch is judged whole: the number of workers changes no decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.racing.layout import fit
from graphdim.racing.noise import pair_noise
from graphdim.racing.terms import FEWEST
from graphdim.racing.verdict import judge

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.racing.terms import RaceTerms
    from graphdim.racing.trial import Cell
    from graphdim.racing.verdict import Verdict

    Matrix = NDArray[np.float64]

__all__ = ["forecast", "next_batch"]

RIVALS = 2  # at once; more resolve the target in fewer batches, but cost trainings that the first two make needless


def next_batch(scores: Matrix, terms: RaceTerms, variances: Matrix | None = None) -> list[Cell]:
    """Dimension and seed of the next trainings, the most telling first; none when the race is over."""
    opening = [(row, seed) for seed in range(FEWEST) for row in _spread(len(scores)) if np.isnan(scores[row, seed])]
    cells = opening or _duel(scores, judge(scores, terms, variances))
    return [(terms.dimensions[row], seed) for row, seed in cells]


def forecast(scores: Matrix, terms: RaceTerms) -> tuple[list[Cell], bool]:
    """The trainings that would end the race if every further score came as fitted, and whether it would be decided.

    The noise is taken as it is estimated now; without an estimate, only what it takes to get one is foreseen.
    """
    layout = fit(scores)
    if layout.freedom < 1:
        return next_batch(scores, terms), False
    table, cells, variances = scores.copy(), [], pair_noise(layout, terms.margin).variances
    fitted = np.nan_to_num(layout.means, nan=float(np.nanmean(layout.means)))[:, None] + layout.effects
    rows = {dimension: row for row, dimension in enumerate(terms.dimensions)}
    while batch := next_batch(table, terms, variances):
        for dimension, seed in batch:
            table[rows[dimension], seed] = fitted[rows[dimension], seed]
        cells += batch
    return cells, judge(table, terms, variances).answer is not None


def _duel(scores: Matrix, verdict: Verdict) -> list[Cell]:
    """One more shared seed for the target and each of its most doubtful rivals."""
    target = verdict.target
    if target is None:
        return []
    doubts = np.where(verdict.shown[target], np.inf, verdict.chances[target])
    rivals = [int(row) for row in np.argsort(doubts, kind="stable") if np.isfinite(doubts[row])]
    cells: dict[Cell, None] = {}
    for rival in rivals[:RIVALS]:
        lacking = np.isnan(scores[[target, rival]])
        seed = int(np.argmax(lacking.any(axis=0)))  # the first that one of the two lacks, or 0 where none is left
        cells |= {(row, seed): None for row, lacks in zip((target, rival), lacking[:, seed], strict=True) if lacks}
    return list(cells)


def _spread(size: int) -> list[int]:
    """Places from the last one inwards, so that a few of them already show the shape of a curve.

    >>> _spread(8)
    [7, 3, 1, 5, 0, 2, 4, 6]
    """
    order = [size - 1]
    gaps = [(-1, size - 1)]
    while gaps:
        low, high = gaps.pop(0)
        middle = (low + high) // 2
        if low < middle < high:
            order.append(middle)
            gaps += [(low, middle), (middle, high)]
    return order
