"""SciPy sparse arrays and matrices: each stored entry is an edge, between two kinds of nodes if not square."""

from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.reading.edges import Edges
from graphdim.reading.positions import from_matrix

__all__ = ["edges"]


def edges(source: Any, weight: str | None) -> Edges:
    """The edges of a sparse matrix."""
    if not hasattr(source, "tocoo"):
        msg = f"cannot read a scipy {type(source).__name__}; give a sparse array or matrix"
        raise UnsupportedError(msg)
    matrix = source.tocoo()
    if len(matrix.shape) != 2:  # noqa: PLR2004 - a matrix has two axes
        return from_matrix(matrix.data, matrix.data, matrix.data, matrix.shape, weight)
    if not getattr(source, "has_canonical_format", True):
        # Entries at one place add up, by scipy's own rule.
        matrix = source.tocoo(copy=True)
        matrix.sum_duplicates()
    return from_matrix(matrix.row, matrix.col, matrix.data, matrix.shape, weight)
