"""NumPy arrays saved by `numpy.save`: pairs, an edge index or a matrix, by the rules of reading.objects.numpy.

A file stays on disk and is read in pieces; nothing pickled is ever loaded. It is never mapped: to cut a mapped file
short while it is read would end the process.
"""

from __future__ import annotations

import io
import tokenize
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import BATCH, Edges, EdgeStream
from graphdim.reading.files.array_file import ArrayFile, array_file, lettered
from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.objects import numpy as arrays
from graphdim.reading.room import check_room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.reading.edges import Part

__all__ = ["DAMAGE", "edges"]

DAMAGE = (ValueError, OSError, EOFError, OverflowError, MemoryError, SyntaxError, TypeError, tokenize.TokenError)
CELLS = 2**20  # of a matrix, looked at together


def edges(content: Content, weight: str | None) -> Edges | EdgeStream:
    """The edges of an .npy file."""
    try:
        if not isinstance(content.where, Path):
            with source_errors(content.name, "npy file", *DAMAGE):
                array = lettered(np.load(io.BytesIO(content.where), allow_pickle=False))
            return arrays.from_array(array, weight)
        with source_errors(content.name, "npy file", *DAMAGE):
            file = array_file(content, content.where)
        return _from_file(file, weight)
    except SourceError as error:
        if str(error).startswith(content.name):
            raise
        msg = f"{content.name}: {error}"
        raise SourceError(msg) from error


def _from_file(file: ArrayFile, weight: str | None) -> Edges | EdgeStream:
    kind = arrays.kind_of(file.shape, file.dtype)
    if kind == "integers":
        arrays.refuse_weight(weight)
        n_rows = max(file.shape) if min(file.shape) else 0
        return EdgeStream(partial(_pairs, file, n_rows), n_rows, most_rows=n_rows)
    if kind == "pairs":
        check_room(file.content.name, 2 * file.size * file.dtype.itemsize)
        with source_errors(file.content.name, "npy file", ValueError):
            array = file.whole()
        return arrays.from_array(array, weight)
    arrays.check_matrix(file.shape, file.dtype)
    return arrays.from_cells(_cells(file), file.shape, file.dtype, weight)


def _pairs(file: ArrayFile, n_rows: int) -> Iterator[Part]:
    for start in range(0, n_rows, BATCH):
        yield partial(_part, file, start, min(BATCH, n_rows - start))


def _part(file: ArrayFile, start: int, n_rows: int) -> Edges:
    """Some of the pairs: one after the other in the file, or all first ends before all second ones."""
    are_columns = file.shape[1] == 2  # noqa: PLR2004 - the ends of an edge
    if are_columns != file.is_transposed:
        ends = file.read(2 * start, 2 * n_rows).reshape(-1, 2)
        return Edges(ends[:, 0], ends[:, 1])
    return Edges(file.read(start, n_rows), file.read(file.size // 2 + start, n_rows))


def _cells(file: ArrayFile) -> Iterator[arrays.Cells]:
    """What is not zero in a matrix: rows, columns and values, a few lines of the file at a time."""
    n_lines, width = reversed(file.shape) if file.is_transposed else file.shape
    step = max(CELLS // max(width, 1), 1)
    for start in range(0, n_lines, step):
        lines = file.read(start * width, min(step, n_lines - start) * width).reshape(-1, width)
        along, across = lines.nonzero()
        values = lines[along, across]
        along += start
        yield (across, along, values) if file.is_transposed else (along, across, values)
