"""Labelled graphs in the plain format `graphs/NAME.npz`, the one for a user's own graph too."""

import io

import numpy as np

from graphdim.errors import DatasetError
from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.contents import Contents, sparse
from graphdim.reading.datasets.home import fetch
from graphdim.reading.edges import Edges, integers
from graphdim.reading.files import npz
from graphdim.reading.files.content import Content

__all__ = ["contents", "edges"]


def edges(dataset: Dataset) -> Edges:
    """The edges of a labelled graph."""
    file = dataset.files["graph"]
    data = fetch(file)
    return npz.edges(Content(file.path, data[:4], data), None)


def contents(dataset: Dataset, n_nodes: int) -> Contents:
    """The labels, and the features if the file has any."""
    file = dataset.files["graph"]
    with np.load(io.BytesIO(fetch(file)), allow_pickle=False) as archive:
        found = dict(archive)
    if "labels" not in found:
        msg = f"{file.path}: holds {', '.join(sorted(found))}, but no labels"
        raise DatasetError(msg)
    labels = integers(found["labels"], f"{file.path}: labels").astype(np.int64)
    if labels.shape != (n_nodes,):
        msg = f"{file.path}: {len(labels):,} labels for {n_nodes:,} nodes; give one each, -1 for none"
        raise DatasetError(msg)
    if "x_data" not in found:
        return Contents(None, labels)
    data, indices, starts, shape = (found[f"x_{part}"] for part in ("data", "indices", "indptr", "shape"))
    return Contents(sparse(data, indices, starts, shape, file.path), labels)
