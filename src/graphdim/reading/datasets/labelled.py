"""Labelled graphs in the plain format `graphs/NAME.npz`, the one for a user's own graph too."""

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
    """The edges of a labelled graph."""
    file = dataset.files["graph"]
    data = fetch(file)
    return npz.edges(Content(file.path, data[:4], data), None)


def contents(dataset: Dataset, n_nodes: int) -> Contents:
    """The labels and the features, if the file has any."""
    file = dataset.files["graph"]
    arrays = npz.arrays(Content(file.path, b"", fetch(file)))
    return Contents(features(arrays, file.path), _labels(arrays, n_nodes, file.path))


def features(arrays: Mapping[str, Any], name: str) -> csr_array | None:
    """The features among the arrays of a file, as the parts of a CSR matrix."""
    if "x_data" not in arrays:
        return None
    parts = [f"x_{part}" for part in ("data", "indices", "indptr", "shape")]
    missing = [part for part in parts if part not in arrays]
    if missing:
        msg = f"{name}: features without {', '.join(missing)}; they are the parts of a CSR matrix"
        raise DatasetError(msg)
    data, indices, starts, shape = (arrays[part] for part in parts)
    return sparse(data, indices, starts, shape, name)


def _labels(arrays: Mapping[str, Any], n_nodes: int, name: str) -> NDArray[np.int64] | None:
    if "labels" not in arrays:
        return None
    labels = integers(arrays["labels"], f"{name}: labels").astype(np.int64)
    if labels.shape != (n_nodes,):
        msg = f"{name}: {len(labels):,} labels for {n_nodes:,} nodes; give one each, -1 for none"
        raise DatasetError(msg)
    return labels
