r"""Link prediction: a Fermi-Dirac decoder on pairs of nodes, binary cross-entropy, ROC-AUC and average precision.

    P(edge) = 1 / (exp((|u - v|² - r) / t) + 1)        u, v rows scaled to norm at most 1

Messages pass over training edges alone. Three leaks that published code is known
for are switches here, off by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from graphdim.training.data import one_hot_degrees
from graphdim.training.kernels.distance import GroupedPairs, grouped, squared_distances
from graphdim.training.pairs import SECTION, pairs_of
from graphdim.training.scores import average_precision, roc_auc
from graphdim.training.tasks import Scores, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.graph.pairs import NonEdges, Pairs
    from graphdim.training.data import Features, LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

__all__ = ["Decoder", "FixedPairs", "FreshPairs", "task"]


@dataclass(frozen=True, slots=True)
class Decoder:
    """r and t of the Fermi-Dirac decoder, and the norm that rows are scaled to at most."""

    radius: float
    temperature: float
    longest_row: float

    def logits(self, outputs: torch.Tensor, *pairs: GroupedPairs) -> torch.Tensor:
        """ln(P / (1 - P)) = (r - |u - v|²) / t."""
        norms = torch.linalg.vector_norm(outputs, dim=1, keepdim=True)
        rows = outputs / (norms / self.longest_row).clamp(min=1.0)
        squared = torch.cat([squared_distances(rows, part) for part in pairs])
        return (self.radius - squared) / self.temperature

    def loss(self, outputs: torch.Tensor, positives: GroupedPairs, negatives: GroupedPairs) -> torch.Tensor:
        """Mean binary cross-entropy."""
        logits = self.logits(outputs, positives, negatives)
        truth = (torch.arange(len(logits)) < len(positives)).float()
        loss: torch.Tensor = binary_cross_entropy_with_logits(logits, truth)
        return loss

    def scores(self, outputs: torch.Tensor, positives: GroupedPairs, negatives: GroupedPairs) -> Scores:
        """How well positives rank above negatives."""
        logits = self.logits(outputs, positives, negatives).numpy()
        positive = np.arange(len(logits)) < len(positives)
        return Scores(roc_auc(logits, positive), average_precision(logits, positive))


@dataclass(frozen=True, slots=True, eq=False)
class FixedPairs:
    """Validation or test: edges and as many non-edges, as positions among the targets."""

    targets: NDArray[np.int64]
    positives: GroupedPairs
    negatives: GroupedPairs
    decoder: Decoder

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean binary cross-entropy."""
        return self.decoder.loss(outputs, self.positives, self.negatives)

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above negatives."""
        return self.decoder.scores(outputs, self.positives, self.negatives)


@dataclass(frozen=True, slots=True, eq=False)
class FreshPairs:
    """Training: the same positives, and fresh negatives whenever the loss is computed."""

    targets: NDArray[np.int64]
    positives: GroupedPairs
    non_edges: NonEdges
    decoder: Decoder

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean binary cross-entropy."""
        return self.decoder.loss(outputs, self.positives, self._negatives())

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above fresh negatives."""
        return self.decoder.scores(outputs, self.positives, self._negatives())

    def _negatives(self) -> GroupedPairs:
        return _grouped(self.non_edges.draw(len(self.positives)), len(self.targets))


def task(training: Training, graph: LabelledGraph, settings: Settings) -> Task:
    """The three parts by seed; what leaks is what the training names."""
    parts, non_edges = pairs_of(training, graph, settings)
    seen = graph.edges if "messages-over-all-edges" in training.leaks else _without_loops(parts.train)
    decoder = Decoder(*(settings.value(SECTION, name) for name in ("radius", "temperature", "longest_row")))
    train = FreshPairs(np.arange(graph.n_nodes), _grouped(parts.train, graph.n_nodes), non_edges, decoder)
    held_out = (_fixed(*pairs, decoder) for pairs in (parts.validation, parts.test))
    degrees = settings.value(SECTION, "degrees_from") == "training edges"
    return Task(seen, _features(graph, seen if degrees else graph.edges), None, train, *held_out)


def _features(graph: LabelledGraph, seen: Pairs) -> Features:
    """The graph's own features, or one-hot degrees over the edges that the model may see."""
    return graph.features if graph.has_features else one_hot_degrees(graph.n_nodes, seen)


def _fixed(positives: Pairs, negatives: Pairs, decoder: Decoder) -> FixedPairs:
    targets, position = np.unique(np.concatenate([positives, negatives]), return_inverse=True)
    edges, others = np.split(position.reshape(-1, 2), [len(positives)])
    return FixedPairs(targets, _grouped(edges, len(targets)), _grouped(others, len(targets)), decoder)


def _grouped(pairs: Pairs, n_rows: int) -> GroupedPairs:
    return grouped(pairs.astype(np.int32), n_rows)


def _without_loops(pairs: Pairs) -> Pairs:
    proper: Pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return proper
