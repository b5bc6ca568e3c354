"""One training, from its settings to its outcome, deterministic and on one thread.

    task → model → receptive fields of the three parts → epochs: a step, a validation → scores at the best epoch

Node classification keeps the weights of the lowest validation loss, link prediction those that rank the validation
pairs best, and goes on while either improves: the ranking alone stops on early spikes, the loss alone on plateaus.
The test part is not touched before the end: the best weights are kept, not their predictions.
"""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.training.definition import Outcome, Training
from graphdim.training.memory import forget_peak, peak_memory
from graphdim.training.randomness import Dropout, stream
from graphdim.training.settings import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from torch import Tensor

    from graphdim.training.data import LabelledGraph
    from graphdim.training.models import Model
    from graphdim.training.settings import ModelSettings, Settings
    from graphdim.training.tasks import Part, Scores, Task

__all__ = ["Trainer", "train"]


def train(training: Training, graph: LabelledGraph, settings: Settings = DEFAULTS) -> Outcome:
    """Train once and score the weights that were best on the validation part."""
    require("torch", "training a model")
    forget_peak()
    with one_thread():
        trainer = Trainer(training, graph, settings)
        started = time.perf_counter()
        trainer.run()
        seconds = time.perf_counter() - started
        validation, test = trainer.scores("validation"), trainer.scores("test")
    return Outcome(
        score=test.score,
        validation_score=validation.score,
        average_precision=test.average_precision,
        epochs=trainer.epochs,
        seconds=seconds,
        width=trainer.model.width,
        parameters=sum(parameter.numel() for parameter in trainer.parameters),
        peak_memory_bytes=peak_memory(),
    )


class Trainer:
    """A model in training: what it sees of each part, its optimiser and its best weights."""

    def __init__(self, training: Training, graph: LabelledGraph, settings: Settings = DEFAULTS) -> None:
        import torch

        from graphdim.training.tasks import task

        of_model = settings.model(training.model, training.dataset, training.task)
        self.training = training
        self.graph = graph
        self.task: Task = task(training, graph, settings)
        self.model = _model(training, self.task, of_model)
        self.drop = Dropout(of_model.dropout, training.seed) if of_model.dropout else None
        # Without dropout, the pass that validates one step is the pass that trains the next, if it covers all nodes.
        self.looks_ahead = self.drop is None and len(self.task.train.targets) == graph.n_nodes
        self.next_outputs: Tensor | None = None
        self.inputs = {name: self._inputs(name) for name in ("train", "validation")[: 1 if self.looks_ahead else 2]}
        self.optimiser = torch.optim.Adam(self.model.groups(), lr=of_model.learning_rate, fused=True)
        self.parameters = [parameter for group in self.model.groups() for parameter in group["params"]]
        self.best = [parameter.detach().clone() for parameter in self.parameters]
        self.ranks = settings.value(training.task, "best_by") == "ranking"
        self.best_loss = math.inf
        self.best_ranking = -math.inf
        self.epochs = 0

    def run(self) -> None:
        """Epochs until the validation part has not got better for as many as the patience allows."""
        waited = 0
        while self.epochs < self.training.max_epochs and waited < self.training.patience:
            self.step()
            waited = 0 if self.validate() else waited + 1
            self.epochs += 1
        _copy(self.best, self.parameters)

    def step(self) -> None:
        """One step down the gradient of the training loss."""
        outputs = self.model.run(self.inputs["train"], self.drop) if self.next_outputs is None else self.next_outputs
        self.next_outputs = None
        self.optimiser.zero_grad()
        self.task.train.loss(outputs).backward()
        self.optimiser.step()

    def validate(self) -> bool:
        """Whether the validation part is better than ever, by its loss or its ranking; the best weights are kept."""
        import torch

        outputs = self._validation_outputs()
        with torch.inference_mode():
            loss = float(self.task.validation.loss(outputs))
            ranking = self.task.validation.scores(outputs).ranking if self.ranks else -math.inf
        lower, higher = loss < self.best_loss, ranking > self.best_ranking
        self.best_loss, self.best_ranking = min(loss, self.best_loss), max(ranking, self.best_ranking)
        if higher if self.ranks else lower:
            _copy(self.parameters, self.best)
        return lower or higher

    def _validation_outputs(self) -> Tensor:
        import torch

        if self.looks_ahead:
            self.next_outputs = self.model.run(self.inputs["train"], None)
            return self.next_outputs.detach()[self.task.validation.targets]
        with torch.inference_mode():
            return self.model.run(self.inputs["validation"], None)

    def scores(self, name: str) -> Scores:
        """The scores of the present weights on a part."""
        import torch

        inputs = self.inputs[name] if name in self.inputs else self._inputs(name)
        with torch.inference_mode():
            return self._part(name).scores(self.model.run(inputs, None))

    def _part(self, name: str) -> Part:
        part: Part = getattr(self.task, name)
        return part

    def _inputs(self, name: str) -> Any:
        from graphdim.training.fields import adjacency, field

        seen = adjacency(self.graph.n_nodes, self.task.edges)
        return self.model.inputs(self.task.features, field(seen, self._part(name).targets, self.model.hops))


def _model(training: Training, task: Task, settings: ModelSettings) -> Model:
    from graphdim.training.models import Shape, build

    shape = Shape(task.features.shape[1], training.dimension, training.layers, task.n_outputs, training.per_head)
    return build(training.model, shape, settings, stream(training.seed, "weights"))


def _copy(sources: Sequence[Tensor], targets: Sequence[Tensor]) -> None:
    import torch

    with torch.no_grad():
        for source, target in zip(sources, targets, strict=True):
            target.copy_(source)


@contextmanager
def one_thread() -> Iterator[None]:
    """Hold torch to one thread: sums then run in one order, and workers do not fight over cores."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
