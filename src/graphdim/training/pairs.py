"""Pairs of nodes for link prediction: edges split by seed, and non-edges drawn at random.

A pair is one number, smaller · N + larger node, so that an edge is known by one bit, or in a large graph by a search in
a sorted list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError
from graphdim.training.randomness import stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.training.data import LabelledGraph

__all__ = ["LinkSplit", "NonEdges", "link_split"]

Pairs = NDArray[np.int64]

MOST_BITS = 2**32  # 512 MiB


@dataclass(frozen=True, slots=True, eq=False)
class LinkSplit:
    """Positive pairs of the three parts, and negative ones for those that are fixed; training draws its own."""

    train: Pairs
    validation: tuple[Pairs, Pairs]
    test: tuple[Pairs, Pairs]


class NonEdges:
    """Random pairs of distinct nodes that are no edges; with `edges` empty, any pairs."""

    def __init__(self, n_nodes: int, edges: Pairs, rng: np.random.Generator) -> None:
        self.n_nodes, self.rng = n_nodes, rng
        self.keys = np.sort(edges.min(axis=1) * n_nodes + edges.max(axis=1))
        self.bits = _bits(self.keys, n_nodes**2) if 0 < n_nodes**2 <= MOST_BITS else None

    def draw(self, n: int) -> Pairs:
        """`n` pairs, each drawn from all alike; a pair may come twice."""
        keys = self._batch(n)
        while len(keys) < n:
            keys = np.concatenate([keys, self._batch(n - len(keys))])
        return np.stack(np.divmod(keys[:n], self.n_nodes), axis=1)

    def draw_distinct(self, n: int) -> Pairs:
        """`n` different pairs."""
        keys = np.empty(0, dtype=np.int64)
        while len(keys) < n:
            # Merged in the order of their drawing, so that the first n stay a fair sample.
            both = np.concatenate([keys, self._batch(n)])
            keys = both[np.sort(np.unique(both, return_index=True)[1])]
        return np.stack(np.divmod(keys[:n], self.n_nodes), axis=1)

    def _batch(self, n: int) -> NDArray[np.int64]:
        ends = self.rng.integers(self.n_nodes, size=(2, n + n // 16 + 16))
        ends = ends[:, ends[0] != ends[1]]
        keys = ends.min(axis=0) * self.n_nodes + ends.max(axis=0)
        fresh: NDArray[np.int64] = keys[~self._known(keys)]
        return fresh

    def _known(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        if self.bits is not None:
            marked: NDArray[np.bool_] = (self.bits[keys >> 3] >> (keys & 7).astype(np.uint8) & 1).view(bool)
            return marked
        if not len(self.keys):
            return np.zeros(len(keys), dtype=bool)
        at = np.searchsorted(self.keys, keys)
        known: NDArray[np.bool_] = self.keys[np.minimum(at, len(self.keys) - 1)] == keys
        return known


def _bits(keys: NDArray[np.int64], size: int) -> NDArray[np.uint8]:
    """One bit for each pair, set where it is an edge: ten times as fast to look up as a search."""
    bits = np.zeros(size // 8 + 1, dtype=np.uint8)
    np.bitwise_or.at(bits, keys >> 3, (1 << (keys & 7)).astype(np.uint8))
    return bits


def link_split(
    graph: LabelledGraph, non_edges: NonEdges, shares: Sequence[float], *, self_loops: bool, seed: int
) -> LinkSplit:
    """Shares of the positives, such as 85, 5 and 10 %, and as many distinct negatives for the last two."""
    positives = _with_loops(graph) if self_loops else graph.edges
    n_validation, n_test = (round(share * len(positives)) for share in shares[1:])
    _check(graph, len(positives), (n_validation, n_test), len(non_edges.keys))
    shuffled = positives[stream(seed, "edges").permutation(len(positives))]
    validation, test, train = np.split(shuffled, [n_validation, n_validation + n_test])
    negatives = non_edges.draw_distinct(n_validation + n_test)
    return LinkSplit(train, (validation, negatives[:n_validation]), (test, negatives[n_validation:]))


def _with_loops(graph: LabelledGraph) -> Pairs:
    return np.concatenate([graph.edges, np.repeat(np.arange(graph.n_nodes), 2).reshape(-1, 2)])


def _check(graph: LabelledGraph, n_positives: int, held_out: tuple[int, int], n_known: int) -> None:
    if held_out[0] == 0:
        msg = f"{graph.name}: {n_positives} edges are too few to train, validate and test on; it takes at least 11"
        raise GraphError(msg)
    n_other = graph.n_nodes * (graph.n_nodes - 1) // 2 - n_known
    if n_other < sum(held_out):
        msg = f"{graph.name}: only {n_other:,} pairs are not edges; link prediction needs {sum(held_out):,} of them"
        raise GraphError(msg)
