"""Both tasks as PyG users write them: dense features, torch's dropout, full passes. The rival and the oracle.

Sizes, settings, splits and early stopping are those of graphdim.training, so that times and scores can be compared.
"""

import math
from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from sklearn.metrics import average_precision_score, roc_auc_score
from torch_geometric.nn import GATConv, GCN2Conv, GCNConv
from torch_geometric.utils import negative_sampling

from graphdim.graph.pairs import NonEdges
from graphdim.training.data import LabelledGraph
from graphdim.training.definition import Training
from graphdim.training.pairs import pair_split
from graphdim.training.randomness import stream
from graphdim.training.settings import DEFAULTS, ModelSettings
from graphdim.training.splits import split


class MLP(torch.nn.Module):
    """Two dense layers."""

    def __init__(self, n_features: int, dimension: int, n_classes: int, settings: ModelSettings, layers: int) -> None:
        super().__init__()
        del layers
        self.settings = settings
        self.first, self.last = torch.nn.Linear(n_features, dimension), torch.nn.Linear(dimension, n_classes)
        for layer in (self.first, self.last):
            torch.nn.init.xavier_uniform_(layer.weight)
            torch.nn.init.zeros_(layer.bias)

    def groups(self) -> list[dict]:
        """Parameters with their weight decay."""
        return [{"params": self.parameters(), "weight_decay": self.settings.weight_decay}]

    def forward(self, x: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        """Outputs at every node."""
        del edge_index
        hidden = self.first(F.dropout(x, self.settings.dropout, self.training)).relu()
        return self.last(F.dropout(hidden, self.settings.dropout, self.training))


class GCN(torch.nn.Module):
    """Two GCNConv."""

    def __init__(self, n_features: int, dimension: int, n_classes: int, settings: ModelSettings, layers: int) -> None:
        super().__init__()
        del layers
        self.settings = settings
        self.first = GCNConv(n_features, dimension, cached=True)
        self.last = GCNConv(dimension, n_classes, cached=True)

    def groups(self) -> list[dict]:
        """Parameters with their weight decay."""
        return [
            {"params": self.first.parameters(), "weight_decay": self.settings.weight_decay},
            {"params": self.last.parameters(), "weight_decay": 0.0},
        ]

    def forward(self, x: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        """Outputs at every node."""
        hidden = self.first(F.dropout(x, self.settings.dropout, self.training), edge_index).relu()
        return self.last(F.dropout(hidden, self.settings.dropout, self.training), edge_index)


class GAT(torch.nn.Module):
    """Two GATConv, the first with heads side by side."""

    def __init__(self, n_features: int, dimension: int, n_classes: int, settings: ModelSettings, layers: int) -> None:
        super().__init__()
        del layers
        self.settings = settings
        each, drop = max(1, (dimension + 3) // settings.heads), settings.dropout
        self.first = GATConv(n_features, each, settings.heads, dropout=drop)
        self.last = GATConv(each * settings.heads, n_classes, settings.output_heads, concat=False, dropout=drop)

    def groups(self) -> list[dict]:
        """Parameters with their weight decay."""
        return [{"params": self.parameters(), "weight_decay": self.settings.weight_decay}]

    def forward(self, x: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        """Outputs at every node."""
        hidden = F.elu(self.first(F.dropout(x, self.settings.dropout, self.training), edge_index))
        return self.last(F.dropout(hidden, self.settings.dropout, self.training), edge_index)


class GCNII(torch.nn.Module):
    """A dense layer, GCN2Conv, a dense layer."""

    def __init__(self, n_features: int, dimension: int, n_classes: int, settings: ModelSettings, layers: int) -> None:
        super().__init__()
        self.settings = settings
        self.first, self.last = torch.nn.Linear(n_features, dimension), torch.nn.Linear(dimension, n_classes)
        self.convolutions = torch.nn.ModuleList(
            GCN2Conv(dimension, settings.initial_residual, settings.identity_strength, layer, cached=True)
            for layer in range(1, layers + 1)
        )
        for each in self.convolutions:
            torch.nn.init.uniform_(each.weight1, -1 / math.sqrt(dimension), 1 / math.sqrt(dimension))

    def groups(self) -> list[dict]:
        """Parameters with their weight decay."""
        dense = [*self.first.parameters(), *self.last.parameters()]
        return [
            {"params": self.convolutions.parameters(), "weight_decay": self.settings.convolution_decay},
            {"params": dense, "weight_decay": self.settings.weight_decay},
        ]

    def forward(self, x: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        """Outputs at every node."""
        initial = self.first(F.dropout(x, self.settings.dropout, self.training)).relu()
        hidden = initial
        for each in self.convolutions:
            hidden = each(F.dropout(hidden, self.settings.dropout, self.training), initial, edge_index).relu()
        return self.last(F.dropout(hidden, self.settings.dropout, self.training))


MODELS: dict[str, Callable[..., torch.nn.Module]] = {"mlp": MLP, "gcn": GCN, "gat": GAT, "gcnii": GCNII}


class _Usual:
    """A model of PyG with dense features and an optimiser; `n_outputs` is the width of its last layer."""

    def __init__(self, training: Training, graph: LabelledGraph, n_outputs: int) -> None:
        torch.manual_seed(training.seed)
        settings = DEFAULTS.model(training.model, training.dataset, training.task)
        self.model = MODELS[training.model](graph.n_features, training.dimension, n_outputs, settings, training.layers)
        dense = graph.features if isinstance(graph.features, np.ndarray) else graph.features.toarray()
        self.x = torch.from_numpy(dense)
        self.optimiser = torch.optim.Adam(self.model.groups(), lr=settings.learning_rate)
        self.training = training


class UsualLinks(_Usual):
    """Link prediction: fresh negatives, rows gathered for both ends of every pair, one validation pass."""

    def __init__(self, training: Training, graph: LabelledGraph) -> None:
        super().__init__(training, graph, training.dimension)
        non_edges = NonEdges(graph.n_nodes, graph.edges, stream(training.seed, "negatives"))
        shares = DEFAULTS.value(training.task, "shares")
        parts = pair_split(graph, non_edges, shares, self_loops=False, seed=training.seed)
        self.train = torch.from_numpy(parts.train.T.copy())
        self.edge_index = torch.cat([self.train, self.train.flip(0)], dim=1)
        self.known = both_ways(graph.edges)
        self.validation = torch.from_numpy(np.concatenate(parts.validation).T.copy())

    def logits(self, pairs: torch.Tensor) -> torch.Tensor:
        """The Fermi-Dirac decoder with r = 2 and t = 1, on rows of norm at most 1."""
        outputs = self.model(self.x, self.edge_index)
        rows = outputs / outputs.norm(dim=1, keepdim=True).clamp(min=1.0)
        return 2 - (rows[pairs[0]] - rows[pairs[1]]).square().sum(dim=1)

    def step(self) -> None:
        """One step down the gradient, with as many fresh negatives as there are edges."""
        self.model.train()
        self.optimiser.zero_grad()
        n_nodes, n_edges = len(self.x), self.train.shape[1]
        negatives = negative_sampling(self.known, n_nodes, num_neg_samples=n_edges)
        pairs = torch.cat([self.train, negatives], dim=1)
        truth = torch.zeros(pairs.shape[1])
        truth[:n_edges] = 1
        F.binary_cross_entropy_with_logits(self.logits(pairs), truth).backward()
        self.optimiser.step()

    @torch.no_grad()
    def evaluate(self) -> tuple[float, float]:
        """Validation loss, and ROC-AUC plus average precision."""
        self.model.eval()
        logits = self.logits(self.validation)
        truth = torch.zeros(len(logits))
        truth[: len(logits) // 2] = 1
        loss = F.binary_cross_entropy_with_logits(logits, truth).item()
        return loss, roc_auc_score(truth, logits) + average_precision_score(truth, logits)


def both_ways(edges: np.ndarray) -> torch.Tensor:
    """Undirected edges as an edge index."""
    return torch.from_numpy(np.concatenate([edges, edges[:, ::-1]]).T.copy())


class Usual(_Usual):
    """Node classification with PyG, one epoch at a time: a full training pass, a full evaluation pass."""

    def __init__(self, training: Training, graph: LabelledGraph) -> None:
        super().__init__(training, graph, graph.n_classes)
        self.edge_index = both_ways(graph.edges)
        self.y = torch.from_numpy(graph.labels)
        self.parts = split(graph, training.train_per_class, training.seed, DEFAULTS)

    def step(self) -> None:
        """One step down the gradient."""
        self.model.train()
        self.optimiser.zero_grad()
        train = self.parts.train
        F.cross_entropy(self.model(self.x, self.edge_index)[train], self.y[train]).backward()
        self.optimiser.step()

    @torch.no_grad()
    def evaluate(self) -> tuple[float, float]:
        """Validation loss and test accuracy."""
        self.model.eval()
        outputs = self.model(self.x, self.edge_index)
        validation, test = self.parts.validation, self.parts.test
        loss = F.cross_entropy(outputs[validation], self.y[validation]).item()
        return loss, (outputs[test].argmax(dim=1) == self.y[test]).float().mean().item()

    def score(self) -> float:
        """The test accuracy at the best validation loss."""
        best, score, waited = math.inf, 0.0, 0
        for _ in range(self.training.max_epochs):
            self.step()
            loss, accuracy = self.evaluate()
            waited = 0 if loss < best else waited + 1
            if loss < best:
                best, score = loss, accuracy
            if waited >= self.training.patience:
                break
        return score
