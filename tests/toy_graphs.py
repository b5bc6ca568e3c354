"""Graphs whose dimension is known, and graphs that make it hard, as arrays of edges."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from graphdim import engines
from graphdim.engines.options import SourceOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView

Edges = "NDArray[np.int64]"


@contextmanager
def view_of(edges: Edges, **options) -> Iterator[GraphView]:
    """The view of a graph in memory."""
    with engines.open(edges, SourceOptions(**options)) as view:
        yield view


def from_probabilities(probabilities: NDArray[np.float64], seed: int = 0) -> Edges:
    """Each pair of nodes is an edge with its own probability."""
    low, high = np.triu_indices(len(probabilities), k=1)
    drawn = np.random.default_rng(seed).random(len(low)) < probabilities[low, high]
    return np.column_stack([low[drawn], high[drawn]])


def block_model(n_blocks: int, n_nodes: int, *, inside: float = 0.3, across: float = 0.05, seed: int = 0) -> Edges:
    """Blocks of equal size; nodes are linked more often inside a block than across."""
    block = np.arange(n_nodes) % n_blocks
    return from_probabilities(np.where(block[:, None] == block, inside, across), seed)


def random_graph(n_nodes: int, p: float, seed: int = 0) -> Edges:
    """G(n, p): no structure at all."""
    return from_probabilities(np.full((n_nodes, n_nodes), p), seed)


def dot_product_graph(rank: int, n_nodes: int, *, mean: float = 0.1, seed: int = 0) -> Edges:
    """Edge probabilities of the given rank: dot products of positive directions, scaled to a mean probability."""
    rows = np.random.default_rng(seed).dirichlet(np.full(rank, 0.1), size=n_nodes)
    products = rows @ rows.T
    return from_probabilities(np.minimum(products * (mean / products.mean()), 1.0), seed + 1)


def ring(n_nodes: int) -> Edges:
    """A cycle."""
    here = np.arange(n_nodes)
    return np.column_stack([here, (here + 1) % n_nodes])


def star(n_leaves: int) -> Edges:
    """One hub with all edges."""
    return np.column_stack([np.zeros(n_leaves, dtype=np.int64), np.arange(1, n_leaves + 1)])


def clique(n_nodes: int) -> Edges:
    """Every pair of nodes."""
    return np.column_stack(np.triu_indices(n_nodes, k=1))


def matching(n_edges: int) -> Edges:
    """Edges that share no node."""
    return np.arange(2 * n_edges).reshape(-1, 2)


def tree(n_nodes: int) -> Edges:
    """A binary tree."""
    below = np.arange(1, n_nodes)
    return np.column_stack([(below - 1) // 2, below])


def bipartite(n_first: int, n_second: int, p: float, seed: int = 0) -> Edges:
    """Random edges across two sides."""
    first, second = np.nonzero(np.random.default_rng(seed).random((n_first, n_second)) < p)
    return np.column_stack([first, second + n_first])


def two_copies(edges: Edges) -> Edges:
    """The graph and a copy of it, not connected."""
    return np.concatenate([edges, edges + edges.max() + 1])


def relabelled(edges: Edges, seed: int = 0) -> Edges:
    """The same graph with its nodes and edges in another order."""
    rng = np.random.default_rng(seed)
    return rng.permutation(rng.permutation(edges.max() + 1)[edges])


# Graphs on which a method may have no answer, but never breaks.
ODD = {
    "one edge": ring(2)[:1],
    "path of three": ring(3)[:2],
    "triangle": clique(3),
    "ten edges": random_graph(8, 0.4)[:10],
    "star": star(40),
    "ring": ring(41),
    "even ring": ring(40),
    "clique": clique(30),
    "matching": matching(30),
    "tree": tree(63),
    "two components": two_copies(block_model(2, 40, seed=3)),
    "two cliques": two_copies(clique(12)),
    "bipartite": bipartite(30, 50, 0.2),
    "complete bipartite": bipartite(6, 9, 1.0),
    "hub and ring": np.concatenate([star(30), ring(31)[1:-1]]),
    "sparse": random_graph(60, 0.02),
}
