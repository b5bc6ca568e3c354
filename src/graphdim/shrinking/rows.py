"""Rows of an embedding, read a block at a time: ten million of them need not fit into memory twice, or at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.embedding.scoring.scale import cast
from graphdim.reading.files.array_file import ArrayFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["BLOCK", "Rows"]

BLOCK = 2**13
MOST_BYTES = 8  # of a float that every machine has


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """An array in memory, or a file with rows one after the other; with the id of each row where the source has ids.

    A file is read, not mapped: pages of a map count as memory of the process, and the kernel maps many around each that
    is touched. Two thousand rows at random brought in most of a gigabyte. `notes` are sentences for the user, and
    `may_have_header` says that the first row may be a header. Numbers are read divided by 2^`exponent`. `are_in_index`
    says that the ids are those of pandas' index.
    """

    name: str
    array: NDArray[Any] | ArrayFile
    ids: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    may_have_header: bool = False
    exponent: int = 0
    are_in_index: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows, and of numbers in each."""
        n_rows, n_columns = self.array.shape
        return int(n_rows), int(n_columns)

    @property
    def n_bytes(self) -> int:
        """The size of all numbers."""
        return self.shape[0] * self.shape[1] * self.array.dtype.itemsize

    @property
    def cut_type(self) -> np.dtype[np.floating[Any]]:
        """The type of the numbers once they are cut: floats keep their own, whole numbers become float32."""
        given = self.array.dtype
        return np.dtype(f"<f{min(given.itemsize, MOST_BYTES)}" if given.kind == "f" else "<f4")

    def blocks(self) -> Iterator[slice]:
        """Which rows belong together."""
        return (slice(start, min(start + BLOCK, self.shape[0])) for start in range(0, self.shape[0], BLOCK))

    def read(self, which: slice, kind: type[np.floating[Any]] = np.float32) -> NDArray[np.floating[Any]]:
        """Neighbouring rows, as float32 if nothing else is asked for."""
        if not isinstance(self.array, ArrayFile):
            return cast(self.array[which], kind, self.exponent)
        width = self.shape[1]
        values = self.array.read(which.start * width, (which.stop - which.start) * width)
        return cast(values.reshape(-1, width), kind, self.exponent)

    def take(self, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """Rows in any order, each read once, from the front of the file to its end."""
        distinct, back = np.unique(places, return_inverse=True)
        rows = self.array.rows(distinct) if isinstance(self.array, ArrayFile) else self.array[distinct]
        return cast(rows, np.float32, self.exponent)[back]
