"""Embeddings without a network on all fifteen graphs: spectral, ProNE and DeepWalk, at 2 (DeepWalk 4) to 512.

Each graph, task and model has a ledger of its own under results/embeddings, which carries the identity of what was
scored; what it holds is not computed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim import ideal_dimension
from graphdim.embedding import embedding
from graphdim.embedding.objective import EmbeddingObjective
from graphdim.errors import SourceError
from graphdim.folders import json_lines
from graphdim.graph.matrices import adjacency_of
from graphdim.racing.ledger import RaceLedger
from graphdim.racing.trial import train
from graphdim.training.data import load
from minge_paper import places
from minge_paper.curves import Curve
from minge_paper.fitted import FittedSpectral

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from graphdim.embedding.protocol import Embedding
    from graphdim.racing.trial import Trial
    from graphdim.training.data import LabelledGraph

__all__ = ["GRAPHS", "ROWS", "EmbeddingRow", "embed_all", "embedded"]

DIMENSIONS = (4, 8, 16, 32, 64, 128, 256, 512)
# What selectors choose on some of these graphs; DeepWalk would take hours for it.
SMALLEST = {"spectral": (2,), "prone": (2,), FittedSpectral.name: (2,)}
TASKS = ("link-prediction", "node-classification")
SEEDS = {"spectral": 5, "prone": 5, "deepwalk": 3, FittedSpectral.name: 5}
# By their number of edges.
GRAPHS = (
    *("citeseer", "cora", "air_europe", "chameleon_filtered", "air_usa", "polblogs", "airport", "actor", "pubmed"),
    *("squirrel_filtered", "coauthor_cs", "amazon_photo", "blogcatalog_attr", "amazon_computers", "tolokers"),
)


@dataclass(frozen=True, slots=True)
class EmbeddingRow:
    """One model on one graph for one task."""

    dataset: str
    task: str
    model: str

    @property
    def path(self) -> Path:
        """The ledger."""
        return places.EMBEDDINGS / f"{self.dataset}.{self.task}.{self.model}.jsonl"

    def curve(self) -> Curve | None:
        """What the ledger holds; None if there is no ledger."""
        if not self.path.exists():
            return None
        scores: dict[int, dict[int, float]] = {}
        lines = [facts for _, facts in json_lines(self.path.read_bytes())]
        if len({line["race"] for line in lines}) > 1:
            msg = f"{self.path}: scores of several objectives; remove it, and compute them again"
            raise SourceError(msg)
        for line in lines:
            scores.setdefault(line["dimension"], {})[line["seed"]] = 100 * line["score"]
        seconds = sum(line["seconds"] for line in lines)
        return Curve.over_shared_seeds(self.dataset, self.task, self.model, scores, seconds)

    def train(self) -> Iterator[Trial]:
        """Compute what the ledger lacks, seed by seed: the dimensions of a seed share its walks or factors."""
        graph = load(self.dataset)
        labels = None if self.task == "link-prediction" else graph.labels
        objective = EmbeddingObjective(_model(self.model), adjacency_of(graph.edges, graph.n_nodes), labels)
        ledger = RaceLedger(self.path, objective.identity, f"{self.model}, {self.task} on {self.dataset}")
        known = ledger.trainings()
        for seed in range(SEEDS[self.model]):
            for dimension in _dimensions(graph, self.model):
                if (dimension, seed) not in known:
                    training = train(objective, dimension, seed)
                    ledger.append(training)
                    yield training


def _model(name: str) -> Embedding:
    return FittedSpectral() if name == FittedSpectral.name else embedding(name)


def _dimensions(graph: LabelledGraph, model: str) -> list[int]:
    """Powers of two below the number of nodes, and MinGE's choice."""
    chosen = ideal_dimension(graph.edges, n_nodes=graph.n_nodes).dimension
    powers = (*SMALLEST.get(model, ()), *DIMENSIONS)
    return sorted({*(dimension for dimension in powers if dimension < graph.n_nodes), chosen})


# A decoder makes a difference for links alone.
ROWS = tuple(
    EmbeddingRow(dataset, task, model)
    for model in SEEDS
    for dataset in GRAPHS
    for task in (TASKS if model != FittedSpectral.name else TASKS[:1])
)


def embedded() -> list[Curve]:
    """Every curve that the ledgers hold."""
    return [curve for row in ROWS if (curve := row.curve())]


def embed_all() -> Iterator[Trial]:
    """Row after row, quick models and small graphs first."""
    for row in ROWS:
        yield from row.train()
