"""Distinct names in the order of their numbers: one copy of their bytes, in few columns, and hashes of names.

Columns of similar length are merged, so that n names are in at most log₂ n columns, and each name is moved as often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from graphdim.graph.hash_table import Hashes

Places = NDArray[np.intp]

VIEW = 16  # bytes of a column beside those of each name

__all__ = ["Names", "differing", "hashes_of"]


class Names:
    """Names that more are added to. `parts` is replaced, never changed, so other threads may go on using it."""

    def __init__(self) -> None:
        self.parts: tuple[pl.Series, ...] = ()
        self.n_bytes = 0  # of memory

    def add(self, names: pl.Series) -> None:
        """Append a copy of some names."""
        import polars as pl

        if names.is_empty():
            return
        # Polars' columns share their bytes: without the copy these would keep the piece of the file that they are from.
        copied = names + ""
        self.n_bytes += VIEW * len(copied) + int(copied.estimated_size())
        parts = [*self.parts, copied]
        while len(parts) > 1 and len(parts[-2]) <= 4 * len(parts[-1]):
            last = parts.pop()
            parts[-1] = pl.concat([parts[-1], last], rechunk=True)
        self.parts = tuple(parts)

    def all(self) -> pl.Series:
        """Every name."""
        import polars as pl

        # With an empty column before them the names are never a part itself, to which a caller might append.
        return pl.concat([pl.Series(dtype=pl.String), *self.parts], rechunk=True)


def differing(names: pl.Series, numbers: NDArray[np.int32], parts: Sequence[pl.Series]) -> Places:
    """The places of names that are not those with their numbers."""
    places = np.arange(len(names))
    start = 0
    for part in parts:
        onward = _not_in(part, names, numbers - np.int32(start))
        if not len(onward):
            return onward
        places, numbers, names = places[onward], numbers[onward], names[onward.astype(np.uint32)]
        start += len(part)
    return places


def _not_in(part: pl.Series, names: pl.Series, numbers: NDArray[np.int32]) -> Places:
    """The places of names that are not those of the part with their numbers."""
    inside = numbers.view(np.uint32)  # what was negative is now too large
    is_outside = inside >= len(part)
    differs = part[np.minimum(inside, np.uint32(len(part) - 1))] != names
    return np.flatnonzero(is_outside | differs.to_numpy())


def hashes_of(names: pl.Series, seed: int) -> Hashes:
    """A 64-bit hash of each name."""
    return names.hash(seed).to_numpy()
