"""Named datasets, `dataset:NAME`: the paper's four, the embedded karate club, and any graph in the data folder."""

import importlib

from graphdim.errors import DatasetError
from graphdim.reading.datasets.catalogue import Dataset, find
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(name: str, weight: str | None) -> Edges:
    """The edges of a named dataset."""
    dataset = find(name)
    if weight is not None:
        msg = f"dataset:{dataset.name} has no weight named {weight!r}; its edges are not weighted"
        raise DatasetError(msg)
    return _reader(dataset)


def _reader(dataset: Dataset) -> Edges:
    reader = importlib.import_module(f"graphdim.reading.datasets.{dataset.reader}")
    return reader.edges(dataset)  # type: ignore[no-any-return]
