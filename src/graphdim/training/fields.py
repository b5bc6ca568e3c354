r"""Receptive fields: which nodes the outputs at some target nodes depend on, layer by layer.

    n_L = |targets| ≤ … ≤ n_0        block_l = Â[:n_{l+1}, :n_l]

The nodes are put in the order of their distance from the targets, so that each layer's nodes are the first n_l: a layer
takes the first rows of the one before it, and nothing is gathered. Training on 140 of 2,708 nodes then costs what those
140 need, with the same result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["Field", "adjacency", "field"]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The nodes in order, how many of them each layer needs, from the input to the output, and the blocks between."""

    nodes: NDArray[np.int64]
    sizes: tuple[int, ...]
    blocks: tuple[csr_array, ...]


def adjacency(n_nodes: int, edges: NDArray[np.int64]) -> csr_array:
    """Â = D^-½ (A + I) D^-½, symmetric, with D the row sums of A + I."""
    from scipy.sparse import csr_array

    loops = np.arange(n_nodes)
    rows = np.concatenate([edges[:, 0], edges[:, 1], loops])
    columns = np.concatenate([edges[:, 1], edges[:, 0], loops])
    scale = 1 / np.sqrt(np.bincount(rows, minlength=n_nodes))
    values = (scale[rows] * scale[columns]).astype(np.float32)
    return csr_array((values, (rows, columns)), shape=(n_nodes, n_nodes))


def field(matrix: csr_array, targets: NDArray[np.int64], hops: int) -> Field:
    """What `hops` products with `matrix` need to give the rows of `targets`, which come first and in their order."""
    nodes, sizes = _grow(matrix, targets, hops)
    square = matrix[nodes][:, nodes]
    spans = [(sizes[hop], sizes[hop + 1]) for hop in reversed(range(hops))]
    # Once everything is reached, the blocks are all the same one.
    made = {span: _block(square, *span) for span in set(spans)}
    return Field(nodes, tuple(reversed(sizes)), tuple(made[span] for span in spans))


def _grow(matrix: csr_array, targets: NDArray[np.int64], hops: int) -> tuple[NDArray[np.int64], list[int]]:
    """Nodes by distance from the targets, and how many lie within 0, 1, … hops."""
    reached = np.zeros(matrix.shape[0], dtype=bool)
    reached[targets] = True
    rings, sizes, ring = [targets], [len(targets)], targets
    for _ in range(hops):
        near = np.unique(matrix[ring].indices).astype(np.int64)
        ring = near[~reached[near]]
        reached[ring] = True
        rings.append(ring)
        sizes.append(sizes[-1] + len(ring))
    return np.concatenate(rings), sizes


def _block(square: csr_array, n_rows: int, n_columns: int) -> csr_array:
    """The first rows and columns; the rows reach no further than the columns."""
    block: csr_array = square[:n_rows, :n_columns]
    block.sort_indices()
    return block
