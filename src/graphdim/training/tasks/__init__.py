"""What a model is trained for. A task is three parts: training, validation and test, each with its loss and scores."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    from graphdim.training.data import Features, LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

__all__ = ["Part", "Scores", "Task", "task"]


@dataclass(frozen=True, slots=True)
class Scores:
    """How good the outputs are on one part; average precision where the task ranks pairs."""

    score: float
    average_precision: float | None = None

    @property
    def ranking(self) -> float:
        """ROC-AUC plus average precision, by which link prediction keeps its best weights."""
        return self.score + (self.average_precision or 0.0)


class Part(Protocol):
    """One part of a task. `targets` are the nodes whose outputs it needs, in the order in which it wants them."""

    @property
    def targets(self) -> NDArray[np.int64]:
        """The nodes."""

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """The loss of the outputs at the targets."""

    def scores(self, outputs: torch.Tensor) -> Scores:
        """The scores of the outputs at the targets."""


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """The edges that messages pass over, the features, the number of classes if there are any, and the three parts."""

    edges: NDArray[np.int64]
    features: Features
    n_outputs: int | None
    train: Part
    validation: Part
    test: Part


def task(training: Training, graph: LabelledGraph, settings: Settings) -> Task:
    """The task of a training on a graph, its parts drawn by the training's seed."""
    chosen = importlib.import_module(f"graphdim.training.tasks.{training.task.replace('-', '_')}")
    return chosen.task(training, graph, settings)  # type: ignore[no-any-return]
