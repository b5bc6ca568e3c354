"""Products of a sparse block and a vector, added to a vector in place.

scipy's own loops do this below its matrices, without a new vector for each block, and let other threads run; they are
not public. If scipy moves them, its public product does the same with one vector more.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

__all__ = ["add_product", "add_transposed_product"]


def add_product(starts: Array, columns: Array, values: Array, vector: Array, total: Array) -> None:
    """Total += A x, with A given by compressed rows."""
    loops = _loops()
    if loops is None:
        total += _matrix(starts, columns, values, len(vector)) @ vector
    else:
        loops.csr_matvec(len(starts) - 1, len(vector), starts, columns, values, vector, total)


def add_transposed_product(starts: Array, columns: Array, values: Array, vector: Array, total: Array) -> None:
    """Total += Aᵀ x, with A given by compressed rows."""
    loops = _loops()
    if loops is None:
        total += _matrix(starts, columns, values, len(total)).T @ vector
    else:
        loops.csc_matvec(len(total), len(starts) - 1, starts, columns, values, vector, total)


@cache
def _loops() -> Any:
    """The private module, or None if it is not what it was."""
    try:
        from scipy.sparse import _sparsetools
    except ImportError:
        return None
    known = hasattr(_sparsetools, "csr_matvec") and hasattr(_sparsetools, "csc_matvec")
    return _sparsetools if known else None


def _matrix(starts: Array, columns: Array, values: Array, n_columns: int) -> Any:
    from scipy.sparse import csr_array

    return csr_array((values, columns, starts), shape=(len(starts) - 1, n_columns))
