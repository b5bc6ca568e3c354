"""The memory engine: sums over neighbours straight from the packed edges, in blocks.

Takes a reading.Graph, answers entropy.structure. Sums are of integers below 2**53 for any graph with Σ degree²
below that, hence exact and independent of the order of the edges; weights make them ordinary floats.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphdim.reading.edges import Floats
from graphdim.reading.graph import Graph

__all__ = ["MemoryEngine"]

Block = tuple[NDArray[np.intp], NDArray[np.intp], Floats | None]

# Edges handled at a time: the working memory, against the cost of adding up one node vector per block.
BLOCK = 2**22


class MemoryEngine:
    """Degrees and neighbour sums of a graph that fits in memory."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    @cached_property
    def degrees(self) -> Floats:
        """A 1: each node's degree, or the sum of its edges' weights."""
        return self.neighbour_sum(np.ones(self.graph.n_nodes))

    def neighbour_sum(self, values: Floats) -> Floats:
        """A x: for each node the sum of `values` over its neighbours."""
        n_nodes = self.graph.n_nodes
        total = np.zeros(n_nodes)
        for low, high, weights in self._blocks():
            for here, there in ((low, high), (high, low)):
                arriving = values[there] if weights is None else values[there] * weights
                total += np.bincount(here, arriving, n_nodes)
        return total

    def _blocks(self) -> Iterator[Block]:
        graph, size = self.graph, max(BLOCK, self.graph.n_nodes)
        for start in range(0, graph.n_edges, size):
            low, high = graph.pairs[start : start + size].T.astype(np.intp)
            yield low, high, None if graph.weights is None else graph.weights[start : start + size]
