"""Datasets by name, as in `dataset:cora`: four of the MinGE paper, the karate club, and graphs in the data folder."""

import importlib
from dataclasses import replace
from typing import Any

from graphdim.errors import DatasetError
from graphdim.reading.datasets.catalogue import Dataset, find
from graphdim.reading.datasets.contents import Contents
from graphdim.reading.edges import Attributes, Edges

__all__ = ["contents", "edges"]


def edges(name: str, weight: str | None) -> Edges:
    """The edges of a named dataset."""
    dataset = find(name)
    if weight is not None:
        msg = f"dataset:{dataset.name} has no weight named {weight!r}; its edges are not weighted"
        raise DatasetError(msg)
    edges_read: Edges = _reader(dataset).edges(dataset)
    if dataset.n_classes is None:
        return edges_read
    return replace(edges_read, attributes=Attributes(dataset.n_features, dataset.n_classes))


def contents(name: str, n_nodes: int) -> Contents:
    """The features, labels and public split of a named dataset of `n_nodes` nodes; None for those that it lacks."""
    dataset = find(name)
    reader = _reader(dataset)
    return reader.contents(dataset, n_nodes) if hasattr(reader, "contents") else Contents()


def _reader(dataset: Dataset) -> Any:
    return importlib.import_module(f"graphdim.reading.datasets.{dataset.reader}")
