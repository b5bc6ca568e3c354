"""How long will it take? From the trainings that the ledger has timed, and a few measured epochs of the others.

Trainings that differ in dimension and seed alone take about as long as each other: their mean is the estimate.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.bench.ledger import Record
    from graphdim.bench.training import Training

__all__ = ["Clock", "counted", "duration", "probes"]

PROBE_EPOCHS = 5
MINUTE, HOUR = 60, 3600

Kind = tuple[object, ...]


class Clock:
    """Seconds that a kind of training takes, learned from finished ones."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.timed: dict[Kind, list[float]] = defaultdict(list)
        self.at_most: dict[Kind, float] = {}
        for record in records:
            self.learn(record)

    def learn(self, record: Record) -> None:
        """Add a finished training."""
        self.timed[kind(record.training)].append(record.outcome.seconds)

    def learn_probe(self, whole: Training, probe: Record) -> None:
        """Add a training cut short: at its pace, this is the most that the whole one takes."""
        self.at_most[kind(whole)] = probe.outcome.seconds * whole.max_epochs / probe.outcome.epochs

    def knows(self, training: Training) -> bool:
        """Whether a training like this has been timed or probed."""
        return kind(training) in self.timed or kind(training) in self.at_most

    def is_bound(self, trainings: Iterable[Training]) -> bool:
        """Whether the estimate rests on probes, so that early stopping may shorten it."""
        return any(kind(training) not in self.timed for training in trainings)

    def seconds(self, trainings: Iterable[Training], *, workers: int) -> float:
        """How long these trainings take together; a kind that is not known counts as nothing."""
        return math.fsum(map(self._seconds, trainings)) / workers

    def _seconds(self, training: Training) -> float:
        timed = self.timed.get(kind(training))
        return math.fsum(timed) / len(timed) if timed else self.at_most.get(kind(training), 0.0)


def kind(training: Training) -> Kind:
    """All that the time of a training depends on, but the dimension."""
    return (
        training.task,
        training.dataset,
        training.model,
        training.layers,
        training.train_per_class,
        training.max_epochs,
        training.patience,
    )


def probes(trainings: Iterable[Training], clock: Clock) -> dict[Training, Training]:
    """For each kind that the clock does not know, the training of its middle dimension: cut to a few epochs → whole."""
    unknown: dict[Kind, list[Training]] = defaultdict(list)
    for training in trainings:
        if not clock.knows(training):
            unknown[kind(training)].append(training)
    middle = [sorted(same, key=lambda each: each.dimension)[len(same) // 2] for same in unknown.values()]
    return {replace(whole, max_epochs=min(PROBE_EPOCHS, whole.max_epochs)): whole for whole in middle}


def duration(seconds: float) -> str:
    """Seconds as people say them.

    >>> duration(3.2), duration(125), duration(9000)
    ('4 s', '2 min 5 s', '2 h 30 min')
    """
    whole = math.ceil(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "worker"), counted(2880, "training")
    ('1 worker', '2,880 trainings')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
