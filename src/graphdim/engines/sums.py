"""Sums over neighbours, block by block: what the memory and the disk engine have in common.

Every sum is of whole numbers, hence exact below 2**53 and independent of the order of the blocks and of the number of
threads; with weights they are ordinary floats.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from graphdim import progress
from graphdim.threads import each, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphdim.reading.edges import Floats
    from graphdim.reading.graph import Block

    Part = Callable[[], Block]

__all__ = ["Sums"]

# Below this many edges NumPy is quick enough, and scipy not worth its import.
FEW = 2**17


class Sums:
    """Degrees and neighbour sums of a graph given as blocks, each made when it is needed."""

    def __init__(self, n_nodes: int, n_edges: int, parts: Sequence[Part]) -> None:
        self.n_nodes = n_nodes
        self.n_edges = n_edges
        self.parts = parts

    @cached_property
    def degrees(self) -> Floats:
        """A 1: each node's degree, or the sum of its edges' weights."""
        return self.neighbour_sum(np.ones(self.n_nodes))

    def neighbour_sum(self, values: Floats) -> Floats:
        """A x: for each node the sum of `values` over its neighbours."""
        workers = max(1, min(len(self.parts), n_threads()))
        shares = [self.parts[first::workers] for first in range(workers)]
        with progress.stage("adding up", self.n_edges) as advance:
            total, *more = each(lambda share: self._sum(share, values, advance), shares)
        for other in more:
            total += other
        return total

    def _sum(self, parts: Sequence[Part], values: Floats, advance: Callable[[int], None]) -> Floats:
        add = _add_few if self.n_edges < FEW else _add_many
        total = np.zeros(self.n_nodes)
        for part in parts:
            block = part()
            add(block, values, total)
            advance(len(block.columns))
        return total


@cache
def _enough_ones(size: int) -> Floats:
    return np.ones(size)


def _ones(size: int) -> Floats:
    """A view of ones that are made once: each block of a graph asks for about as many."""
    return _enough_ones(1 << max(size - 1, 0).bit_length())[:size]


def _add_few(block: Block, values: Floats, total: Floats) -> None:
    for here, there in ((block.sources, block.columns), (block.columns, block.sources)):
        arriving = values[there] if block.weights is None else values[there] * block.weights
        total += np.bincount(here, arriving, len(total))


def _add_many(block: Block, values: Floats, total: Floats) -> None:
    # scipy's own loops, below its matrices: they add to a vector in place, where the product of two matrices would
    # make a new one of all nodes for every block, and they let other threads run.
    from scipy.sparse import _sparsetools

    shape = len(block.rows), len(total)
    entries = _ones(len(block.columns)) if block.weights is None else block.weights
    arriving = np.zeros(len(block.rows))
    _sparsetools.csr_matvec(*shape, block.starts, block.columns, entries, values, arriving)
    total[block.rows] += arriving
    _sparsetools.csc_matvec(*shape[::-1], block.starts, block.columns, entries, values[block.rows], total)
