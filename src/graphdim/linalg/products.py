"""A sparse matrix times a block of vectors, in threads over blocks of rows.

SciPy's product releases Python's lock. A row of the result is one sum in the order of the row's entries, so the result
does not depend on how the rows are shared.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GramProduct", "SparseRows"]

# Entries and rows in one task: large enough to hide the cost of a task, small enough to balance hubs.
TASK = 2**17


class SparseRows:
    """A sparse matrix over a scale, entries of one type, rows shared by threads; `rows @ block` is a product."""

    def __init__(self, matrix: csr_array, dtype: type[np.floating[Any]], scale: float = 1.0) -> None:
        self.shape: tuple[int, int] = matrix.shape
        self.dtype = dtype
        self._starts = _task_starts(matrix.indptr)
        self._tasks = _tasks(matrix, (matrix.data / scale).astype(dtype), self._starts)

    def __matmul__(self, block: NDArray[Any]) -> NDArray[Any]:
        product = np.empty((self.shape[0], block.shape[1]), self.dtype)

        def fill(task: int) -> None:
            product[self._starts[task] : self._starts[task + 1]] = self._tasks[task] @ block

        map_in_threads(fill, range(len(self._tasks)))
        return product


class GramProduct:
    """The symmetric matrix BᵀB, never formed; its eigenvalues are the squares of the singular values of B."""

    def __init__(self, rows: SparseRows, transposed: SparseRows) -> None:
        self.shape = (rows.shape[1], rows.shape[1])
        self.rows, self.transposed = rows, transposed

    def __matmul__(self, block: NDArray[Any]) -> NDArray[Any]:
        return self.transposed @ (self.rows @ block)


def _task_starts(indptr: NDArray[Any]) -> list[int]:
    """The first rows of tasks with about TASK entries and rows each, and the number of rows."""
    n_rows = len(indptr) - 1
    work = indptr - indptr[0] + np.arange(n_rows + 1)
    starts = np.searchsorted(work, np.arange(0, work[-1], TASK))
    return [*np.unique(starts).tolist(), n_rows] if n_rows else [0]


def _tasks(matrix: csr_array, entries: NDArray[Any], starts: list[int]) -> list[csr_array]:
    """The rows of each task as a matrix that shares the memory of the whole."""
    tasks = []
    for first, last in pairwise(starts):
        indptr = matrix.indptr[first : last + 1]
        part = slice(indptr[0], indptr[-1])
        shape = (last - first, matrix.shape[1])
        tasks.append(csr_array((entries[part], matrix.indices[part], indptr - indptr[0]), shape=shape))
    return tasks
