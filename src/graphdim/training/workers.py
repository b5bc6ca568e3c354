"""Trainings → records, in processes of one thread each.

A training depends on its seed alone, so the number of workers changes only the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from graphdim.training.ledger import Record
from graphdim.training.settings import DEFAULTS
from graphdim.training.stamp import stamp
from graphdim.workers import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

    Pool = WorkerPool[Training, Record]

__all__ = ["WorkerContext", "worker_pool"]


@dataclass(frozen=True)
class WorkerContext:
    """What all trainings of a run share: facts of each graph, settings, and where the results come from."""

    graphs: Mapping[str, Mapping[str, Any]]
    settings: Settings = DEFAULTS
    stamp: Mapping[str, Any] = field(default_factory=stamp)

    def train(self, training: Training) -> Record:
        """Train once, in this process."""
        from graphdim.training.trainer import train

        graph = _load(training.dataset)
        digest = self.settings.digest(training.model, training.dataset, training.task)
        outcome = train(training, graph, self.settings)
        return Record(training, outcome, digest, self.graphs[training.dataset], **self.stamp)


def worker_pool(context: WorkerContext, size: int) -> Pool:
    """Worker processes that train, started when they are first needed and stopped when the `with` ends."""
    return WorkerPool(context.train, size)


@cache
def _load(dataset: str) -> LabelledGraph:
    from graphdim.training.data import load

    return load(dataset)
