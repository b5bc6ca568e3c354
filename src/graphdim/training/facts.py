"""What the ledger says about a graph: its size, and the dimension that MinGE selects for it.

Every record carries these facts, so that whoever reads the ledger needs nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.api import ideal_dimension
from graphdim.engines.options import SourceOptions
from graphdim.graph.build import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.graph.graph import Graph
    from graphdim.selectors.selection import Selection
    from graphdim.training.data import LabelledGraph

__all__ = ["dataset_facts", "graph_facts", "selected"]


def dataset_facts(labelled: LabelledGraph) -> dict[str, Any]:
    """The facts of a named dataset."""
    graph = read(f"dataset:{labelled.name}")
    return graph_facts(graph, labelled, ideal_dimension(graph))


def graph_facts(graph: Graph, labelled: LabelledGraph, selection: Selection) -> dict[str, Any]:
    """Size, fingerprint, classes, and what MinGE selects with its usual weight of the structure."""
    return {
        "n_nodes": graph.n_nodes,
        "n_edges": graph.n_edges,
        "fingerprint": _fingerprint(graph),
        "n_features": labelled.n_features,
        "n_classes": labelled.n_classes,
        "selected": {"1": selection.dimension},
        "selection_seconds": selection.seconds,
    }


def _fingerprint(graph: Graph) -> str | None:
    with engines.open(graph, SourceOptions(), degrees=True) as view:
        return view.facts.fingerprint


def selected(facts: Mapping[str, Any], structure_weight: float = 1.0) -> int:
    """MinGE's dimension among the facts of a graph.

    >>> selected({"selected": {"1": 98}})
    98
    """
    return int(facts["selected"][f"{structure_weight:g}"])
