"""Anything → Graph. One file per source, found by the source's type and imported only then.

source → objects/, files/ or datasets/ → Edges → cleaning → Graph
"""

import importlib
import os
from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.reading.cleaning import clean
from graphdim.reading.edges import Edges
from graphdim.reading.graph import Graph
from graphdim.reading.identities import node_ids

__all__ = ["read", "read_named"]

# The package that a source's class comes from, and the file in objects/ that reads it.
READERS = {
    "networkx": "networkx",
    "igraph": "igraph",
    "torch_geometric": "pyg",
    "torch": "torch",
    "scipy": "scipy",
    "numpy": "numpy",
    "pandas": "pandas",
    "polars": "polars",
    "pyarrow": "arrow",
}


def read(source: Any, *, n_nodes: int | None = None, weight: str | None = None) -> Graph:
    """The simple undirected graph that `source` holds, and what cleaning changed.

    >>> read([(7, 9), (9, 7), (9, 9)], n_nodes=4)
    <Graph of 4 nodes and 1 edges>
    """
    if isinstance(source, Graph):
        return _reuse(source, n_nodes, weight)
    edges = _edges(source, weight)
    return clean(edges, n_nodes=n_nodes, name=_name(source))


def read_named(source: Any, *, n_nodes: int | None = None) -> tuple[Graph, list[str]]:
    """The graph that `source` holds, and the id that each of its nodes has there.

    >>> read_named([("b", "a"), ("b", "c")])
    (<Graph of 3 nodes and 2 edges>, ['b', 'a', 'c'])
    """
    if isinstance(source, Graph):
        return _reuse(source, n_nodes, None), [str(number) for number in range(source.n_nodes)]
    edges = _edges(source, None)
    graph = clean(edges, n_nodes=n_nodes, name=_name(source))
    return graph, node_ids(edges, graph)


def _edges(source: Any, weight: str | None) -> Edges:
    if isinstance(source, str | os.PathLike):
        return _edges_at(os.fspath(source), weight)
    for ancestor in type(source).__mro__:
        package = ancestor.__module__.partition(".")[0]
        if package in READERS:
            return _edges_by(f"objects.{READERS[package]}", source, weight)
    return _edges_by("objects.pairs", source, weight)


def _edges_at(place: str, weight: str | None) -> Edges:
    kind, colon, name = place.partition(":")
    if colon and kind == "dataset":
        return _edges_by("datasets", name, weight)
    return _edges_by("files", place, weight)


def _edges_by(module: str, source: Any, weight: str | None) -> Edges:
    reader = importlib.import_module(f"graphdim.reading.{module}")
    return reader.edges(source, weight)  # type: ignore[no-any-return]


def _name(source: Any) -> str:
    return os.fspath(source) if isinstance(source, str | os.PathLike) else type(source).__name__


def _reuse(graph: Graph, n_nodes: int | None, weight: str | None) -> Graph:
    if weight is not None or n_nodes not in (None, graph.n_nodes):
        msg = "a Graph is read already; give n_nodes and weight to read()"
        raise UnsupportedError(msg)
    return graph
