"""SciPy sparse arrays and matrices: each stored entry is an edge, between two kinds of nodes if not square.

Indices are checked before SciPy's compiled code follows them, wherever they point.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges
from graphdim.reading.positions import from_matrix

__all__ = ["checked", "edges", "sound"]

UNEVEN = "it does not have one place for each value"


def edges(source: Any, weight: str | None) -> Edges:
    """The edges of a sparse matrix."""
    if not hasattr(source, "tocoo"):
        msg = f"cannot read a scipy {type(source).__name__}; give a sparse array or matrix"
        raise UnsupportedError(msg)
    source = sound(source, "the sparse matrix")
    matrix = source.tocoo()
    if len(matrix.shape) != 2:  # noqa: PLR2004 - a matrix has two axes
        return from_matrix(matrix.data, matrix.data, matrix.data, matrix.shape, weight)
    if not getattr(source, "has_canonical_format", True):
        # Entries at one place add up, by scipy's own rule.
        matrix = source.tocoo(copy=True)
        matrix.sum_duplicates()
    return from_matrix(matrix.row, matrix.col, matrix.data, matrix.shape, weight)


def sound(matrix: Any, what: str) -> Any:
    """The matrix, or an error that says what is wrong inside it."""
    try:
        return checked(matrix)
    except ValueError as error:
        msg = f"{what} is damaged: {error}; build it again from its rows, columns and values"
        raise SourceError(msg) from error


def checked(matrix: Any) -> Any:
    """A matrix over the same arrays that is safe to compute with; ValueError if they contradict each other."""
    if matrix.format in ("lil", "dok"):
        if matrix.format == "lil" and list(map(len, matrix.rows)) != list(map(len, matrix.data)):
            raise ValueError(UNEVEN)
        return checked(matrix.tocsr())
    if not hasattr(matrix, "indptr"):
        _check_lists(matrix)
        return matrix
    # Where a matrix is made, its indices get one type, and unused places at the end of its arrays are cut off.
    made = type(matrix)((matrix.data, matrix.indices, matrix.indptr), shape=matrix.shape)
    _check_compressed(made)
    return made


def _check_lists(matrix: Any) -> None:
    """The parts of a matrix of coordinates or diagonals are equally long, and coordinates lie inside."""
    is_dia = matrix.format == "dia"
    places = (matrix.offsets,) if is_dia else matrix.coords
    if any(len(part) != len(matrix.data) or part.dtype.kind not in "iu" for part in places):
        raise ValueError(UNEVEN)
    for part, size in () if is_dia else zip(places, matrix.shape, strict=True):
        _check_inside(part, size)


def _check_compressed(matrix: Any) -> None:
    """What SciPy's own check looks for, and also where `indptr` ends with 0 and claims that there is nothing."""
    shape = (1, *matrix.shape)[-2:]
    blocks = getattr(matrix, "blocksize", (1, 1))
    n_lines, n_places = np.floor_divide(shape[::-1] if matrix.format == "csc" else shape, blocks)
    starts = matrix.indptr
    is_rising = len(starts) == n_lines + 1 and starts[0] == 0 and not (starts[1:] < starts[:-1]).any()
    if not is_rising or not starts[-1] == len(matrix.indices) == len(matrix.data):
        msg = "indptr does not rise from 0 to the number of entries"
        raise ValueError(msg)
    _check_inside(matrix.indices, n_places)


def _check_inside(places: NDArray[np.integer[Any]], size: int) -> None:
    if len(places) and not 0 <= places.min() <= places.max() < size:
        msg = f"its indices run from {places.min()} to {places.max()}, and it has room for 0 to {size - 1}"
        raise ValueError(msg)
