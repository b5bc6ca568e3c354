r"""Random walks over a CSR adjacency, all walks one step at a time.

    first order     P(x | v)    ∝ w_vx
    second order    P(x | v, t) ∝ w_vx · α(t, x)      t the node before v (node2vec, Grover and Leskovec 2016)
                    α = 1/p if x = t,  1 if x is a neighbour of t,  1/q otherwise

Second-order steps propose by first-order ones and accept with probability α / max α, so that no table for each edge is
needed. Feeds the embeddings by skip-gram and the selectors that judge them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    Nodes = NDArray[np.int64]

__all__ = ["Walker"]


class Walker:
    """Walks on one graph; `p` is the reluctance to go back at once, `q` to go away from the node before.

    >>> from graphdim.graph.matrices import adjacency_of
    >>> path = adjacency_of(np.array([[0, 1]]), 2)
    >>> Walker(path).walks(np.array([0, 1]), 4, np.random.default_rng(0)).tolist()
    [[0, 1, 0, 1], [1, 0, 1, 0]]
    """

    def __init__(self, adjacency: csr_array, p: float = 1.0, q: float = 1.0) -> None:
        self.p, self.q = p, q
        self.neighbours = adjacency.indices
        self.starts = adjacency.indptr.astype(np.int64)
        is_weighted = bool((adjacency.data != 1).any())
        self.weight_sums = np.cumsum(adjacency.data, dtype=np.float64) if is_weighted else None
        self.edges = np.empty(0, dtype=np.int64) if p == q == 1 else _edge_keys(self.starts, self.neighbours)

    def walks(self, starts: Nodes, length: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """One walk from each start, as rows of `length` nodes; every start needs a neighbour."""
        visited = np.empty((length, len(starts)), dtype=np.int32)
        visited[0] = starts
        for step in range(1, length):
            here = visited[step - 1].astype(np.int64)
            if step == 1 or not len(self.edges):
                visited[step] = self.step(here, rng)
            else:
                visited[step] = self.second_step(visited[step - 2].astype(np.int64), here, rng)
        return np.ascontiguousarray(visited.T)

    def step(self, here: Nodes, rng: np.random.Generator) -> Nodes:
        """The next node of each walk, looking at where it is alone."""
        low, high = self.starts[here], self.starts[here + 1]
        share = rng.random(len(here))
        if self.weight_sums is None:
            edges = low + (share * (high - low)).astype(np.int64)
        else:
            before, last = (np.where(place > 0, self.weight_sums[place - 1], 0.0) for place in (low, high))
            edges = np.searchsorted(self.weight_sums, before + share * (last - before), side="right")
        # Rounding may point beyond the last edge of a node.
        chosen: Nodes = self.neighbours[np.minimum(edges, high - 1)].astype(np.int64)
        return chosen

    def second_step(self, before: Nodes, here: Nodes, rng: np.random.Generator) -> Nodes:
        """The next node of each walk, looking at the node before as well."""
        chosen = np.empty_like(here)
        waiting = np.arange(len(here))
        most = max(1.0, 1 / self.p, 1 / self.q)
        while len(waiting):
            proposed = self.step(here[waiting], rng)
            is_accepted = rng.random(len(waiting)) * most < self._bias(before[waiting], proposed)
            chosen[waiting[is_accepted]] = proposed[is_accepted]
            waiting = waiting[~is_accepted]
        return chosen

    def _bias(self, before: Nodes, proposed: Nodes) -> NDArray[np.float64]:
        """α of each proposal."""
        wanted = before * (len(self.starts) - 1) + proposed
        places = np.minimum(np.searchsorted(self.edges, wanted), len(self.edges) - 1)
        bias = np.where(self.edges[places] == wanted, 1.0, 1 / self.q)
        bias[before == proposed] = 1 / self.p
        return bias


def _edge_keys(starts: Nodes, neighbours: NDArray[np.integer]) -> Nodes:
    """Every edge as one number, in order: the first end times the number of nodes, plus the second."""
    n_nodes = len(starts) - 1
    rows = np.repeat(np.arange(n_nodes, dtype=np.int64), np.diff(starts))
    return np.sort(rows * n_nodes + neighbours)
