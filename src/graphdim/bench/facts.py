"""What the ledger says about a graph: its size, and the dimensions that MinGE selects for it, with their cost.

Every record carries these facts, so that tables and figures need the ledger alone.
"""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

from graphdim.api import ideal_dimension
from graphdim.graph.build import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.bench.data import LabelledGraph
    from graphdim.graph.graph import Graph

__all__ = ["STRUCTURE_WEIGHTS", "facts_of", "graph_facts", "selected"]

STRUCTURE_WEIGHTS = (0.1, 0.5, 1.0, 2.0)


def facts_of(dataset: str, labelled: LabelledGraph) -> dict[str, Any]:
    """The facts of a named dataset."""
    return graph_facts(read(f"dataset:{dataset}"), labelled)


def graph_facts(graph: Graph, labelled: LabelledGraph) -> dict[str, Any]:
    """Size, classes and MinGE's dimension for each structure weight; time and memory are of one selection."""
    selections = [ideal_dimension(graph, structure_weight=each) for each in STRUCTURE_WEIGHTS]
    return {
        "n_nodes": graph.n_nodes,
        "n_edges": graph.n_edges,
        "n_features": labelled.n_features,
        "n_classes": labelled.n_classes,
        "selected": {f"{each.parameters['structure_weight']:g}": each.dimension for each in selections},
        "selection_seconds": ideal_dimension(graph).seconds,
        "selection_peak_bytes": _peak_bytes(graph),
    }


def selected(facts: Mapping[str, Any], structure_weight: float = 1.0) -> int:
    """MinGE's dimension among the facts of a graph.

    >>> selected({"selected": {"1": 98}})
    98
    """
    return int(facts["selected"][f"{structure_weight:g}"])


def _peak_bytes(graph: Graph) -> int:
    """The most memory that a selection allocates beside the graph; NumPy reports to tracemalloc."""
    tracemalloc.start()
    try:
        ideal_dimension(graph)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
