"""The array in an .npy file, read where and when it is needed; a file that was cut short meanwhile is an error."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from graphdim.reading.files.content import Content

__all__ = ["ArrayFile", "array_file", "lettered"]

LAST_LETTER = 0x10FFFF  # of Unicode


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """An array on disk; if it `is_transposed`, its columns come one after the other, not its rows."""

    content: Content
    path: Path
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    offset: int
    is_transposed: bool

    @property
    def size(self) -> int:
        """How many values there are."""
        return int(np.prod(self.shape, dtype=object))

    def read(self, start: int, count: int) -> NDArray[Any]:
        """Some values in the order of the file."""
        with self.path.open("rb") as file:
            data = self._bytes(file.fileno(), start, count)
        self.content.check_unchanged()
        return np.frombuffer(data, dtype=self.dtype)

    def whole(self) -> NDArray[Any]:
        """The array in memory."""
        return lettered(self.read(0, self.size)).reshape(self.shape, order="F" if self.is_transposed else "C")

    def rows(self, which: NDArray[np.int64]) -> NDArray[Any]:
        """Rows by their numbers, of a table whose rows come one after the other."""
        width = self.shape[1]
        with self.path.open("rb") as file:
            data = b"".join(self._bytes(file.fileno(), row * width, width) for row in which.tolist())
        self.content.check_unchanged()
        return np.frombuffer(data, dtype=self.dtype).reshape(-1, width)

    def _bytes(self, file: int, start: int, count: int) -> bytes:
        at, left, parts = self.offset + start * self.dtype.itemsize, count * self.dtype.itemsize, []
        # The system reads at most 2 GiB at a time.
        while left and (part := os.pread(file, left, at)):
            parts.append(part)
            at, left = at + len(part), left - len(part)
        if left:
            raise self.content.changed()
        return parts[0] if len(parts) == 1 else b"".join(parts)


def lettered(array: NDArray[Any]) -> NDArray[Any]:
    """The array from a file; ValueError if its texts hold what is no letter, at which Python stumbles later."""
    if array.dtype.kind == "U" and array.size and array.dtype.itemsize:
        letters = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("=")).reshape(-1).view(np.uint32)
        if letters.max() > LAST_LETTER:
            msg = "its texts hold numbers that stand for no letter"
            raise ValueError(msg)
    return array


def array_file(content: Content, path: Path) -> ArrayFile:
    """The array of a file; only the first bytes are read."""
    # NumPy checks that the file is as long as its header says. None of the pages that it maps is ever touched.
    array = np.load(path, mmap_mode="r", allow_pickle=False)
    return ArrayFile(content, path, array.shape, array.dtype, int(array.offset), not array.flags.c_contiguous)
