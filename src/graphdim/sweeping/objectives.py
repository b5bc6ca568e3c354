"""What is trained, and for what: model, task and graph → the objective of a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from graphdim.checks import check_choice
from graphdim.choices import MODELS, TASKS
from graphdim.embedding import EMBEDDINGS, embedding
from graphdim.errors import ParameterError
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphdim.embedding.protocol import Embedding
    from graphdim.graph.graph import Graph
    from graphdim.training.data import LabelledGraph

    Function = Callable[..., Any]

__all__ = ["Objective", "objective_of", "read_model", "task_of"]

FEWEST_CLASSES = 2


class Objective(Protocol):
    """One training and its score; `identity` is a text that says all that the score depends on."""

    @property
    def identity(self) -> str:
        """The same for equal objectives."""

    @property
    def score(self) -> str:
        """The name of the score."""

    def __call__(self, dimension: int, seed: int) -> float:
        """Train once."""

    def score_of_degrees(self, seed: int) -> float:
        """What the held-out links of a seed score by degrees alone; for link prediction."""


def task_of(asked: str | None, labelled: LabelledGraph, *, is_labelled: bool) -> str:
    """The task: labels where there are any, else links. Labels that the source merely carries must make classes."""
    if asked is not None:
        check_choice("task", asked, TASKS)
        if asked == "node-classification" and not (is_labelled or labelled.n_classes):
            lack = "node classification needs labels, and the source brings none"
            msg = f"{lack}; give a file with --labels FILE (labels=… in Python)"
            raise ParameterError(msg)
        return asked
    return "node-classification" if is_labelled or labelled.n_classes >= FEWEST_CLASSES else "link-prediction"


def read_model(asked: str | Function | None) -> str | Function | None:
    """A model's name, or a function; MODULE:FUNCTION is imported."""
    if isinstance(asked, str) and ":" in asked:
        from graphdim.embedding.own import load

        return load(asked)
    if isinstance(asked, str):
        check_choice("model", asked, (*EMBEDDINGS, *MODELS, "MODULE:FUNCTION"))
    elif asked is not None and not callable(asked):
        msg = f"model is {shown(asked)}; give a name, or a function of (adjacency, dimension, seed)"
        raise ParameterError(msg)
    return asked


def objective_of(
    model: str | Function | None, task: str, graph: Graph, labelled: LabelledGraph, *, is_dataset: bool
) -> tuple[str, Objective]:
    """The model's name and the objective; by default DeepWalk, or a GCN where there are features to look at."""
    if task == "link-prediction" and not labelled.has_features:
        from graphdim.graph.bridges import check_links_can_be_foretold

        check_links_can_be_foretold(graph.adjacency())
    chosen = model or ("gcn" if labelled.has_features else "deepwalk")
    if isinstance(chosen, str) and chosen in MODELS:
        return chosen, _network(chosen, task, labelled, is_dataset=is_dataset)
    from graphdim.embedding.objective import EmbeddingObjective

    embedded = _embedding(chosen, labelled)
    labels = labelled.labels if task == "node-classification" else None
    return embedded.name, EmbeddingObjective(embedded, graph.adjacency(), labels, graph.sides)


def _embedding(model: str | Function, labelled: LabelledGraph) -> Embedding:
    """An embedding of the registry, or the user's own function."""
    if isinstance(model, str):
        return embedding(model)
    from graphdim.embedding.own import OwnEmbedding

    return OwnEmbedding(model, labelled.features if labelled.has_features else None)


def _network(model: str, task: str, labelled: LabelledGraph, *, is_dataset: bool) -> Objective:
    from graphdim.sweeping.network import network_objective
    from graphdim.training.settings import DEFAULTS

    # Settings for a named dataset are for that dataset alone, not for a user's graph of the same name.
    return network_objective(model, task, labelled, DEFAULTS if is_dataset else DEFAULTS.for_any_graph)
