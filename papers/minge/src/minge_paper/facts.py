"""What the paper's ledger says about a graph: also MinGE's dimension for each λ of Table 4, and the memory it takes."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

from graphdim.api import ideal_dimension
from graphdim.graph.build import read
from graphdim.training.facts import graph_facts

if TYPE_CHECKING:
    from graphdim.graph.graph import Graph
    from graphdim.training.data import LabelledGraph

__all__ = ["STRUCTURE_WEIGHTS", "paper_facts"]

STRUCTURE_WEIGHTS = (0.1, 0.5, 1.0, 2.0)


def paper_facts(labelled: LabelledGraph) -> dict[str, Any]:
    """The facts of a dataset; time and memory are of one selection."""
    graph = read(f"dataset:{labelled.name}")
    selections = {weight: ideal_dimension(graph, structure_weight=weight) for weight in STRUCTURE_WEIGHTS}
    return graph_facts(graph, labelled, selections[1.0]) | {
        "selected": {f"{weight:g}": selection.dimension for weight, selection in selections.items()},
        "selection_peak_bytes": _peak_bytes(graph),
    }


def _peak_bytes(graph: Graph) -> int:
    """The most memory that a selection allocates in addition to the graph; NumPy reports to tracemalloc."""
    tracemalloc.start()
    try:
        ideal_dimension(graph)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
