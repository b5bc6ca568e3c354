"""Matrix Market: an adjacency matrix as coordinates or dense, general or symmetric."""

from pathlib import Path

import numpy as np

from graphdim.reading.edges import Edges
from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.objects import numpy as arrays
from graphdim.reading.objects import scipy as sparse

__all__ = ["edges"]

# A size line can promise more entries than memory holds.
DAMAGE = (ValueError, OSError, OverflowError, MemoryError)


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a Matrix Market file."""
    from scipy.io import mmread

    with source_errors(content.name, "Matrix Market file", *DAMAGE):
        # By name: from a Python file SciPy's reader seeks back after an error, and takes the whole process down.
        matrix = mmread(str(content.where) if isinstance(content.where, Path) else content.stream)
    if isinstance(matrix, np.ndarray):
        return arrays.from_dense(matrix, weight)
    return sparse.edges(matrix, weight)
