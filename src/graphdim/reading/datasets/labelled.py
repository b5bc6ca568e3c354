"""Graphs with labels and features in a file `graphs/NAME.npz`, which is also the format for a user's own graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import DatasetError
from graphdim.reading.datasets.contents import Contents, sparse
from graphdim.reading.datasets.home import fetch
from graphdim.reading.edges import Edges, integers
from graphdim.reading.files import npz
from graphdim.reading.files.content import Content

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.reading.datasets.catalogue import Dataset

__all__ = ["contents", "edges", "features"]


def edges(dataset: Dataset) -> Edges:
    """The edges of the graph."""
    file = dataset.files["graph"]
    data = fetch(file)
    return npz.edges(Content(file.path, data[:4], data), None)


def contents(dataset: Dataset, n_nodes: int) -> Contents:
    """The labels and the features, if the file has any."""
    file = dataset.files["graph"]
    arrays = npz.arrays(Content(file.path, b"", fetch(file)))
    return Contents(features(arrays, file.path), _labels(arrays, n_nodes, file.path))


def features(arrays: Mapping[str, Any], name: str) -> csr_array | None:
    """The features, a CSR matrix whose parts are arrays of the file, or None."""
    if "x_data" not in arrays:
        return None
    parts = [f"x_{part}" for part in ("data", "indices", "indptr", "shape")]
    missing = [part for part in parts if part not in arrays]
    if missing:
        msg = f"{name}: the features lack {', '.join(missing)}; a CSR matrix has all four parts"
        raise DatasetError(msg)
    data, indices, starts, shape = (arrays[part] for part in parts)
    return sparse(data, indices, starts, shape, name)


def _labels(arrays: Mapping[str, Any], n_nodes: int, name: str) -> NDArray[np.int64] | None:
    if "labels" not in arrays:
        return None
    labels = integers(arrays["labels"], f"{name}: labels").astype(np.int64)
    if labels.shape != (n_nodes,):
        msg = (
            f"{name}: {len(labels):,} labels for {n_nodes:,} nodes; give one label per node, -1 for a node without one"
        )
        raise DatasetError(msg)
    return labels
