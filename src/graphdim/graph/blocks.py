"""Sorted keys → blocks of compressed rows, half the size of the keys: what the sums run over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphdim.graph.keys import KeyBuffer, sort, unique
from graphdim.threads import map_in_threads, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.graph.keys import Keys
    from graphdim.graph.numbering import Numbers
    from graphdim.reading.edges import Floats

__all__ = ["Block", "MemoryKeys"]

BLOCK = 2**19


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Edges in compressed rows: node `rows[i]` has the larger neighbours `columns[starts[i]:starts[i + 1]]`."""

    rows: NDArray[np.int32]
    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    weights: Floats | None

    @classmethod
    def of(cls, keys: Keys, weights: Floats | None = None, *, kept: NDArray[np.bool_] | slice = slice(None)) -> Block:
        """From sorted keys, smaller · 2**32 + larger node, or from those of them that are kept."""
        halves = keys.view(np.int32).reshape(-1, 2)
        low, high = (halves[:, 1], halves[:, 0]) if np.little_endian else (halves[:, 0], halves[:, 1])
        low, high = np.ascontiguousarray(low[kept]), np.ascontiguousarray(high[kept])
        changes = np.flatnonzero(low[1:] != low[:-1]) + 1
        firsts = np.concatenate([[0], changes]) if len(low) else changes
        starts = np.append(firsts, len(low)).astype(np.int32)
        return cls(low[firsts], starts, high, weights)

    def mark(self, present: NDArray[np.bool_]) -> None:
        """Set the mark of every node that has an edge here."""
        present[self.rows] = present[self.columns] = True

    def renumbered(self, number: NDArray[np.int32] | None) -> Block:
        """The same edges with node i called number[i], larger for larger i; None leaves all as they are."""
        if number is None:
            return self
        return Block(number[self.rows], self.starts, number[self.columns], self.weights)

    @property
    def sources(self) -> NDArray[np.int32]:
        """The smaller node of every edge."""
        return np.repeat(self.rows, np.diff(self.starts))


class MemoryKeys:
    """All keys of a graph in memory: 8 bytes per edge at the peak, and less as blocks take their place."""

    def __init__(self, most_rows: int) -> None:
        self._buffer = KeyBuffer(most_rows)
        self._weights: list[Floats] = []

    def add(self, keys: Keys, weights: Floats | None) -> None:
        """Append the keys of some edges."""
        self._buffer.add(keys)
        if weights is not None:
            self._weights.append(weights)

    def recode(self, number: Callable[[Numbers], Numbers]) -> None:
        """Renumber the nodes of all edges."""
        self._buffer.recode(number)

    def blocks(self) -> list[Block]:
        """Every edge once, in order; the keys are gone afterwards."""
        if self._weights:
            keys, weights = unique(self._buffer.keys, np.concatenate(self._weights))
            self._buffer.shrink(0)
            starts = range(0, len(keys), BLOCK)
            return [Block.of(keys[start : start + BLOCK], _part(weights, start)) for start in starts]
        sort(self._buffer.keys)
        return self._cut()

    def _cut(self) -> list[Block]:
        """Blocks of the sorted keys, made from the end, one a thread, giving back at once the memory that they took."""
        keys = self._buffer.keys
        starts = list(range(0, len(keys), BLOCK))
        blocks: list[Block] = []
        while starts:
            last = starts[-n_threads() :]
            del starts[-n_threads() :]
            blocks[:0] = map_in_threads(partial(_unique_block, keys), last)
            self._buffer.shrink(last[0])
        return blocks


def _part(weights: Floats | None, start: int) -> Floats | None:
    return None if weights is None else weights[start : start + BLOCK]


def _unique_block(keys: Keys, start: int) -> Block:
    """The block of the keys from `start` on, each once."""
    some = keys[start : start + BLOCK]
    is_first = np.empty(len(some), dtype=bool)
    is_first[0] = start == 0 or keys[start - 1] != some[0]
    np.not_equal(some[1:], some[:-1], out=is_first[1:])
    return Block.of(some, kept=is_first)
