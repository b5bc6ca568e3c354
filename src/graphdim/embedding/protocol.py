"""What an embedding is: a graph, a dimension and a seed → one row per node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    Rows = NDArray[np.float32]

__all__ = ["Embedding", "Prepared", "padded"]


class Prepared(Protocol):
    """What all dimensions of one graph and seed share: the walks, or the factorisation."""

    def rows(self, dimension: int) -> Rows:
        """One row of so many numbers for each node; zeros for nodes without an edge."""

    def signs(self, dimension: int) -> NDArray[Any] | None:
        """The sign with which each dimension counts in a dot product; None if all count alike."""


class Embedding(Protocol):
    """A frozen dataclass; its parameters are its fields."""

    @property
    def name(self) -> str:
        """What it is called in the registry."""

    def prepare(self, adjacency: csr_array, seed: int, sides: NDArray[np.bool_] | None = None) -> Prepared:
        """The part of the work that does not depend on the dimension."""


def padded(rows: NDArray[Any], dimension: int, nodes: NDArray[np.int64], n_nodes: int) -> Rows:
    """Rows of some nodes among all, with zeros for other nodes and for dimensions that the graph does not have."""
    every = np.zeros((n_nodes, dimension), dtype=np.float32)
    every[nodes, : rows.shape[1]] = rows
    return every
