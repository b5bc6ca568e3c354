"""The numbers of the figures that show score by dimension: every row about its own mean, seed by seed.

What a seed shares over the dimensions drops out, so that a band or a thin line shows only what the dimension does. An
interval of two or three seeds is many times wider than the seeds themselves; with so few, the seeds are shown instead.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from minge_paper.evidence.rows import NAMES, further_rows, paper_rows
from minge_paper.figures.drawing import FEWEST_SEEDS
from minge_paper.published import printed_scores
from minge_paper.statistics import mean_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

    Numbers = list[dict[str, Any]]

__all__ = ["curve_points", "further_points"]


def curve_points(results: Results, task: str) -> Numbers:
    """The rows of Table 2 of one task, ours and printed."""
    return _of_task(paper_rows(results), task)


def further_points(results: Results, task: str) -> Numbers:
    """The rows of the further graphs of one task."""
    return _of_task(further_rows(results), task)


def _of_task(rows: Iterable[Row], task: str) -> Numbers:
    return [point for row in rows if row.task == task for point in _points(row)]


def _points(row: Row) -> Numbers:
    """The score at each dimension minus the mean of the row; `points` is None where the ledger has nothing to compare.

    `low` and `high` are None with few seeds; `seeds` holds their single scores then, and nothing otherwise.
    """
    printed = printed_scores(row.task, row.dataset, row.model)
    level = fmean(printed.values()) if printed else 0.0
    by_seed = _over_mean(row)
    return [
        {
            "dataset": row.dataset,
            "model": NAMES[row.model],
            "dimension": dimension,
            **_spread(by_seed.get(dimension, [])),
            "printed": printed[dimension] - level if dimension in printed else None,
            "selected": dimension == row.selected,
        }
        for dimension in row.grid
    ]


def _over_mean(row: Row) -> dict[int, list[float]]:
    """By dimension, the score of each seed minus the mean of this seed over the dimensions."""
    if row.comparison is None:
        return {}
    scores = {dimension: by_seed for dimension, by_seed in row.scores.items() if dimension in row.grid}
    seeds = row.comparison.seeds
    level = {seed: fmean(by_seed[seed] for by_seed in scores.values()) for seed in seeds}
    return {dimension: [by_seed[seed] - level[seed] for seed in seeds] for dimension, by_seed in scores.items()}


def _spread(scores: list[float]) -> dict[str, Any]:
    """The mean, and the interval or the single seeds."""
    if len(scores) < FEWEST_SEEDS:
        mean = fmean(scores) if scores else None
        return {"points": mean, "low": None, "high": None, "seeds": scores if len(scores) > 1 else []}
    over = mean_of(scores)
    return {"points": over.mean, "low": over.low, "high": over.high, "seeds": []}
