"""The race replayed on the ledger: how many of its trainings would have been enough, and was the answer right?

Each row with all dimensions of its grid is raced with the scores that the ledger holds. The answer is *right* if it
lies at most the margin below the best dimension, on average over all seeds of the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.choices import TASKS
from graphdim.racing.race import race
from graphdim.words import counted
from minge_paper.markdown import pipes
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minge_paper.evidence.rows import Row

__all__ = ["Replay", "replays", "section"]

MARGIN = 1.0  # points
FEWEST_SEEDS = 3


@dataclass(frozen=True, slots=True)
class Replay:
    """A race over the trainings of one row; `dimension` is None if they were too few to decide."""

    row: Row
    dimension: int | None
    n_trainings: int
    n_in_grid: int

    @property
    def points(self) -> float | None:
        """How far the answer lies below the best of the grid, over all seeds."""
        regret = None if self.dimension is None else self.row.regret_of(self.dimension)
        return None if regret is None else regret.mean

    @property
    def is_right(self) -> bool:
        """Whether the answer is at most the margin below the best."""
        return self.points is not None and self.points <= MARGIN


def replays(rows: Iterable[Row]) -> list[Replay]:
    """Every row that has its whole grid and enough seeds, raced."""
    return [_replay(row) for row in rows if row.is_complete and _n_seeds(row) >= FEWEST_SEEDS]


def _n_seeds(row: Row) -> int:
    return len(row.comparison.seeds) if row.comparison else 0


def _replay(row: Row) -> Replay:
    seeds = row.comparison.seeds if row.comparison else ()

    def objective(dimension: int, seed: int) -> float:
        return row.scores[dimension][seeds[seed]] / 100

    result = race(objective, row.grid, margin=MARGIN / 100, max_seeds=len(seeds))
    return Replay(row, result.dimension, result.n_trainings, len(row.grid) * len(seeds))


def section(rows: Sequence[Row]) -> str:
    """A table by task, and what it means."""
    every = replays(rows)
    if not every:
        return f"No row has {FEWEST_SEEDS} seeds at every dimension: missing."
    groups = {task.replace("-", " "): [one for one in every if one.row.task == task] for task in TASKS}
    head = [
        "task",
        "rows",
        "trainings of the grid",
        "of the race",
        "decided",
        "right",
        "answer, median",
        "below the best",
    ]
    lines = [_line(task, of_task) for task, of_task in groups.items() if of_task]
    return f"{_sentence(every)}\n\n{pipes(head, lines)}"


def _sentence(every: Sequence[Replay]) -> str:
    decided = [one for one in every if one.dimension is not None]
    undecided = [one for one in every if one.dimension is None]
    right = sum(one.is_right for one in decided)
    shares = [f"{_share(decided)} of the trainings of the grid where it decides"] if decided else []
    shares += [f"{_share(undecided)} until it has no seed left where it does not"] if undecided else []
    return (
        f"Of {counted(len(every), 'row')} the race decides {len(decided)}, and in {right} of these the answer is at"
        f" most a point below the best over all seeds. It takes {' and '.join(shares)}. Where it does not decide, the"
        " seeds of the ledger are too few to show that any dimension is within a point of all others; a grid search"
        " over them names a winner all the same."
    )


def _share(replayed: Sequence[Replay]) -> str:
    return f"{number(100 * fmean(one.n_trainings / one.n_in_grid for one in replayed), 0)} %"


def _line(task: str, replayed: Sequence[Replay]) -> list[str]:
    decided = [one for one in replayed if one.dimension is not None]
    answers = [one.dimension for one in decided if one.dimension is not None]
    points = [one.points for one in decided if one.points is not None]
    return [
        task,
        str(len(replayed)),
        str(sum(one.n_in_grid for one in replayed)),
        str(sum(one.n_trainings for one in replayed)),
        str(len(decided)),
        f"{sum(one.is_right for one in decided)} of {len(decided)}",
        number(median(answers), 0) if answers else number(None),
        number(fmean(points)) if points else number(None),
    ]
