"""The race itself: train a batch, judge, plan the next, until the answer stands, will not come, or time is up.

The flow on one screen; every decision is made by `schedule` from the scores alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_callable, check_count, check_path
from graphdim.errors import ParameterError
from graphdim.racing.budget import Deadline
from graphdim.racing.identity import identity, name_of, opaque_values
from graphdim.racing.ledger import RaceLedger
from graphdim.racing.result import Race
from graphdim.racing.runners import runner
from graphdim.racing.schedule import next_batch
from graphdim.racing.terms import LEVEL, race_terms

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Sequence

    from graphdim.racing.runners import Runner
    from graphdim.racing.trial import Cell, Trial

__all__ = ["race"]


def race(
    objective: Callable[[int, int], Any],
    dimensions: Iterable[int],
    *,
    margin: float | None = None,
    level: float = LEVEL,
    max_seeds: int = 10,
    direction: str = "maximize",
    budget: float | str | None = None,
    workers: int | None = None,
    ledger: str | os.PathLike[str] | None = None,
    watch: Callable[[Race], None] | None = None,
) -> Race:
    """The smallest dimension that is not worse than the best by more than a margin, for as few trainings as possible.

    Each dimension is trained with the same seeds, 0 and 1 first, and then only where the answer depends on it. In at
    most a share `level` of races the claimed dimension is worse than the best candidate by more than `margin`. This
    holds in simulations where some dimensions are up to five times as noisy as others; failures too rare to occur are
    not seen.

    Parameters
    ----------
    objective
        `objective(dimension, seed)` trains once and returns a score; higher is better, unless `direction` says
        otherwise. It should depend on its two arguments alone.
    dimensions
        The candidates; at least two. Their order saves trainings, but no shape of the curve is assumed.
    margin
        How far from the best is good enough, in units of the score; 0.01 by default, which is a point of a score
        between 0 and 1. Scores in percent need 1 for a point.
    level
        The share of false claims that is accepted.
    max_seeds
        Seeds per dimension at most.
    direction
        "maximize" for a score, such as accuracy; "minimize" for a loss or an error, of which the lowest is the best.
    budget
        Seconds, or a text such as "90s", "10m", "2h". No training is started that is not expected to end in time. One
        that runs in this process cannot be interrupted; in workers it is stopped at the end of the budget.
    workers
        None trains in this process; a number trains in so many others, to which the objective is pickled. The answer
        is the same.
    ledger
        A file that keeps every finished training. A race that was stopped or killed goes on from there. An objective
        that carries more than plain values and arrays needs an attribute `identity` for it.
    watch
        Called with the race so far, for a progress bar: with the trainings of the ledger, if there are any, and after
        each training.

    Returns
    -------
    Race
        `.dimension` is None while undecided; the printed result then says what would suffice.

    Examples
    --------
    >>> import random
    >>> import graphdim as gd
    >>> def objective(dimension, seed):
    ...     noise = random.Random(f"{dimension} {seed}").gauss(0, 0.002)
    ...     return 0.8 - 1 / dimension + noise
    >>> result = gd.race(objective, [8, 16, 32, 64, 128, 256])
    >>> result.dimension, result.sufficient, result.ended
    (128, (128, 256), 'decided')
    >>> result.n_trainings  # the full grid has 60
    21
    """
    terms = race_terms(dimensions, margin, level, max_seeds, direction)
    deadline = Deadline(budget)
    check_callable("objective", objective, "a dimension and a seed that returns a score")
    if watch is not None:
        check_callable("watch", watch, "the race so far")
    if workers is not None:
        workers = check_count("workers", workers, least=1)
    if ledger is not None:
        check_path("ledger", ledger)
    book = None if ledger is None else _book(ledger, objective)
    with runner(objective, workers) as run:
        return _raced(Race(terms, n_workers=workers or 1), run, deadline, book, _telling_news(watch))


def _raced(now: Race, run: Runner, deadline: Deadline, book: RaceLedger | None, tell: Callable[[Race], None]) -> Race:
    """Batch after batch, until none is left or time is up; what the ledger knows is not trained again."""
    known = {} if book is None else book.trainings()
    while cells := next_batch(now.merits, now.terms):
        now = now.adding(known[cell] for cell in cells if cell in known)
        if missing := [cell for cell in cells if cell not in known]:
            tell(now)
        for training in _trained(run, missing, deadline, known):
            if book is not None:
                book.append(training)
            now = now.adding([training])
            tell(now)
        if not known.keys() >= set(cells):
            return replace(now, ended="budget")
    now = replace(now, ended="seeds" if now.dimension is None else "decided")
    tell(now)
    return now


def _telling_news(watch: Callable[[Race], None] | None) -> Callable[[Race], None]:
    """Call `watch` with a race that has more trainings than the one before; a whole ledger is told at once."""
    n_told = 0

    def tell(now: Race) -> None:
        nonlocal n_told
        if watch is not None and now.n_trainings > n_told:
            n_told = now.n_trainings
            watch(now)

    return tell


def _book(path: str | os.PathLike[str], objective: Callable[[int, int], Any]) -> RaceLedger:
    """The ledger of an objective, unless another objective could be taken for it and get its scores."""
    if opaque := opaque_values(objective):
        carried = f"carries values that a ledger cannot tell from others ({', '.join(opaque)})"
        way_out = "give it an attribute identity, a text that says what it depends on, or leave out ledger="
        msg = f"the objective {name_of(objective)} {carried}; {way_out}"
        raise ParameterError(msg)
    return RaceLedger(path, identity(objective), name_of(objective))


def _trained(run: Runner, cells: Sequence[Cell], deadline: Deadline, known: dict[Cell, Trial]) -> Iterable[Trial]:
    """The trainings of a batch as they finish, each of them known from then on."""
    for training in run(cells, deadline, known):
        known[training.cell] = training
        yield training
