"""Node classification: cross-entropy on labelled nodes; accuracy, or ROC-AUC where two classes are lopsided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from graphdim.embedding.scoring.labels import is_lopsided
from graphdim.training.scores import accuracy, roc_auc
from graphdim.training.splits import overlapping_split, split, without_overlap
from graphdim.training.tasks import Scores, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings
    from graphdim.training.splits import Split

__all__ = ["NodePart", "task"]


@dataclass(frozen=True, slots=True, eq=False)
class NodePart:
    """Nodes with their labels; `entries`, where a node counts more than once, are their places in the part."""

    targets: NDArray[np.int64]
    labels: torch.Tensor
    ranked: bool
    entries: torch.Tensor | None = None

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean cross-entropy."""
        loss: torch.Tensor = cross_entropy(self._listed(outputs), self._listed(self.labels))
        return loss

    def scores(self, outputs: torch.Tensor) -> Scores:
        """Accuracy; ROC-AUC of the second class if the classes are lopsided."""
        logits, labels = self._listed(outputs).numpy(), self._listed(self.labels).numpy()
        if self.ranked:
            return Scores(roc_auc(logits[:, 1] - logits[:, 0], labels == 1))
        return Scores(accuracy(logits.argmax(axis=1), labels))

    def _listed(self, of_targets: torch.Tensor) -> torch.Tensor:
        return of_targets if self.entries is None else of_targets[self.entries]


def task(training: Training, graph: LabelledGraph, settings: Settings) -> Task:
    """The three parts by the split; messages pass over all edges."""
    parts = _split(training, graph, settings)
    ranked = is_lopsided(graph.labels, settings.value("node-classification", "lopsided"))
    train, validation, test = (
        _part(graph, nodes, ranked=ranked) for nodes in (parts.train, parts.validation, parts.test)
    )
    return Task(graph.edges, graph.features, graph.n_classes, train, validation, test)


def _split(training: Training, graph: LabelledGraph, settings: Settings) -> Split:
    if not training.leaks:
        return split(graph, training.train_per_class, training.seed, settings)
    released = overlapping_split(graph, training.seed)
    return without_overlap(released) if "overlap-removed" in training.leaks else released


def _part(graph: LabelledGraph, nodes: NDArray[np.int64], *, ranked: bool) -> NodePart:
    distinct, entries = np.unique(nodes, return_inverse=True)
    if len(distinct) == len(nodes):
        return NodePart(nodes, torch.from_numpy(graph.labels[nodes]), ranked)
    return NodePart(distinct, torch.from_numpy(graph.labels[distinct]), ranked, torch.from_numpy(entries))
