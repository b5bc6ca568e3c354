"""A clean graph: simple, undirected, nodes numbered from 0. reading.cleaning makes it, an engine takes it."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
    """A simple undirected graph, each edge once, packed as smaller · 2**32 + larger node and sorted.

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
    keys: NDArray[np.uint64]
    weights: Floats | None
    cleaning: Cleaning
    name: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def n_edges(self) -> int:
        """Number of distinct edges, self-loops left out."""
        return len(self.keys)

    @property
    def pairs(self) -> NDArray[np.uint32]:
        """The edges as rows (smaller node, larger node); a view, not a copy."""
        halves = self.keys.view(np.uint32).reshape(-1, 2)
        return halves[:, ::-1] if np.little_endian else halves

    def __repr__(self) -> str:
        """Size at a glance."""
        return f"<Graph of {self.n_nodes:,} nodes and {self.n_edges:,} edges>"
