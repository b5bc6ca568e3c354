"""How long will it take? From the trainings that the ledger has timed, and a few measured epochs of the others.

Trainings that differ in seed alone take about as long as each other: their mean is the estimate, and between two
dimensions the straight line.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from graphdim.words import about, between

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record

__all__ = ["Timings", "expected", "probes"]

PROBE_EPOCHS = 5


class Timings:
    """Seconds that a kind of training takes, learned from finished ones and from probes."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.timed: dict[Training, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.bounds: dict[Training, tuple[float, float]] = {}
        for record in records:
            self.learn(record)

    def learn(self, record: Record) -> None:
        """Add a finished training."""
        self.timed[kind(record.training)][record.training.dimension].append(record.outcome.seconds)

    def learn_probe(self, whole: Training, probe: Record) -> None:
        """Add a training cut short: at its pace the whole one takes its patience at least, and all epochs at most."""
        pace = probe.outcome.seconds / probe.outcome.epochs
        self.bounds[kind(whole)] = (pace * min(whole.patience, whole.max_epochs), pace * whole.max_epochs)

    def knows(self, training: Training) -> bool:
        """Whether a training like this has been timed or probed."""
        return kind(training) in self.timed or kind(training) in self.bounds

    def seconds(self, trainings: Iterable[Training], *, workers: int) -> float:
        """How long these trainings take together; a kind that is not known counts as nothing."""
        low, high = self.between(trainings, workers=workers)
        return (low + high) / 2

    def between(self, trainings: Iterable[Training], *, workers: int) -> tuple[float, float]:
        """The least and the most that these trainings take together; the same where all kinds have been timed."""
        bounds = [self._bounds(training) for training in trainings]
        return math.fsum(low for low, _ in bounds) / workers, math.fsum(high for _, high in bounds) / workers

    def longest_first(self, trainings: Iterable[Training]) -> list[Training]:
        """Seed by seed, and within a seed the longest first: no worker is left waiting for one that began last."""
        return sorted(trainings, key=lambda item: (-item.seed, self._bounds(item), item.dimension), reverse=True)

    def _bounds(self, training: Training) -> tuple[float, float]:
        timed = self.timed.get(kind(training))
        if not timed:
            return self.bounds.get(kind(training), (0.0, 0.0))
        dimensions = sorted(timed)
        means = [math.fsum(timed[dimension]) / len(timed[dimension]) for dimension in dimensions]
        estimate = float(np.interp(training.dimension, dimensions, means))
        return estimate, estimate


def kind(training: Training) -> Training:
    """Everything that the time of a training depends on, except the dimension."""
    return replace(training, dimension=1, seed=0)


def probes(trainings: Iterable[Training], timings: Timings) -> dict[Training, Training]:
    """For each kind without a timing, the training of its middle dimension: cut to a few epochs → whole."""
    unknown: dict[Training, list[Training]] = defaultdict(list)
    for training in trainings:
        if not timings.knows(training):
            unknown[kind(training)].append(training)
    middle = [sorted(same, key=lambda training: training.dimension)[len(same) // 2] for same in unknown.values()]
    return {replace(whole, max_epochs=min(PROBE_EPOCHS, whole.max_epochs)): whole for whole in middle}


def expected(low: float, high: float) -> str:
    """How long something takes, from its bounds.

    >>> expected(60, 60), expected(60, 120)
    ('about 1 min', 'about 1 to 2 min, depending on early stopping')
    """
    known = between(low, high)
    return known if about(low) == about(high) else f"{known}, depending on early stopping"
