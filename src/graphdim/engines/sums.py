"""Sums over neighbours, block by block: what the memory and the disk engine have in common.

Every sum is of whole numbers, hence exact below 2**53 and independent of the order of the blocks and of the number of
threads; with weights they are ordinary floats. Most of the time goes to fetching nodes at random, so degrees, and what
is no larger, are kept in 32 bits.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim import progress
from graphdim.engines.loops import add_product, add_transposed_product
from graphdim.threads import map_in_threads, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy import dtype

    from graphdim.engines.structure import Numbers
    from graphdim.graph.blocks import Block

    Part = Callable[[], Block]
    Add = Callable[[Block, Numbers], None]

__all__ = ["Part", "Sums"]

# Below this many edges NumPy is quick enough, and scipy not worth its import.
FEW = 2**17
# From here on the degrees of all nodes together do not fit in 32 bits.
TOO_MANY = 2**32


class Sums:
    """Degrees and neighbour sums of a graph given as blocks, each made when it is needed."""

    def __init__(self, n_places: int, n_edges: int, parts: Sequence[Part], *, weighted: bool) -> None:
        self.n_places = n_places
        self.n_edges = n_edges
        self.parts = parts
        self.weighted = weighted

    @cached_property
    def degrees(self) -> Numbers:
        """A 1: each node's degree, or the sum of its edges' weights."""
        if self.weighted or self.n_edges < FEW or 2 * self.n_edges + self.n_places >= TOO_MANY:
            return self.neighbour_sum(np.ones(self.n_places))
        return self._over_blocks(_count, np.dtype(np.uint32))

    def neighbour_sum(self, values: Numbers) -> Numbers:
        """A x: for each node the sum of `values` over its neighbours, in the type of the values."""
        add = _add_few if self.n_edges < FEW else _add_many
        return self._over_blocks(lambda block, total: add(block, values, total), values.dtype)

    def _over_blocks(self, add: Add, kind: dtype[Any]) -> Numbers:
        workers = max(1, min(len(self.parts), n_threads()))
        shares = [self.parts[first::workers] for first in range(workers)]
        with progress.stage("adding up", self.n_edges) as advance:
            total, *more = map_in_threads(lambda share: self._sum(share, add, kind, advance), shares)
        for other in more:
            total += other
        return total

    def _sum(self, parts: Sequence[Part], add: Add, kind: dtype[Any], advance: Callable[[int], None]) -> Numbers:
        total: Numbers = np.zeros(self.n_places, dtype=kind)
        for part in parts:
            block = part()
            with np.errstate(over="ignore", invalid="ignore"):  # the entropy tells whether the weights were too much
                add(block, total)
            advance(len(block.columns))
        return total


@cache
def _enough_ones(size: int, kind: dtype[Any]) -> Numbers:
    return np.ones(size, dtype=kind)


def _ones(size: int, kind: dtype[Any]) -> Numbers:
    """A view of ones that are made once: each block of a graph asks for about as many."""
    return _enough_ones(1 << max(size - 1, 0).bit_length(), kind)[:size]


def _count(block: Block, total: Numbers) -> None:
    """Add the degrees: those of the smaller nodes are known, so only the larger ones are visited."""
    total[block.rows] += np.diff(block.starts).astype(total.dtype)
    ones = _ones(len(block.columns), total.dtype)
    add_transposed_product(block.starts, block.columns, ones, ones[: len(block.rows)], total)


def _add_few(block: Block, values: Numbers, total: Numbers) -> None:
    for here, there in ((block.sources, block.columns), (block.columns, block.sources)):
        arriving = values[there] if block.weights is None else values[there] * block.weights
        total += np.bincount(here, arriving, len(total))


def _add_many(block: Block, values: Numbers, total: Numbers) -> None:
    entries = _ones(len(block.columns), total.dtype) if block.weights is None else block.weights
    arriving = np.zeros(len(block.rows), dtype=total.dtype)
    add_product(block.starts, block.columns, entries, values, arriving)
    total[block.rows] += arriving
    add_transposed_product(block.starts, block.columns, entries, values[block.rows], total)
