"""Graphs that are nearly trees: what is held out of them was the only way between two parts, and nothing tells of it.

A model that sees the remaining edges gives such a pair what it gives any two parts, and pairs within a part may score
less: in trees that passes for a prediction. Feeds cross-validation on links, and sweeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse.csgraph import connected_components

from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of
from graphdim.graph.pairs import draw_held_out

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.graph.pairs import Pairs

__all__ = ["are_bridges", "check_links_can_be_foretold", "is_nearly_a_tree"]

# A graph with as many edges a node has other ways around most of them.
DENSE = 2
SHARE = 0.1
NEARLY_ALL = 0.9


def are_bridges(held_out: Pairs, kept: csr_array) -> NDArray[np.bool_]:
    """Which held-out edges join two parts of what is left."""
    _, part = connected_components(kept, directed=False)
    bridges: NDArray[np.bool_] = part[held_out[:, 0]] != part[held_out[:, 1]]
    return bridges


def is_nearly_a_tree(adjacency: csr_array) -> bool:
    """Whether nearly all of the edges that could be held out are bridges then."""
    pairs, weights = edges_of(adjacency)
    if not 0 < len(pairs) < DENSE * adjacency.shape[0]:
        return False
    edges, n_nodes = pairs.astype(np.int64), adjacency.shape[0]
    held_out, _ = draw_held_out(edges, n_nodes, SHARE, np.random.default_rng(0))
    kept = adjacency_of(edges[~held_out], n_nodes, weights[~held_out])
    return bool(are_bridges(edges[held_out], kept).mean() >= NEARLY_ALL)


def check_links_can_be_foretold(adjacency: csr_array) -> None:
    """Refuse a tree, or nearly one, where edges are all that a model sees."""
    if is_nearly_a_tree(adjacency):
        msg = (
            "nearly all edges are the only way between two parts of the graph, as in a tree, so nothing foretells those"
            " that are held out; give labels (--labels, labels=…), or features to a network"
        )
        raise GraphError(msg)
