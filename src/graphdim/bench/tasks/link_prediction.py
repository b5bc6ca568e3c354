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

from graphdim.bench.pairs import NonEdges, Pairs, link_split
from graphdim.bench.randomness import stream
from graphdim.bench.scores import average_precision, roc_auc
from graphdim.bench.settings import value
from graphdim.bench.tasks import Scores, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.bench.data import LabelledGraph
    from graphdim.bench.training import Training

__all__ = ["FixedPairs", "FreshPairs", "logits", "task"]

SECTION = "link-prediction"


@dataclass(frozen=True, slots=True, eq=False)
class FixedPairs:
    """Validation or test: positives first, then as many negatives, as positions among the targets."""

    targets: NDArray[np.int64]
    ends: torch.Tensor

    def loss(self, outputs: torch.Tensor) -> torch.Tensor:
        """Mean binary cross-entropy."""
        return _loss(outputs, self.ends)

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above negatives."""
        found = logits(outputs, self.ends).numpy()
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
        return _loss(outputs, _ends(self.positives, self.non_edges.draw(len(self.positives))))

    def scores(self, outputs: torch.Tensor) -> Scores:
        """How well positives rank above fresh negatives."""
        ends = _ends(self.positives, self.non_edges.draw(len(self.positives)))
        return FixedPairs(self.targets, ends).scores(outputs)


def task(training: Training, graph: LabelledGraph) -> Task:
    """The three parts by seed; what leaks is what the training names."""
    known = graph.edges[:0] if "edges-among-negatives" in training.leaks else graph.edges
    non_edges = NonEdges(graph.n_nodes, known, stream(training.seed, "negatives"))
    loops = "self-loops-as-positives" in training.leaks
    parts = link_split(graph, non_edges, self_loops=loops, seed=training.seed)
    seen = graph.edges if "messages-over-all-edges" in training.leaks else _without_loops(parts.train)
    train = FreshPairs(np.arange(graph.n_nodes), parts.train, non_edges)
    return Task(seen, None, train, _fixed(*parts.validation), _fixed(*parts.test))


def logits(outputs: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """ln(P / (1 - P)) = (r - |u - v|²) / t."""
    longest = value(SECTION, "longest_row")
    norms = torch.linalg.vector_norm(outputs, dim=1, keepdim=True)
    rows = outputs / (norms / longest).clamp(min=1.0)
    squared = (rows[ends[0]] - rows[ends[1]]).square().sum(dim=1)
    found: torch.Tensor = (value(SECTION, "radius") - squared) / value(SECTION, "temperature")
    return found


def _loss(outputs: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    truth = (torch.arange(ends.shape[1]) < ends.shape[1] // 2).float()
    return binary_cross_entropy_with_logits(logits(outputs, ends), truth)  # type: ignore[no-any-return]


def _ends(positives: Pairs, negatives: Pairs) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(np.concatenate([positives, negatives]).T))


def _fixed(positives: Pairs, negatives: Pairs) -> FixedPairs:
    targets, position = np.unique(np.concatenate([positives, negatives]), return_inverse=True)
    return FixedPairs(targets, torch.from_numpy(np.ascontiguousarray(position.reshape(-1, 2).T)))


def _without_loops(pairs: Pairs) -> Pairs:
    return pairs[pairs[:, 0] != pairs[:, 1]]
