"""Pairs of nodes for link prediction: edges held out by seed, and non-edges drawn at random.

A pair is one number, smaller · N + larger node, so that an edge is known by one bit, or in a large graph by a search in
a sorted list. Feeds the cross-validating selectors and training.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError
from graphdim.words import counted

__all__ = ["FEWEST_EDGES", "NonEdges", "Pairs", "check_enough_edges", "draw_held_out", "n_possible"]

Pairs = NDArray[np.int64]
Draw = Callable[[int], NDArray[Any]]

FEWEST_EDGES = 20  # of which some can be held out
MOST_BITS = 2**32  # 512 MiB
# Non-edges are listed where there are fewer than this many for each edge: drawing would rarely hit one.
RARE = 0.05


class NonEdges:
    """Random pairs of distinct nodes that are not edges; with `edges` empty, any pairs.

    `sides` marks the second side of a bipartite graph: pairs then go across. `degree` draws each end in proportion
    to its degree instead of uniformly.
    """

    def __init__(
        self,
        n_nodes: int,
        edges: NDArray[Any],
        rng: np.random.Generator,
        *,
        sides: NDArray[np.bool_] | None = None,
        degree: NDArray[Any] | None = None,
    ) -> None:
        self.n_nodes, self.rng, self.sides = n_nodes, rng, sides
        self.keys = np.sort(edges.min(axis=1).astype(np.int64) * n_nodes + edges.max(axis=1))
        self.bits = _bits(self.keys, n_nodes**2) if 0 < n_nodes**2 <= MOST_BITS else None
        self.draw_first, self.draw_second = _ends(n_nodes, rng, sides, degree)

    def draw(self, n: int) -> Pairs:
        """`n` pairs, each drawn alike; a pair may come twice."""
        keys = self._batch(n)
        while len(keys) < n:
            keys = np.concatenate([keys, self._batch(n - len(keys))])
        return self._pairs(keys[:n])

    @property
    def n_free(self) -> int:
        """How many pairs are not edges."""
        return n_possible(self.n_nodes, self.sides) - len(self.keys)

    def draw_distinct(self, n: int) -> Pairs:
        """`n` different pairs, or all if there are fewer."""
        if self.n_free <= max(n, RARE * len(self.keys)):
            every = self._every()
            return every[np.sort(self.rng.permutation(len(every))[:n])]
        keys = np.empty(0, dtype=np.int64)
        while len(keys) < n:
            # Merged in the order of their drawing, so that the first n stay a fair sample.
            both = np.concatenate([keys, self._batch(n)])
            keys = both[np.sort(np.unique(both, return_index=True)[1])]
        return self._pairs(keys[:n])

    def _pairs(self, keys: NDArray[np.int64]) -> Pairs:
        """The two nodes of each key; np.divmod takes several times as long."""
        low = keys // self.n_nodes
        return np.stack([low, keys - low * self.n_nodes], axis=1)

    def _every(self) -> Pairs:
        """All pairs that are not edges, in order."""
        low, high = np.triu_indices(self.n_nodes, k=1)
        free = ~self._known(low * self.n_nodes + high)
        if self.sides is not None:
            free &= self.sides[low] != self.sides[high]
        return np.column_stack([low[free], high[free]])

    def _batch(self, n: int) -> NDArray[np.int64]:
        size = n + n // 16 + 16
        first, second = self.draw_first(size), self.draw_second(size)
        apart = first != second
        first, second = first[apart], second[apart]
        keys = np.minimum(first, second) * self.n_nodes + np.maximum(first, second)
        fresh: NDArray[np.int64] = keys[~self._known(keys)]
        return fresh

    def _known(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        if self.bits is not None:
            marked: NDArray[np.bool_] = (self.bits[keys >> 3] >> (keys & 7).astype(np.uint8) & 1).view(bool)
            return marked
        if not len(self.keys):
            return np.zeros(len(keys), dtype=bool)
        place = np.searchsorted(self.keys, keys)
        known: NDArray[np.bool_] = self.keys[np.minimum(place, len(self.keys) - 1)] == keys
        return known


def n_possible(n_nodes: int, sides: NDArray[np.bool_] | None) -> int:
    """How many pairs of nodes could be edges; those of two sides only across."""
    if sides is None:
        return n_nodes * (n_nodes - 1) // 2
    n_second = int(np.count_nonzero(sides))
    return n_second * (n_nodes - n_second)


def check_enough_edges(n_edges: int, purpose: str) -> None:
    """Refuse a graph with too few edges to hold some out for this purpose."""
    if n_edges < FEWEST_EDGES:
        few = f"{counted(n_edges, 'edge is', 'edges are')} too few to hold some out; {purpose} takes at least"
        msg = f"{few} {FEWEST_EDGES}. So small a graph needs no embedding: take its adjacency matrix"
        raise GraphError(msg)


def _bits(keys: NDArray[np.int64], size: int) -> NDArray[np.uint8]:
    """One bit for each pair, set where it is an edge: ten times as fast to look up as a search."""
    bits = np.zeros(size // 8 + 1, dtype=np.uint8)
    np.bitwise_or.at(bits, keys >> 3, (1 << (keys & 7)).astype(np.uint8))
    return bits


def _ends(
    n_nodes: int, rng: np.random.Generator, sides: NDArray[np.bool_] | None, degree: NDArray[Any] | None
) -> tuple[Draw, Draw]:
    """How each end of a pair is drawn."""
    if sides is None and degree is None:
        return (_uniform(rng, n_nodes),) * 2
    weight = np.ones(n_nodes) if degree is None else np.asarray(degree, dtype=np.float64)
    both = [weight, weight] if sides is None else [weight * ~sides, weight * sides]
    first, second = (_by_weight(rng, each) for each in both)
    return first, second


def _uniform(rng: np.random.Generator, n_nodes: int) -> Draw:
    return lambda size: rng.integers(n_nodes, size=(size,))


def _by_weight(rng: np.random.Generator, weight: NDArray[np.float64]) -> Draw:
    bounds = np.cumsum(weight)
    return lambda size: np.searchsorted(bounds, rng.random(size) * bounds[-1], side="right")


def draw_held_out(
    edges: NDArray[Any], n_nodes: int, share: float, rng: np.random.Generator
) -> tuple[NDArray[np.bool_], bool]:
    """Which edges to hold out, and whether every node keeps an edge.

    Edges whose ends both have another one are preferred; where they are too few (trees, stars, matchings), any edge
    may be held out.
    """
    wanted = max(1, round(share * len(edges)))
    degree = np.bincount(edges.ravel(), minlength=n_nodes)
    spare = np.flatnonzero((degree[edges] > 1).all(axis=1))
    held_out = np.zeros(len(edges), dtype=bool)
    if len(spare) >= wanted:
        held_out[rng.permutation(spare)[:wanted]] = True
        remaining = degree - np.bincount(edges[held_out].ravel(), minlength=n_nodes)
        # What was held out together may have left a node with nothing: those edges go back.
        held_out &= (remaining[edges] > 0).all(axis=1)
    if 2 * np.count_nonzero(held_out) >= wanted:
        return held_out, True
    held_out[:] = False
    held_out[rng.permutation(len(edges))[:wanted]] = True
    return held_out, False
