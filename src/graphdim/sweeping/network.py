"""A graph neural network as the objective of a race: trained once per call, scored on its test part."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim import __version__
from graphdim.embedding.scoring.labels import is_lopsided, name_of_score
from graphdim.embedding.scoring.links import score_of_degrees
from graphdim.extras import require
from graphdim.training.grid import Grid, cells

if TYPE_CHECKING:
    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

__all__ = ["NetworkObjective", "network_objective"]


@dataclass(frozen=True, eq=False)
class NetworkObjective:
    """Trains a network of a dimension with a seed, which draws the split and the first weights."""

    usual: Training  # all but the dimension and the seed
    graph: LabelledGraph
    settings: Settings

    @property
    def score(self) -> str:
        """The name of the score."""
        lopsided = is_lopsided(self.graph.labels, self.settings.value("node-classification", "lopsided"))
        return name_of_score(lopsided=self.usual.task == "link-prediction" or lopsided)

    @cached_property
    def identity(self) -> str:
        """What the scores depend on: the training, its settings, and the graph, whatever its file is called."""
        usual = {name: value for name, value in asdict(self.usual).items() if name != "dataset"}
        settings = self.settings.digest(self.usual.model, self.usual.dataset, self.usual.task)
        return f"network {__version__} {usual} {settings} {_digest(self.graph)}"

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Load torch along with the objective, so that a worker does not count it as a part of its first training."""
        import graphdim.training.trainer  # noqa: F401

        require("torch", "training")
        self.__dict__.update(state)

    def __call__(self, dimension: int, seed: int) -> float:
        """Train once."""
        from graphdim.training.trainer import train

        return train(replace(self.usual, dimension=dimension, seed=seed), self.graph, self.settings).score

    def score_of_degrees(self, seed: int) -> float:
        """What the links of a seed score by the degrees of the training edges."""
        from graphdim.training.pairs import pairs_of

        links, _ = pairs_of(replace(self.usual, seed=seed), self.graph, self.settings)
        return score_of_degrees(np.bincount(links.train.ravel(), minlength=self.graph.n_nodes), *links.test)


def network_objective(model: str, task: str, graph: LabelledGraph, settings: Settings) -> NetworkObjective:
    """The objective of a network on a graph."""
    require("torch", f"training {model}")
    [usual] = cells(Grid((graph.name,), (1,), (task,), (model,)), {graph.name: {}}, settings)
    return NetworkObjective(usual, graph, settings)


def _digest(graph: LabelledGraph) -> str:
    """The same for graphs with the same edges, labels and features."""
    features: Any = graph.features
    is_dense = isinstance(features, np.ndarray)
    parts = [features] if is_dense else [features.data, features.indices, features.indptr]
    sides = np.empty(0) if graph.sides is None else graph.sides
    whole = sha256(repr((graph.n_nodes, graph.has_features, features.shape)).encode())
    for part in (graph.edges, graph.labels, *parts, sides):
        whole.update(np.ascontiguousarray(part).tobytes())
    return whole.hexdigest()[:16]
