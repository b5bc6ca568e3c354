"""Graph → measurement: the one shape that selectors know, whatever engine did the sums."""

from dataclasses import dataclass

import numpy as np

from graphdim.engines.memory import MemoryEngine
from graphdim.entropy.structure import structure_entropy
from graphdim.errors import ParameterError
from graphdim.reading.graph import Cleaning, Graph

__all__ = ["ENGINES", "Measurement", "measure"]

ENGINES = ("auto", "memory")


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a selector needs of a graph: its size and its structure entropy."""

    n_nodes: int
    n_edges: int
    n_isolated: int
    structure_entropy: float
    variant: str
    engine: str
    cleaning: Cleaning
    source: str = ""
    notes: tuple[str, ...] = ()


def measure(graph: Graph, *, variant: str = "published", engine: str = "auto") -> Measurement:
    """Structure entropy of `graph` by `engine`."""
    if engine not in ENGINES:
        msg = f"unknown engine {engine!r}; it is one of {', '.join(ENGINES)}"
        raise ParameterError(msg)
    sums = MemoryEngine(graph)
    return Measurement(
        n_nodes=graph.n_nodes,
        n_edges=graph.n_edges,
        n_isolated=int(np.count_nonzero(sums.degrees == 0)),
        structure_entropy=structure_entropy(sums, variant),
        variant=variant,
        engine="memory",
        cleaning=graph.cleaning,
        source=graph.name,
        notes=graph.notes,
    )
