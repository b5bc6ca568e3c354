"""Anything → edges. One file per source, found by the source's type and imported only then.

source → objects/, files/ or datasets/ → Edges or EdgeStream
"""

import importlib
import os
from collections.abc import Container, Sequence
from typing import Any

from graphdim.forks import check_fork
from graphdim.reading.columns import named_ends, refuse_columns
from graphdim.reading.edges import Edges, EdgeStream
from graphdim.words import visible

__all__ = ["dataset_name", "edges_of", "name_of", "package_of"]

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
TABLES = ("pandas", "polars", "arrow")
OTHERS = "pairs"  # what comes from no such package
DATASET = "dataset:"


def edges_of(
    source: Any, weight: str | None, columns: Sequence[str] | None = None, *, bipartite: bool = False
) -> Edges | EdgeStream:
    """The edges that a source lists; those of a large file are not read yet.

    `columns` names both ends, where the source is a table; `bipartite` says that they are nodes of two kinds.
    """
    edges = _edges_in(source, weight, named_ends(columns))
    return edges.across() if bipartite else edges


def _edges_in(source: Any, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    if isinstance(source, str | os.PathLike):
        return _edges_at(os.fsdecode(source), weight, ends)
    package = package_of(source, READERS)
    kind = OTHERS if package is None else READERS[package]
    reader = _reader(f"objects.{kind}")
    if kind in TABLES:
        check_fork()
    if kind in (*TABLES, OTHERS):
        return reader.edges(source, weight, ends)  # type: ignore[no-any-return]
    if ends is not None:
        refuse_columns(f"a {name_of(source)}", ends)
    return reader.edges(source, weight)  # type: ignore[no-any-return]


def package_of(source: Any, packages: Container[str]) -> str | None:
    """Which of `packages` the class of `source`, or one that it derives from, comes from; nothing is imported."""
    roots = (ancestor.__module__.partition(".")[0] for ancestor in type(source).__mro__)
    return next((root for root in roots if root in packages), None)


def _edges_at(place: str, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    name = dataset_name(place)
    if name is None:
        return _reader("files").edges(place, weight, ends)  # type: ignore[no-any-return]
    if ends is not None:
        refuse_columns(place, ends)
    return _reader("datasets").edges(name, weight)  # type: ignore[no-any-return]


def dataset_name(source: Any) -> str | None:
    """The dataset that a source names, as dataset:cora does; None for any other source.

    >>> dataset_name("dataset:cora"), dataset_name("cora.csv"), dataset_name([(0, 1)])
    ('cora', None, None)
    """
    return source.removeprefix(DATASET) if isinstance(source, str) and source.startswith(DATASET) else None


def _reader(module: str) -> Any:
    return importlib.import_module(f"graphdim.reading.{module}")


def name_of(source: Any) -> str:
    """What to call a source."""
    return visible(os.fsdecode(source) if isinstance(source, str | os.PathLike) else type(source).__name__)
