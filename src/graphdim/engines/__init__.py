"""Source → measurement: the one place that decides on an engine, by name, by where the edges are, or by their size."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from graphdim.engines.limits import available_memory, needed_by_memory_engine
from graphdim.engines.measurement import ENGINES, Measurement, Request
from graphdim.errors import ParameterError
from graphdim.reading import edges_of, name_of, package_of
from graphdim.reading.edges import EdgeStream
from graphdim.reading.graph import Graph

if TYPE_CHECKING:
    from graphdim.reading.edges import Edges

__all__ = ["ENGINES", "Measurement", "Request", "measure"]


def measure(source: Any, request: Request) -> Measurement:
    """Size and structure entropy of the graph that `source` holds."""
    if _goes_to_spark(source, request):
        from graphdim.engines import spark

        return spark.measure(source, request)
    if isinstance(source, Graph):
        from graphdim.engines import memory

        return memory.measure_graph(source, request)
    edges = edges_of(source, request.weight, request.columns)
    engine = _fitting(edges, request) if request.engine == "auto" else request.engine
    chosen = importlib.import_module(f"graphdim.engines.{engine}")
    return chosen.measure(edges, request, name_of(source))  # type: ignore[no-any-return]


def _goes_to_spark(source: Any, request: Request) -> bool:
    """Whether the user asks for Spark, or the edges are in one of its DataFrames and stay there."""
    on_spark = package_of(source, {"pyspark"}) is not None
    if on_spark and request.engine not in ("auto", "spark"):
        msg = f"the edges of a Spark DataFrame stay with Spark; the engine is 'spark' or 'auto', not {request.engine!r}"
        raise ParameterError(msg)
    if request.master is not None and not (on_spark or request.engine == "spark"):
        msg = f"master is {request.master!r}, but the engine is {request.engine!r}; it takes --engine spark"
        raise ParameterError(msg)
    return on_spark or request.engine == "spark"


def _fitting(edges: Edges | EdgeStream, request: Request) -> str:
    """Memory, unless a file is too large for it."""
    if not isinstance(edges, EdgeStream):
        return "memory"
    limit = request.most_memory or int(0.8 * available_memory())
    return "memory" if needed_by_memory_engine(edges.n_rows) <= limit else "disk"
