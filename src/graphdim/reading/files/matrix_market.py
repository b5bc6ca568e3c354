"""Matrix Market: a matrix as coordinates or dense, general or symmetric; rectangular with two kinds of nodes.

SciPy's reader takes what a number begins with, passes over the rest of the line, and behind the last line or a zero
byte runs on into memory that is not its own. So it only gets text that holds numbers alone and ends with its line.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.files.promises import check_claim
from graphdim.reading.objects import numpy as arrays
from graphdim.reading.objects import scipy as sparse
from graphdim.reading.room import check_room

if TYPE_CHECKING:
    from typing import BinaryIO

    from graphdim.reading.edges import Edges

__all__ = ["edges"]

# A size line can promise more entries than memory holds.
BYTES_PER_ENTRY = 40  # in memory: two ends and a value, and what is copied when zeros are left out
DAMAGE = (ValueError, IndexError, OSError, OverflowError, MemoryError)
NUMERIC = b"0123456789+-.eE \t\r\nnaNAiIfFtTyY"  # of numbers, nan and infinity among them
PART = 2**20  # bytes that are looked at together


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a Matrix Market file."""
    with source_errors(content.name, "Matrix Market file", *DAMAGE):
        with content.open() as file:
            n_lines, sizes = _sizes(file)
            _check_sizes(content, sizes)
            _check_body(file, n_lines, is_dense=_is_dense(content))
        matrix = _matrix(content)
    if isinstance(matrix, np.ndarray):
        return arrays.from_dense(matrix, weight)
    return sparse.edges(matrix, weight)


def _is_dense(content: Content) -> bool:
    return b"array" in content.head.partition(b"\n")[0].lower()


def _sizes(file: BinaryIO) -> tuple[int, list[int]]:
    """How many lines there are up to the size line, and what it says."""
    for number, line in enumerate(file, start=1):
        if line.strip() and not line.startswith(b"%"):
            return number, [int(size) for size in line.split()]
    return 0, []


def _check_sizes(content: Content, sizes: list[int]) -> None:
    """Hold the size line against the bytes that follow, before SciPy takes memory for what it promises."""
    n_rows, *others = sizes
    n_entries = n_rows * others[0] if _is_dense(content) else others[1]
    # A dense entry takes two bytes at least, and half of a symmetric matrix may be left out.
    if n_entries > content.size:
        msg = f"the size line promises {n_entries:,} entries in {content.size:,} bytes"
        raise ValueError(msg)
    check_claim(content, max(n_rows, others[0]))
    check_room(content.name, BYTES_PER_ENTRY * n_entries)


def _check_body(file: BinaryIO, n_lines: int, *, is_dense: bool) -> None:
    """Refuse what is no number in the lines below the sizes, and an entry whose row and column are not whole."""
    start = file.tell()
    first = next((line.split() for line in file if line.strip()), [])
    if not is_dense and not all(field.isdigit() for field in first[:2]):
        entry = b" ".join(first).decode(errors="replace")
        msg = f"its first entry is {entry!r}; rows and columns are whole numbers from 1"
        raise ValueError(msg)
    file.seek(start)
    for part in iter(lambda: file.read(PART), b""):
        odd = part.translate(None, NUMERIC)
        if odd:
            line = 1 + n_lines + part.count(b"\n", 0, part.index(odd[:1]))
            mark = odd[:1].decode(errors="replace")
            msg = f"line {line} holds {mark!r}, but entries are numbers alone, with a decimal point (0.5, 2E1)"
            raise ValueError(msg)
        n_lines += part.count(b"\n")


def _matrix(content: Content) -> Any:
    """What SciPy reads, by the name of a file whose last line has an end.

    From a file of Python's, SciPy's reader seeks back after an error, and takes the whole process down.
    """
    from scipy.io import mmread

    if isinstance(content.where, Path) and _ends(content):
        return mmread(str(content.where), spmatrix=False)
    with content.open() as file, tempfile.NamedTemporaryFile(suffix=".mtx") as whole:
        whole.writelines(iter(lambda: file.read(PART), b""))
        whole.write(b"\n")
        whole.flush()
        return mmread(whole.name, spmatrix=False)


def _ends(content: Content) -> bool:
    with content.open() as file:
        file.seek(-1, 2)
        return file.read() == b"\n"
