"""Matrix Market: a matrix as coordinates or dense, general or symmetric; rectangular with two kinds of nodes."""

from pathlib import Path

import numpy as np

from graphdim.reading.edges import Edges
from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.files.pieces import lines
from graphdim.reading.files.promises import check_claim
from graphdim.reading.objects import numpy as arrays
from graphdim.reading.objects import scipy as sparse
from graphdim.reading.room import check_room

__all__ = ["edges"]

# A size line can promise more entries than memory holds.
BYTES_PER_ENTRY = 40  # in memory: two ends and a value, and what is copied when zeros are left out
DAMAGE = (ValueError, IndexError, OSError, OverflowError, MemoryError)


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a Matrix Market file."""
    from scipy.io import mmread

    with source_errors(content.name, "Matrix Market file", *DAMAGE):
        _check_sizes(content)
        # By name: from a Python file SciPy's reader seeks back after an error, and takes the whole process down.
        matrix = mmread(str(content.where) if isinstance(content.where, Path) else content.stream)
    if isinstance(matrix, np.ndarray):
        return arrays.from_dense(matrix, weight)
    return sparse.edges(matrix, weight)


def _check_sizes(content: Content) -> None:
    """Hold the size line against the bytes that follow, before SciPy takes memory for what it promises."""
    is_dense = b"array" in content.head.partition(b"\n")[0].lower()
    sizes = next((line.split() for line in lines(content) if line.strip() and not line.startswith(b"%")), [])
    n_rows, *others = (int(size) for size in sizes)
    n_entries = n_rows * others[0] if is_dense else others[1]
    # A dense entry takes two bytes at least, and half of a symmetric matrix may be left out.
    if n_entries > content.size:
        msg = f"the size line promises {n_entries:,} entries in {content.size:,} bytes"
        raise ValueError(msg)
    check_claim(content, max(n_rows, others[0]))
    check_room(content.name, BYTES_PER_ENTRY * n_entries)
