"""The rows of a spectral embedding without the signs of their eigenvalues, so that a decoder is fitted to them.

A spectral embedding scores links by its eigenvalues alone; ProNE and DeepWalk have the best of three decoders, one of
which is a regression. With these rows, spectral embeddings have it too, and what is left differs in the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.embedding.spectral import Factors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.protocol import Rows

__all__ = ["FittedSpectral"]


@dataclass(frozen=True, slots=True)
class FittedSpectral:
    """|λ|^½ v, scored by a decoder that validation edges choose."""

    name: ClassVar[str] = "spectral-fitted"

    def prepare(self, adjacency: csr_array, seed: int, sides: NDArray[np.bool_] | None = None) -> UnsignedFactors:
        """The factorisation."""
        return UnsignedFactors(Factors(adjacency, seed, sides))

    def embed(self, adjacency: csr_array, dimension: int, seed: int) -> Rows:
        """One row for each node."""
        return self.prepare(adjacency, seed).rows(dimension)


@dataclass(frozen=True, slots=True, eq=False)
class UnsignedFactors:
    """The factors of a spectral embedding, all of whose dimensions count alike."""

    factors: Factors

    def rows(self, dimension: int) -> Rows:
        """|λ|^½ v for each node."""
        return self.factors.rows(dimension)

    def signs(self, _dimension: int) -> None:
        """No signs: they are for the decoder to find."""
        return
