"""Source → measurement: chooses the engine that does the sums."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from graphdim.engines.limits import available_memory, needed_by_memory_engine
from graphdim.engines.measurement import ENGINES, Measurement, Request
from graphdim.reading import edges_of, name_of
from graphdim.reading.edges import EdgeStream
from graphdim.reading.graph import Graph

if TYPE_CHECKING:
    from graphdim.reading.edges import Edges

__all__ = ["ENGINES", "Measurement", "Request", "measure"]


def measure(source: Any, request: Request) -> Measurement:
    """Size and structure entropy of the graph that `source` holds."""
    if isinstance(source, Graph):
        from graphdim.engines import memory

        return memory.measure_graph(source, request)
    edges = edges_of(source, request.weight)
    engine = _fitting(edges, request) if request.engine == "auto" else request.engine
    chosen = importlib.import_module(f"graphdim.engines.{engine}")
    return chosen.measure(edges, request, name_of(source))  # type: ignore[no-any-return]


def _fitting(edges: Edges | EdgeStream, request: Request) -> str:
    """Memory, unless a file is too large for it."""
    if not isinstance(edges, EdgeStream):
        return "memory"
    limit = request.most_memory or int(0.8 * available_memory())
    return "memory" if needed_by_memory_engine(edges.n_rows) <= limit else "disk"
