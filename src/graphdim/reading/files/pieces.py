"""A text file in pieces of whole lines, so that a large one is read in bounded memory and by several threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphdim.reading.files.content import Content

__all__ = ["ROOM", "Piece", "lines", "lines_before", "pieces"]

ROOM = 64  # bytes that every piece has behind its last line
USUAL_LINE = 2**10  # bytes; the rest of a longer one costs a copy of the piece
LONGEST = 2**24  # bytes of a line
NEWLINE = ord("\n")


@dataclass(slots=True, eq=False)
class Piece:
    """Some lines of a file, each with its newline: the first `size` bytes of `buffer`.

    `offset` is where they begin in the file.
    """

    content: Content
    buffer: NDArray[np.uint8]
    size: int
    offset: int

    @property
    def data(self) -> bytes:
        """The lines."""
        data = self.buffer[: self.size].tobytes()
        # Many pieces are in work at a time: each is in memory once.
        self.buffer = np.frombuffer(data, dtype=np.uint8)
        return data

    @property
    def lines_before(self) -> int:
        """How many lines of the file come before these. It reads them all, so only a message asks."""
        return lines_before(self.content, self.offset)


def pieces(content: Content, skip: int, size: int) -> Iterator[Piece]:
    """The lines after the first `skip`, in pieces of about `size` bytes."""
    with content.open() as file:
        for _ in range(skip):
            file.readline(LONGEST)
        while True:
            offset = file.tell()
            buffer = np.empty(size + USUAL_LINE + ROOM, dtype=np.uint8)
            n_bytes = file.readinto(buffer[:size].data)  # type: ignore[attr-defined] # BinaryIO leaves it out
            content.check_unchanged()
            if not n_bytes:
                return
            rest = file.readline(LONGEST) if buffer[n_bytes - 1] != NEWLINE else b""
            if len(rest) == LONGEST:
                raise _too_long(content)
            yield Piece(content, *_whole(buffer, n_bytes, rest), offset)


def lines_before(content: Content, offset: int) -> int:
    """How many lines come before a place in a file."""
    with content.open() as file:
        return sum(file.read(min(LONGEST, offset - start)).count(b"\n") for start in range(0, offset, LONGEST))


def _whole(buffer: NDArray[np.uint8], n_bytes: int, rest: bytes) -> tuple[NDArray[np.uint8], int]:
    """The buffer and its size with the rest of the last line, and with a newline if the file ends without one."""
    size = n_bytes + len(rest)
    if size + ROOM > len(buffer):
        longer = np.empty(size + ROOM, dtype=np.uint8)
        longer[:n_bytes] = buffer[:n_bytes]
        buffer = longer
    buffer[n_bytes:size] = np.frombuffer(rest, dtype=np.uint8)
    if buffer[size - 1] != NEWLINE:
        buffer[size] = NEWLINE
        size += 1
    return buffer, size


def lines(content: Content) -> Iterator[bytes]:
    """All lines, one after the other."""
    with content.open() as file:
        while line := file.readline(LONGEST):
            if len(line) == LONGEST:
                raise _too_long(content)
            yield line


def _too_long(content: Content) -> SourceError:
    return SourceError(
        f"{content.name}: a line is longer than {LONGEST // 2**20} MiB; an edge list has two ids per line"
    )
