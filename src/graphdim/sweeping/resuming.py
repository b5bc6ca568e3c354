"""Where a sweep stands before anything is trained: the race as far as the trainings of its ledger take it.

Whoever watches hears of all of them at once, and only then of new ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphdim.racing.result import Race
from graphdim.racing.schedule import next_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphdim.racing.terms import RaceTerms
    from graphdim.racing.trial import Cell, Trial

__all__ = ["LEVEL", "resumed", "telling_new"]

LEVEL = 0.05  # the share of false claims that a sweep accepts


def resumed(known: Mapping[Cell, Trial], terms: RaceTerms, n_workers: int) -> Race:
    """The race with the known trainings that it asks for; ended, if they leave nothing to train."""
    now = Race(terms, n_workers=n_workers)
    while cells := next_batch(now.merits, terms):
        now = now.adding(known[cell] for cell in cells if cell in known)
        if not known.keys() >= set(cells):
            return now
    return replace(now, ended="seeds" if now.dimension is None else "decided")


def telling_new(tell: Callable[[Race], None], start: Race) -> Callable[[Race], None]:
    """Tell of the start, if it holds anything; then of each race that has more trainings."""
    if start.n_trainings:
        tell(start)

    def told(now: Race) -> None:
        if now.n_trainings > start.n_trainings:
            tell(now)

    return told
