"""Rows of an embedding, read a block at a time: ten million of them need not fit into memory twice, or at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["Rows"]

BLOCK = 2**13


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """An array in memory, or an .npy file at `path`, with the id of each row where the source has ids.

    A file is mapped anew for every block, since pages of an open map count as memory of the process.
    """

    name: str
    array: NDArray[Any] | None
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    ids: tuple[str, ...] | None = None
    path: Path | None = None

    @property
    def n_bytes(self) -> int:
        """The size of all numbers."""
        return self.shape[0] * self.shape[1] * self.dtype.itemsize

    def blocks(self) -> Iterator[slice]:
        """Which rows belong together."""
        return (slice(start, min(start + BLOCK, self.shape[0])) for start in range(0, self.shape[0], BLOCK))

    def read(self, which: slice | NDArray[np.int64]) -> NDArray[np.float32]:
        """Some rows as float32."""
        opened = self._opened()
        return np.array(opened[which], dtype=np.float32)

    def take(self, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """Rows in any order, each read once, from the front of the file to its end."""
        distinct, back = np.unique(places, return_inverse=True)
        parts = [self.read(distinct[start : start + BLOCK]) for start in range(0, len(distinct), BLOCK)]
        return np.concatenate(parts)[back]

    def _opened(self) -> NDArray[Any]:
        if self.array is not None:
            return self.array
        mapped: NDArray[Any] = np.load(str(self.path), mmap_mode="r", allow_pickle=False)
        return mapped
