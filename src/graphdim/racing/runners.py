"""Where trainings run: in this process one after the other, or in worker processes side by side.

Both give each training as soon as it is finished, and start none that is not expected to end within the budget. In this
process nobody can interrupt a training under way; a worker is stopped when the budget ends.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from graphdim.racing.trial import name_of_cell, train
from graphdim.threads import n_cores
from graphdim.workers import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from graphdim.racing.budget import Deadline
    from graphdim.racing.trial import Cell, Objective, Trial

    # Gives each training when it is finished; the caller adds it to the mapping before asking for the next.
    Runner = Callable[[Sequence[Cell], Deadline, Mapping[Cell, Trial]], Iterator[Trial]]

__all__ = ["runner"]


@contextmanager
def runner(objective: Objective, n_workers: int | None) -> Iterator[Runner]:
    """None for this process; a number for so many others."""
    work = partial(_train, objective)
    if n_workers is None:
        yield partial(_here, work)
        return
    with WorkerPool(work, n_workers, n_threads=max(1, n_cores() // n_workers), name=name_of_cell) as pool:
        yield partial(_there, pool)


def _train(objective: Objective, cell: Cell) -> Trial:
    return train(objective, *cell)


def _here(
    work: Callable[[Cell], Trial], cells: Sequence[Cell], deadline: Deadline, finished: Mapping[Cell, Trial]
) -> Iterator[Trial]:
    """Train one after the other."""
    for cell in cells:
        if not deadline.allows(cell[0], finished.values()):
            return
        yield work(cell)


def _there(
    pool: WorkerPool[Cell, Trial], cells: Sequence[Cell], deadline: Deadline, finished: Mapping[Cell, Trial]
) -> Iterator[Trial]:
    """Train side by side; at the end of the budget, what is still under way is given up."""
    return pool.run(
        cells, may_start=lambda cell: deadline.allows(cell[0], finished.values()), time_left=lambda: deadline.left
    )
