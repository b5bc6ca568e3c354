"""NumPy arrays: (E, 2) pairs, (2, E) edge index, or a matrix.

An integer array with two columns is pairs (so 2 × 2 is two pairs); with two rows, an edge index; strings go the
same way. Every other square array is an adjacency matrix, any other rectangle a matrix of two kinds of nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges
from graphdim.reading.objects import pairs
from graphdim.reading.positions import from_matrix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    # Rows, columns and values of some cells.
    Cells = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[Any]]

__all__ = ["check_matrix", "edges", "from_array", "from_cells", "from_dense", "kind_of", "refuse_weight"]


def edges(source: NDArray[Any], weight: str | None) -> Edges:
    """The edges that an array holds."""
    if hasattr(source, "mask"):
        msg = "the array is masked; give it filled, without what the mask hides"
        raise UnsupportedError(msg)
    return from_array(np.asarray(source), weight)


def from_array(array: NDArray[Any], weight: str | None) -> Edges:
    """Pairs, edge index or matrix, by shape and type."""
    if array.dtype.kind == "S":
        array = _decoded(array)
    kind = kind_of(array.shape, array.dtype)
    if kind == "matrix":
        check_matrix(array.shape, array.dtype)
        return from_dense(array, weight)
    refuse_weight(weight)
    sources, targets = array.T if array.shape[1] == 2 else array  # noqa: PLR2004
    if kind == "integers":
        return Edges(sources, targets)
    return pairs.edges(zip(sources.tolist(), targets.tolist(), strict=True), None)


def _decoded(names: NDArray[np.bytes_]) -> NDArray[np.str_]:
    """Bytes as texts, so that an id is the same text as in labels and features."""
    try:
        return np.char.decode(names, "utf-8")
    except UnicodeDecodeError as error:
        msg = f"the array holds bytes that are no UTF-8: {error.object[:40]!r}; decode them first"
        raise SourceError(msg) from error


def kind_of(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Literal["integers", "pairs", "matrix"]:
    """What an array is: pairs of integers, pairs of other ids, or a matrix."""
    if len(shape) != 2:  # noqa: PLR2004 - pairs and matrices have two axes
        msg = f"the array has shape {shape}; give (E, 2) pairs, a (2, E) edge index or a matrix"
        raise SourceError(msg)
    if dtype.kind not in "iuUSO" or 2 not in shape:  # noqa: PLR2004 - two ends of an edge
        return "matrix"
    return "integers" if dtype.kind in "iu" else "pairs"


def check_matrix(shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    """Refuse a rectangle that is more likely a list of edges than a matrix with two or three nodes of one kind."""
    n_rows, n_columns = shape
    if n_rows == n_columns:
        return
    if 2 in shape:  # noqa: PLR2004 - two ends of an edge
        msg = f"the array has shape {shape} and holds {dtype} values; give pairs of ids as integers"
        raise SourceError(msg)
    if n_columns == 3:  # noqa: PLR2004 - two ends and a weight
        ways = "give array[:, :2] for the edges, a list of such triples, or scipy.sparse.coo_array(array) for a matrix"
        msg = f"the array has shape {shape}: its rows may be edges (u, v, weight) or nodes; {ways}"
        raise SourceError(msg)


def from_dense(array: NDArray[Any], weight: str | None) -> Edges:
    """The edges of a dense matrix."""
    return from_cells(_cells(array), array.shape, array.dtype, weight)


def from_cells(cells: Iterable[Cells], shape: tuple[int, ...], dtype: np.dtype[Any], weight: str | None) -> Edges:
    """The edges of a dense matrix, some of whose cells that are not zero come at a time."""
    if dtype.kind not in "biufc":
        msg = f"the array holds {dtype} values in shape {shape}; give pairs of ids or a matrix of numbers"
        raise SourceError(msg)
    nowhere = np.empty(0, dtype=np.intp)
    found = zip((nowhere, nowhere, np.empty(0, dtype=dtype)), *cells, strict=True)
    rows, columns, values = (np.concatenate(parts) for parts in found)
    return from_matrix(rows, columns, values, shape, weight)


def _cells(array: NDArray[Any]) -> Iterator[Cells]:
    rows, columns = array.nonzero()
    yield rows, columns, array[rows, columns]


def refuse_weight(weight: str | None) -> None:
    """Say that pairs have no weights."""
    if weight is not None:
        msg = f"an array of pairs has no weight named {weight!r}; give a table with that column"
        raise SourceError(msg)
