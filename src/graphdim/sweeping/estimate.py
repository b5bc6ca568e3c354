"""How long a sweep will take and what its budget buys, judged by the trainings that are finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.racing.budget import expected_seconds, seconds_of
from graphdim.words import counted, duration

if TYPE_CHECKING:
    from graphdim.racing.result import Race
    from graphdim.sweeping.result import Sweep

__all__ = ["announcement", "status"]


def announcement(now: Sweep, budget: float | str) -> str:
    """What is to be expected, once a first training has been timed; the widest is the first, so it is rarely less."""
    race, widest, limit = now.race, max(now.race.terms.dimensions), seconds_of(budget)
    outlook = race.outlook
    seconds = expected_seconds(widest, race.trainings)
    if race.ended:
        return f"{_from_ledger(now)}. {_end(race)}."
    if outlook is None or not outlook.n_trainings:
        return f"{_from_ledger(now)}."
    known = _known(now, widest, seconds)
    n_left = race.terms.size - race.n_trainings
    most = f"at most {n_left:,}, in {duration(n_left * seconds / race.n_workers)}"
    needed = f"{counted(outlook.n_trainings, 'more training')}, in about {duration(outlook.seconds)}"
    return f"{known}. It takes at least {needed}, and {most}. {_bought(outlook.seconds, limit, outlook.n_trainings)}."


def status(now: Sweep) -> str:
    """Trainings, seeds, the present answer and the time left, for a bar."""
    race, outlook = now.race, now.outlook
    seeds = 1 + max((each.seed for each in race.trainings), default=0)
    answer = "no answer yet" if now.dimension is None else f"{now.dimension} so far"
    time_left = "" if outlook is None else f", {_bound(now)} {duration(outlook.seconds)} left"
    return f"{counted(now.n_trainings, 'training')}, {counted(seeds, 'seed')}, {answer}{time_left}"


def _end(race: Race) -> str:
    """Why nothing is left to train: it is decided, every seed is used, or the seeds left would hardly decide it."""
    if race.ended == "decided":
        return "They decide, so nothing is left to train"
    most, used = race.terms.max_seeds, [point.seeds for point in race.curve if point.standing == "open"]
    if used and min(used) == most:
        return f"All {most} seeds are used, so nothing is left to train"
    return f"{most} seeds per dimension would probably not decide it, so no more are trained"


def _known(now: Sweep, widest: int, seconds: float) -> str:
    """What has been timed."""
    if now.n_trainings == 1:
        return f"One training of {now.model} at {widest} dimensions takes {duration(seconds)}"
    return _from_ledger(now)


def _from_ledger(now: Sweep) -> str:
    return f"{counted(now.n_trainings, 'training')} {_are(now.n_trainings)} known from {now.ledger}"


def _bought(needed: float, limit: float, n_trainings: int) -> str:
    """What the budget buys of what is needed."""
    if needed <= limit:
        return f"The budget is {duration(limit)}"
    share = max(1, round(n_trainings * limit / needed))
    return f"The budget of {duration(limit)} buys about {share:,} of them; another call goes on from there"


def _bound(now: Sweep) -> str:
    outlook = now.outlook
    return "at least" if outlook is not None and outlook.is_lower_bound else "about"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
