r"""Link prediction: a Fermi-Dirac decoder on pairs of nodes, binary cross-entropy, ROC-AUC and average precision.

    P(edge) = 1 / (exp((|u - v|² - r) / t) + 1)        u, v rows scaled to norm at most 1

Messages pass over training edges alone. The authors' script leaks in three ways, each a switch here, off by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from graphdim.bench.data import one_hot_degrees
from graphdim.bench.kernels.distance import squared_distances
from graphdim.bench.pairs import NonEdges, Pairs, link_split
from graphdim.bench.randomness import stream
from graphdim.bench.scores import average_precision, roc_auc
from graphdim.bench.settings import value
from graphdim.bench.tasks import Scores, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.bench.data import Features, LabelledGraph
    from graphdim.bench.training import Training

__all__ = ["FixedPairs", "FreshPairs", "logits", "task"]

SECTION = "link-prediction"


@dataclass(frozen=True, slots=True, eq=False)
class FixedPairs:
    """Validation or test: positives first, then as many negatives, as positions among the targets."""

    targets: NDArray[np.int64]
    pairs: NDArray[np.int32]

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean binary cross-entropy."""
        return _loss(outputs, self.pairs)

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above negatives."""
        found = logits(outputs, self.pairs).numpy()
        positive = np.arange(len(found)) < len(found) // 2
        return Scores(roc_auc(found, positive), average_precision(found, positive))


@dataclass(frozen=True, slots=True, eq=False)
class FreshPairs:
    """Training: the same positives and fresh negatives each time the loss is asked for."""

    targets: NDArray[np.int64]
    positives: Pairs
    non_edges: NonEdges

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean binary cross-entropy."""
        return _loss(outputs, self._pairs())

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above fresh negatives."""
        return FixedPairs(self.targets, self._pairs()).scores(outputs)

    def _pairs(self) -> NDArray[np.int32]:
        negatives = self.non_edges.draw(len(self.positives))
        return np.concatenate([self.positives, negatives]).astype(np.int32)


def task(training: Training, graph: LabelledGraph) -> Task:
    """The three parts by seed; what leaks is what the training names."""
    known = graph.edges[:0] if "edges-among-negatives" in training.leaks else graph.edges
    non_edges = NonEdges(graph.n_nodes, known, stream(training.seed, "negatives"))
    loops = "self-loops-as-positives" in training.leaks
    parts = link_split(graph, non_edges, self_loops=loops, seed=training.seed)
    seen = graph.edges if "messages-over-all-edges" in training.leaks else _without_loops(parts.train)
    train = FreshPairs(np.arange(graph.n_nodes), parts.train, non_edges)
    return Task(seen, _features(graph, seen), None, train, _fixed(*parts.validation), _fixed(*parts.test))


def _features(graph: LabelledGraph, seen: Pairs) -> Features:
    """The graph's own features, or one-hot degrees, which must not tell of the edges that are held out."""
    if graph.has_features or value(SECTION, "degrees_from") != "training edges":
        return graph.features
    return one_hot_degrees(graph.n_nodes, seen)


def logits(outputs: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
    """ln(P / (1 - P)) = (r - |u - v|²) / t."""
    longest = value(SECTION, "longest_row")
    norms = torch.linalg.vector_norm(outputs, dim=1, keepdim=True)
    rows = outputs / (norms / longest).clamp(min=1.0)
    found: torch.Tensor = (value(SECTION, "radius") - squared_distances(rows, pairs)) / value(SECTION, "temperature")
    return found


def _loss(outputs: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
    truth = (torch.arange(len(pairs)) < len(pairs) // 2).float()
    found: torch.Tensor = binary_cross_entropy_with_logits(logits(outputs, pairs), truth)
    return found


def _fixed(positives: Pairs, negatives: Pairs) -> FixedPairs:
    targets, position = np.unique(np.concatenate([positives, negatives]), return_inverse=True)
    return FixedPairs(targets, position.reshape(-1, 2).astype(np.int32))


def _without_loops(pairs: Pairs) -> Pairs:
    proper: Pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return proper
