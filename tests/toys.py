"""Toy graphs that every test shares, and the oracle: A² formed as the paper prints it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphdim.reading.datasets.karate import FRIENDS

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Toy:
    """Nodes in order, each edge once, and a weight for each that floats add up exactly."""

    name: str
    nodes: tuple[Hashable, ...]
    edges: tuple[tuple[Hashable, Hashable], ...]

    @property
    def n_nodes(self) -> int:
        return len(self.nodes)

    @property
    def n_edges(self) -> int:
        return len(self.edges)

    @property
    def ids(self) -> str:
        """What the ids are: "index" (0 to n - 1), "int64", "uint64" or "names"."""
        if self.nodes == tuple(range(len(self.nodes))):
            return "index"
        if any(isinstance(node, str) for node in self.nodes):
            return "names"
        return "int64" if max(self.nodes) < 2**63 else "uint64"

    @property
    def indexed(self) -> list[tuple[int, int]]:
        number = {node: position for position, node in enumerate(self.nodes)}
        return [(number[u], number[v]) for u, v in self.edges]

    @property
    def weights(self) -> list[float]:
        return [1 + (7 * position % 5) / 4 for position in range(len(self.edges))]

    @property
    def isolated(self) -> bool:
        return len({node for edge in self.edges for node in edge}) < self.n_nodes

    def __str__(self) -> str:
        return self.name


def toy(name: str, edges: Sequence[tuple[Hashable, Hashable]], extra: Sequence[Hashable] = ()) -> Toy:
    nodes = dict.fromkeys([node for edge in edges for node in edge] + list(extra))
    ordered = nodes if any(isinstance(node, str) for node in nodes) else sorted(nodes)
    return Toy(name, tuple(ordered), tuple(edges))


ODD_NAMES = ("Zürich", "東京", 'say "hi"', "a,b", "c;d", "O'Brien & <b>", "two words", "nano", "7", "007", "🙂", "-x")

KARATE = toy("karate", [(one, other) for one, friends in FRIENDS.items() for other in friends])
STAR = toy("star", [(0, leaf) for leaf in range(1, 9)])
PATH = toy("path", [(here, here + 1) for here in range(6)])
ISOLATED = toy("isolated", [(0, 1), (1, 2), (2, 0), (3, 4)], extra=[5, 6, 7])
EDGELESS = toy("edgeless", [], extra=range(5))
GAPS = toy("gaps", [(0, 5), (5, 2**31), (2**31, 2**32 + 1), (2**32 + 1, 2**62), (2**62, 2**63 - 1), (0, 2**63 - 1)])
NEGATIVE = toy("negative", [(-5, -1), (-1, 3), (3, -(2**63)), (-5, 2**63 - 1)])
UNSIGNED = toy("unsigned", [(1, 2**63), (2**63, 2**64 - 1), (2**64 - 1, 2**64 - 2), (2**53, 2**53 + 1)])
NAMES = toy("names", [*pairwise(ODD_NAMES), ("Zürich", "a,b"), ("7", "🙂")])

TOYS = (KARATE, STAR, PATH, ISOLATED, EDGELESS, GAPS, NEGATIVE, UNSIGNED, NAMES)


def adjacency(n_nodes: int, edges: Sequence[tuple[int, int]], weights: Sequence[float] | None = None) -> NDArray:
    matrix = np.zeros((n_nodes, n_nodes))
    for position, (u, v) in enumerate(edges):
        if u != v:
            value = 1.0 if weights is None else weights[position]
            matrix[u, v] = matrix[v, u] = max(matrix[u, v], value)
    return matrix


def oracle(matrix: NDArray, variant: str = "published") -> float:
    """Structure entropy by forming the square of the adjacency matrix."""
    if variant == "published":
        closed = matrix + np.eye(len(matrix))
        square = closed @ closed
        two_hop = square @ (closed.sum(axis=1) + 1) / square.sum(axis=1)
    else:
        square = matrix @ matrix
        sums = square.sum(axis=1, keepdims=True)
        shares = np.divide(square, sums, out=np.zeros_like(square), where=sums > 0)
        two_hop = shares.T @ matrix.sum(axis=1)
    p = two_hop[two_hop > 0] / two_hop.sum()
    return float(-(p * np.log(p)).sum())
