"""A clean graph: simple, undirected, nodes numbered from 0. graph.build makes it, engines.memory takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.reading.edges import SILENT, Attributes
from graphdim.words import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.graph.blocks import Block
    from graphdim.reading.edges import Floats

__all__ = ["Cleaning", "Graph"]


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What cleaning found: rows listed by the source, self-loops dropped, repeated or reversed edges merged."""

    rows: int
    self_loops: int
    repeated: int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Graph:
    """A simple undirected graph, each edge once, in blocks.

    `sides` marks the nodes of the second kind, where the source has two kinds: users and items.

    >>> import graphdim as gd
    >>> graph = gd.read([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")])
    >>> graph
    <Graph of 3 nodes and 2 edges>
    >>> graph.pairs.tolist()
    [[0, 1], [1, 2]]
    >>> graph.cleaning
    Cleaning(rows=4, self_loops=1, repeated=1)
    """

    n_nodes: int
    blocks: tuple[Block, ...]
    cleaning: Cleaning
    name: str = ""
    notes: tuple[str, ...] = ()
    attributes: Attributes = SILENT
    sides: NDArray[np.bool_] | None = None

    @property
    def kinds(self) -> tuple[int, int] | None:
        """How many nodes of each kind there are, if there are two."""
        if self.sides is None:
            return None
        n_second = int(np.count_nonzero(self.sides))
        return self.n_nodes - n_second, n_second

    @property
    def n_edges(self) -> int:
        """Number of distinct edges, self-loops left out."""
        return sum(len(block.columns) for block in self.blocks)

    @property
    def pairs(self) -> NDArray[np.int32]:
        """The edges as rows (smaller node, larger node), in order."""
        parts = [np.column_stack([block.sources, block.columns]) for block in self.blocks]
        return np.concatenate(parts) if parts else np.empty((0, 2), dtype=np.int32)

    @property
    def weights(self) -> Floats | None:
        """The weights of `pairs`, if the graph has any."""
        parts = [block.weights for block in self.blocks if block.weights is not None]
        return np.concatenate(parts) if parts else None

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The symmetric adjacency matrix, with the weights or else with ones, one row for each node."""
        from scipy.sparse import csr_array

        lengths = np.zeros(self.n_nodes + 1, dtype=np.int64)
        for block in self.blocks:
            lengths[block.rows + 1] += np.diff(block.starts)
        columns = np.concatenate([np.empty(0, dtype=np.int32), *(block.columns for block in self.blocks)])
        weights = self.weights
        values = np.ones(len(columns), dtype=np.float32) if weights is None else weights
        upper = csr_array((values, columns, np.cumsum(lengths)), shape=(self.n_nodes, self.n_nodes))
        return csr_array(upper + upper.T.tocsr())

    def __repr__(self) -> str:
        """Size at a glance."""
        nodes = counted(self.n_nodes, "node") if self.kinds is None else "{:,} + {:,} nodes".format(*self.kinds)
        return f"<Graph of {nodes} and {counted(self.n_edges, 'edge')}>"
