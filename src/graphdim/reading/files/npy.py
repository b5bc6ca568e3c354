"""NumPy arrays saved by `numpy.save`: pairs, an edge index or a matrix, by the rules of reading.objects.numpy.

A file stays on disk and is paged in as it is read; nothing pickled is ever loaded. Cutting it short meanwhile ends
the process (SIGBUS): no look at its size before or after could prevent that, and a copy would take its memory.
"""

import io
import tokenize
from pathlib import Path

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import Edges
from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.objects import numpy as arrays

__all__ = ["edges"]

DAMAGE = (ValueError, OSError, EOFError, OverflowError, MemoryError, SyntaxError, TypeError, tokenize.TokenError)


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of an .npy file."""
    with source_errors(content.name, "npy file", *DAMAGE):
        if isinstance(content.where, Path):
            array = np.load(content.where, mmap_mode="r", allow_pickle=False)
        else:
            array = np.load(io.BytesIO(content.where), allow_pickle=False)
    try:
        return arrays.edges(array, weight)
    except SourceError as error:
        msg = f"{content.name}: {error}"
        raise SourceError(msg) from error
