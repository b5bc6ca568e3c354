"""Source → measurement: the one shape that selectors know, whatever engine did the sums.

`measure` is the one place that decides on an engine: by name, or by where the edges are.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdim.engines.memory import MemoryEngine
from graphdim.entropy.structure import structure_entropy
from graphdim.errors import ParameterError
from graphdim.reading import package_of, read
from graphdim.reading.graph import Cleaning

__all__ = ["ENGINES", "Measurement", "measure"]

ENGINES = ("auto", "memory", "spark")


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


def measure(
    source: Any,
    *,
    variant: str = "published",
    n_nodes: int | None = None,
    weight: str | None = None,
    engine: str = "auto",
    master: str | None = None,
) -> Measurement:
    """Size and structure entropy of the graph that `source` holds, by `engine`."""
    if choose(source, engine, master) == "spark":
        from graphdim.engines import spark

        return spark.measure(source, variant=variant, n_nodes=n_nodes, weight=weight, master=master)
    graph = read(source, n_nodes=n_nodes, weight=weight)
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


def choose(source: Any, engine: str, master: str | None = None) -> str:
    """The engine by name, or by where the edges are: those in a Spark DataFrame stay with Spark."""
    if engine not in ENGINES:
        msg = f"unknown engine {engine!r}; it is one of {', '.join(ENGINES)}"
        raise ParameterError(msg)
    on_spark = package_of(source, {"pyspark"}) is not None
    if engine == "auto":
        engine = "spark" if on_spark else "memory"
    if on_spark and engine != "spark":
        msg = f"the edges of a Spark DataFrame stay with Spark; the engine is 'spark' or 'auto', not {engine!r}"
        raise ParameterError(msg)
    if master is not None and engine != "spark":
        msg = f"master is {master!r}, but the engine is {engine!r}; it takes engine='spark' (--engine spark)"
        raise ParameterError(msg)
    return engine
