"""NumPy arrays: (E, 2) pairs, (2, E) edge index, or a matrix.

An integer array with two columns is pairs (so 2 × 2 is two pairs); with two rows, an edge index; strings go the
same way. Every other square array is an adjacency matrix, any other rectangle a matrix of two kinds of nodes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges
from graphdim.reading.objects import pairs
from graphdim.reading.positions import from_matrix

__all__ = ["edges", "from_array", "from_dense"]


def edges(source: NDArray[Any], weight: str | None) -> Edges:
    """The edges that an array holds."""
    if hasattr(source, "mask"):
        msg = "the array is masked; give it filled, without what the mask hides"
        raise UnsupportedError(msg)
    return from_array(np.asarray(source), weight)


def from_array(array: NDArray[Any], weight: str | None) -> Edges:
    """Pairs, edge index or matrix, by shape and type."""
    if array.ndim != 2:  # noqa: PLR2004 - pairs and matrices have two axes
        msg = f"the array has shape {array.shape}; give (E, 2) pairs, a (2, E) edge index or a matrix"
        raise SourceError(msg)
    if array.dtype.kind in "iuUSO" and 2 in array.shape:  # noqa: PLR2004 - two ends of an edge
        _refuse_weight(weight)
        sources, targets = array.T if array.shape[1] == 2 else array  # noqa: PLR2004
        if array.dtype.kind in "iu":
            return Edges(sources, targets)
        return pairs.edges(zip(sources.tolist(), targets.tolist(), strict=True), None)
    _refuse_lists(array)
    return from_dense(array, weight)


def _refuse_lists(array: NDArray[Any]) -> None:
    """Refuse a rectangle that is more likely a list of edges than a matrix with two or three nodes of one kind."""
    n_rows, n_columns = array.shape
    if n_rows == n_columns:
        return
    if 2 in array.shape:  # noqa: PLR2004 - two ends of an edge
        msg = f"the array has shape {array.shape} and holds {array.dtype} values; give pairs of ids as integers"
        raise SourceError(msg)
    if n_columns == 3:  # noqa: PLR2004 - two ends and a weight
        ways = "give array[:, :2] for the edges, a list of such triples, or scipy.sparse.coo_array(array) for a matrix"
        msg = f"the array has shape {array.shape}: its rows may be edges (u, v, weight) or nodes; {ways}"
        raise SourceError(msg)


def from_dense(array: NDArray[Any], weight: str | None) -> Edges:
    """The edges of a dense matrix."""
    if array.dtype.kind not in "biufc":
        msg = f"the array holds {array.dtype} values in shape {array.shape}; give pairs of ids or a matrix of numbers"
        raise SourceError(msg)
    rows, columns = array.nonzero()
    return from_matrix(rows, columns, array[rows, columns], array.shape, weight)


def _refuse_weight(weight: str | None) -> None:
    if weight is not None:
        msg = f"an array of pairs has no weight named {weight!r}; give a table with that column"
        raise SourceError(msg)
