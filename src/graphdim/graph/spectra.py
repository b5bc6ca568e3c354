"""The spectra of one graph, each matrix factorised once and raised when a larger rank is asked for.

A bipartite graph has eigenvalues in pairs ±λ, two for every dimension. Its rectangular part is factorised instead, and
the left and the right vectors are laid side by side, so that one row belongs to each node either way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import GraphError
from graphdim.graph.matrices import nodes_with_edges, normalised, sides_among
from graphdim.linalg import Factorisation, Spectrum
from graphdim.linalg.blas import single_threaded_blas

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["FIRST_RANK", "Spectra", "spectra_of"]

# Ranks double from here, whoever asks first, so that what one computes serves the others.
FIRST_RANK = 64
# A dense solver takes a few seconds here, and eight times as long for twice as many nodes.
MOST_DENSE = 5000


@dataclass(eq=False)
class Spectra:
    """Spectra of the adjacency A and of its regularised normalised form L, for `sides` by their rectangular parts.

    `nodes` are the numbers that the rows have in the whole graph, where isolated nodes were left out.

    Ranks double from 64, whoever asks first, so that the answer for a rank does not depend on what was asked before.
    """

    adjacency: csr_array
    sides: NDArray[np.bool_] | None = None
    seed: int = 0
    nodes: NDArray[np.int64] | None = None
    _solvers: dict[str, Factorisation] = field(default_factory=dict)
    _every_value: NDArray[np.float64] | None = None
    _known: dict[tuple[str, int], Spectrum] = field(default_factory=dict)

    @property
    def most_dimensions(self) -> int:
        """The largest useful rank."""
        n_nodes = self.adjacency.shape[0]
        n_second = 0 if self.sides is None else int(np.count_nonzero(self.sides))
        return n_nodes - 1 if self.sides is None else min(n_second, n_nodes - n_second)

    def normalised(self, rank: int) -> Spectrum:
        """The `rank` largest values of L, by size, and their vectors; fewer if there are fewer."""
        return self._spectrum("normalised", rank)

    def plain(self, rank: int) -> Spectrum:
        """The same of A."""
        return self._spectrum("plain", rank)

    def every_value(self) -> NDArray[np.float64]:
        """All eigenvalues of A; only for graphs that are small enough for a dense solver."""
        from scipy.linalg import eigvalsh

        n_nodes = self.adjacency.shape[0]
        if n_nodes > MOST_DENSE:
            msg = f"it needs the whole spectrum, which is too much for {n_nodes:,} nodes; the limit is {MOST_DENSE:,}"
            raise GraphError(msg)
        if self._every_value is None:
            with single_threaded_blas():
                self._every_value = np.asarray(eigvalsh(self.adjacency.toarray().astype(np.float64)), np.float64)
        return self._every_value

    def _spectrum(self, matrix: str, rank: int) -> Spectrum:
        step = FIRST_RANK
        while step < rank:
            self._raised(matrix, step)
            step *= 2
        return self._raised(matrix, step).cut(rank)

    def _raised(self, matrix: str, rank: int) -> Spectrum:
        if (matrix, rank) not in self._known:
            self._known[matrix, rank] = self._by_node(self._solver(matrix).spectrum(rank))
        return self._known[matrix, rank]

    def _solver(self, matrix: str) -> Factorisation:
        if matrix not in self._solvers:
            whole = normalised(self.adjacency) if matrix == "normalised" else self.adjacency
            part = whole if self.sides is None else whole[~self.sides][:, self.sides]
            self._solvers[matrix] = Factorisation(part, symmetric=self.sides is None, seed=self.seed)
        return self._solvers[matrix]

    def _by_node(self, spectrum: Spectrum) -> Spectrum:
        if self.sides is None:
            return spectrum
        rows = np.empty((len(self.sides), len(spectrum.values)), dtype=spectrum.left.dtype)
        rows[~self.sides], rows[self.sides] = spectrum.left, spectrum.right
        return Spectrum(spectrum.values, rows, rows, spectrum.complete)


def spectra_of(adjacency: csr_array, sides: NDArray[np.bool_] | None) -> Spectra:
    """The spectra of a graph without its isolated nodes; `sides` as in `sides_among`."""
    nodes = nodes_with_edges(adjacency)
    if not len(nodes):
        msg = "the graph has no edges, so it has no spectrum; this method takes at least one edge"
        raise GraphError(msg)
    connected = adjacency if len(nodes) == adjacency.shape[0] else adjacency[nodes][:, nodes]
    return Spectra(connected, sides_among(nodes, sides, connected), nodes=nodes)
