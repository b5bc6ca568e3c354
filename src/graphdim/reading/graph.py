"""A clean graph: simple, undirected, nodes numbered from 0. reading.cleaning makes it, engines.memory takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.reading.edges import SILENT, Attributes

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.reading.edges import Floats

__all__ = ["Block", "Cleaning", "Graph"]


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What cleaning found: rows listed by the source, self-loops dropped, repeated or reversed edges merged."""

    rows: int
    self_loops: int
    repeated: int


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Edges in compressed rows: node `rows[i]` has the larger neighbours `columns[starts[i]:starts[i + 1]]`."""

    rows: NDArray[np.int32]
    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    weights: Floats | None

    @classmethod
    def of(cls, keys: NDArray[np.uint64], weights: Floats | None = None) -> Block:
        """From sorted keys, smaller · 2**32 + larger node."""
        halves = keys.view(np.int32).reshape(-1, 2)
        low, high = (halves[:, 1], halves[:, 0]) if np.little_endian else (halves[:, 0], halves[:, 1])
        low = low.copy()
        changes = np.flatnonzero(low[1:] != low[:-1]) + 1
        firsts = np.concatenate([[0], changes]) if len(low) else changes
        starts = np.append(firsts, len(low)).astype(np.int32)
        return cls(low[firsts], starts, high.copy(), weights)

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


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Graph:
    """A simple undirected graph, each edge once, in blocks.

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
        from scipy.sparse import coo_array, csr_array

        ends = self.pairs.T
        weights = self.weights
        values = np.ones(self.n_edges, dtype=np.float32) if weights is None else weights
        upper = coo_array((values, (ends[0], ends[1])), shape=(self.n_nodes, self.n_nodes)).tocsr()
        return csr_array(upper + upper.T)

    def __repr__(self) -> str:
        """Size at a glance."""
        return f"<Graph of {self.n_nodes:,} nodes and {self.n_edges:,} edges>"
