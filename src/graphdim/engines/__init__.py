"""Source → view: the one place that chooses an engine, by name, by where the edges are, or by their size."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.engines.limits import needed_by_memory_engine
from graphdim.errors import ParameterError
from graphdim.graph.graph import Graph
from graphdim.graph.kinds import reminding_of_kinds
from graphdim.reading import edges_of, name_of, package_of
from graphdim.reading.edges import EdgeStream
from graphdim.reading.room import limited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.view import GraphView
    from graphdim.reading.edges import Edges

__all__ = ["open"]


@contextmanager
def open(source: Any, options: SourceOptions, *, degrees: bool = False) -> Iterator[GraphView]:  # noqa: A001
    """The view of the graph that `source` holds, valid inside the `with` block.

    `degrees` asks for the degree distribution even if that takes another job, as with Spark.
    """
    with _view(source, options, degrees=degrees) as view, reminding_of_kinds(lambda: view.facts.notes):
        yield view


@contextmanager
def _view(source: Any, options: SourceOptions, *, degrees: bool) -> Iterator[GraphView]:
    if _goes_to_spark(source, options):
        from graphdim.engines import spark

        with spark.open(source, options, degrees=degrees) as view:
            yield view
    elif isinstance(source, Graph):
        from graphdim.engines import memory

        yield memory.view_of(source, options)
    else:
        with limited(options.room):
            edges = edges_of(source, options.weight, options.columns, bipartite=options.bipartite)
        with _opened(edges, options, name_of(source)) as view:
            yield view


@contextmanager
def _opened(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> Iterator[GraphView]:
    if _fits_in_memory(edges, options):
        from graphdim.engines import memory

        yield memory.view(edges, options, name)
    else:
        from graphdim.engines import disk

        with disk.open(edges, options, name) as view:
            yield view


def _goes_to_spark(source: Any, options: SourceOptions) -> bool:
    """Whether the user asks for Spark, or the edges are in a Spark DataFrame and stay there."""
    on_spark = package_of(source, {"pyspark"}) is not None
    if on_spark and options.engine not in ("auto", "spark"):
        msg = f"the edges of a Spark DataFrame stay with Spark; the engine is 'spark' or 'auto', not {options.engine!r}"
        raise ParameterError(msg)
    if options.master is not None and not (on_spark or options.engine == "spark"):
        msg = f"master is {options.master!r}, but the engine is {options.engine!r}; it takes --engine spark"
        raise ParameterError(msg)
    return on_spark or options.engine == "spark"


def _fits_in_memory(edges: Edges | EdgeStream, options: SourceOptions) -> bool:
    """Whether the memory engine is the one: by name, or because there is room for the edges."""
    if options.engine != "auto":
        return options.engine == "memory"
    if not isinstance(edges, EdgeStream):
        return True
    return needed_by_memory_engine(edges.n_rows, edges.name_length) <= options.most_memory
