r"""The matrices of a graph whose spectra selectors look at, and its two sides where it has them.

    A                                 the adjacency, symmetric
    L = D_τ^(-½) A D_τ^(-½)           regularised normalised adjacency, D_τ = diag(d + τ), τ the mean degree

Reads a CSR adjacency; feeds engines (the spectrum of a view) and selectors that factorise thinned copies of the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["adjacency_of", "edges_of", "nodes_with_edges", "normalised", "sides_among", "two_sides"]

# Edges that are looked at for a triangle before the whole graph is coloured.
SAMPLE = 1000


def adjacency_of(pairs: NDArray[np.integer], n_nodes: int, weights: NDArray[np.floating] | None = None) -> csr_array:
    """The symmetric adjacency of edges that are each listed once.

    >>> adjacency_of(np.array([[0, 1], [1, 2]]), 3).toarray()
    array([[0., 1., 0.],
           [1., 0., 1.],
           [0., 1., 0.]], dtype=float32)
    """
    from scipy.sparse import coo_array

    values = np.ones(len(pairs), dtype=np.float32) if weights is None else weights.astype(np.float32)
    low, high = pairs[:, 0].astype(np.int32), pairs[:, 1].astype(np.int32)
    ends = np.concatenate([low, high]), np.concatenate([high, low])
    return coo_array((np.concatenate([values, values]), ends), shape=(n_nodes, n_nodes)).tocsr()


def edges_of(adjacency: csr_array) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Each edge once as (smaller node, larger node), in order, and its value."""
    rows = np.repeat(np.arange(adjacency.shape[0], dtype=np.int32), np.diff(adjacency.indptr))
    upper = rows < adjacency.indices
    pairs = np.column_stack([rows[upper], adjacency.indices[upper].astype(np.int32)])
    return pairs, adjacency.data[upper].astype(np.float32, copy=False)


def nodes_with_edges(adjacency: csr_array) -> NDArray[np.int64]:
    """The nodes that have a neighbour; isolated nodes are left out of every spectrum."""
    return np.flatnonzero(np.diff(adjacency.indptr))


def normalised(adjacency: csr_array, regulariser: float | None = None) -> csr_array:
    """L, with τ the mean degree of the nodes that have an edge unless it is given; without edges, the zero matrix.

    >>> normalised(adjacency_of(np.array([[0, 1]]), 2)).toarray().round(6)
    array([[0. , 0.5],
           [0.5, 0. ]], dtype=float32)
    """
    from scipy.sparse import csr_array

    degree = np.asarray(adjacency.sum(axis=1), dtype=np.float64).ravel()
    present = degree > 0
    added = degree[present].mean() if regulariser is None and present.any() else regulariser or 0.0
    scale = np.zeros(len(degree), dtype=np.float32)
    scale[present] = 1 / np.sqrt(degree[present] + added)
    values = adjacency.data * scale[adjacency.indices]
    values *= np.repeat(scale, np.diff(adjacency.indptr))
    return csr_array((values, adjacency.indices, adjacency.indptr), shape=adjacency.shape)


def sides_among(
    nodes: NDArray[np.int64], known: NDArray[np.bool_] | None, adjacency: csr_array
) -> NDArray[np.bool_] | None:
    """Which of these nodes are of the second kind: as the source tells, else by the colours of their adjacency."""
    return two_sides(adjacency) if known is None else known[nodes]


def two_sides(adjacency: csr_array) -> NDArray[np.bool_] | None:
    """Which of its two colours each node has, if the graph is bipartite; None if it has an odd cycle or no edge.

    The bipartite double cover joins (i, 0) and (j, 1) for every edge i-j. A component of the graph is bipartite if
    and only if its cover falls apart, and the part that holds (i, 0) then tells the colour of i.
    """
    from scipy.sparse import block_array
    from scipy.sparse.csgraph import connected_components

    if not adjacency.nnz or _has_triangle(adjacency):
        return None
    cover = block_array([[None, adjacency], [adjacency, None]], format="csr")
    _, part = connected_components(cover, directed=False)
    here, there = np.split(part, 2)
    if (here == there)[nodes_with_edges(adjacency)].any():
        return None
    second: NDArray[np.bool_] = here > there
    return second


def _has_triangle(adjacency: csr_array) -> bool:
    """Whether one of the first edges is part of a triangle: nearly every graph that is not bipartite has many."""
    rows = np.flatnonzero(np.diff(adjacency.indptr))[:SAMPLE]
    first = adjacency.indices[adjacency.indptr[rows]]
    return any(_share(adjacency, node, other) for node, other in zip(rows.tolist(), first.tolist(), strict=True))


def _share(adjacency: csr_array, node: int, other: int) -> bool:
    starts, columns = adjacency.indptr, adjacency.indices
    ours, theirs = (columns[starts[each] : starts[each + 1]] for each in (node, other))
    return bool(np.isin(ours, theirs, assume_unique=True).any())
