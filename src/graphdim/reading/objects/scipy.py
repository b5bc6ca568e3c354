"""SciPy sparse arrays and matrices: an adjacency matrix, each stored entry an edge."""

from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.reading.edges import Edges, from_matrix

__all__ = ["edges"]


def edges(source: Any, weight: str | None) -> Edges:
    """The edges of a sparse adjacency matrix."""
    if not hasattr(source, "tocoo"):
        msg = f"cannot read a scipy {type(source).__name__}; give a sparse array or matrix"
        raise UnsupportedError(msg)
    matrix = source.tocoo()
    if len(matrix.shape) == 2 and not matrix.has_canonical_format and source.format == "coo":  # noqa: PLR2004
        # Entries at one place add up, by scipy's own rule for this format.
        matrix = source.copy()
        matrix.sum_duplicates()
    rows, columns = matrix.coords if len(matrix.shape) == 2 else (matrix.data, matrix.data)  # noqa: PLR2004
    return from_matrix(rows, columns, matrix.data, matrix.shape, weight)
