r"""Spectral embedding: the leading eigenvectors of the regularised normalised adjacency.

    x_ik = |λ_k|^½ v_ik          L = D_τ^(-½) A D_τ^(-½),   by falling |λ|

Links are scored by Σ λ_k v_ik v_jk, so an eigenvalue below 0 counts against a link. Of a group of equal eigenvalues all
vectors are taken or none. For the curve over all dimensions at once, see selectors.cv, which this agrees with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdim.embedding.protocol import padded
from graphdim.graph.matrices import nodes_with_edges, two_sides
from graphdim.graph.spectra import Spectra
from graphdim.linalg.spectrum import floor_cuts

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.protocol import Rows
    from graphdim.linalg import Spectrum

__all__ = ["Spectral"]


@dataclass(frozen=True, slots=True)
class Spectral:
    """The leading eigenvectors of L, scaled by |λ|^½."""

    name: ClassVar[str] = "spectral"

    def prepare(self, adjacency: csr_array, seed: int, sides: NDArray[np.bool_] | None = None) -> Factors:
        """The factorisation, which is raised to the dimensions that are asked for."""
        return Factors(adjacency, seed, sides)


@dataclass(frozen=True, eq=False)
class Factors:
    """The spectra of one graph without its isolated nodes."""

    adjacency: csr_array
    seed: int
    sides: NDArray[np.bool_] | None = None

    def rows(self, dimension: int) -> Rows:
        """|λ|^½ v for each node."""
        spectrum = self._spectrum(dimension)
        rows = np.sqrt(np.abs(spectrum.values)) * spectrum.left
        return padded(rows, dimension, self._nodes, self.adjacency.shape[0])

    def signs(self, dimension: int) -> NDArray[Any]:
        """The signs of the eigenvalues."""
        signs = np.ones(dimension)
        values = self._spectrum(dimension).values
        signs[: len(values)] = np.sign(values)
        return signs

    def _spectrum(self, dimension: int) -> Spectrum:
        spectrum = self._spectra.normalised(dimension)
        return spectrum.cut(max(floor_cuts(spectrum.values, [dimension])[0], 1))

    @cached_property
    def _nodes(self) -> NDArray[np.int64]:
        return nodes_with_edges(self.adjacency)

    @cached_property
    def _spectra(self) -> Spectra:
        connected = self.adjacency[self._nodes][:, self._nodes]
        sides = two_sides(connected) if self.sides is None else self.sides[self._nodes]
        return Spectra(connected, sides, seed=self.seed)
