"""The two kinds of matrix: symmetric ones by eigenpairs, rectangular ones by singular triplets.

Both take a dense solver in float64 where the matrix is small and a Krylov basis in float32 otherwise.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from graphdim.linalg.krylov import BLOCK, KrylovBasis
from graphdim.linalg.products import GramProduct, SparseRows
from graphdim.linalg.spectrum import Spectrum, by_magnitude, n_significant
from graphdim.linalg.tall import combine, gram, orthonormal

if TYPE_CHECKING:
    from graphdim.linalg.spectrum import Values, Vectors

__all__ = ["RectangularSolver", "SymmetricSolver"]

# Up to this size a dense solver takes at most 30 ms, and is exact.
DENSE = 512


class SymmetricSolver:
    """Eigenpairs of a symmetric matrix."""

    def __init__(self, matrix: csr_array, seed: int) -> None:
        self.n_values = matrix.shape[0]
        self._matrix, self._seed = matrix, seed

    def spectrum(self, rank: int) -> Spectrum:
        """The `rank` leading eigenpairs."""
        if is_dense(self.n_values, rank):
            known, vectors = self._dense[0], self._dense[1][:, :rank]
        else:
            known, vectors = _leading_pairs(self._basis, rank)
            known = known * self._scale
        return Spectrum(known[:rank], vectors, vectors, is_complete(known, rank, self.n_values))

    @cached_property
    def _scale(self) -> float:
        return largest_entry(self._matrix)

    @cached_property
    def _basis(self) -> KrylovBasis:
        return KrylovBasis(SparseRows(self._matrix, np.float32, self._scale), seed=self._seed)

    @cached_property
    def _dense(self) -> tuple[Values, Vectors]:
        return _all_pairs(self._matrix.astype(np.float64).toarray())


class RectangularSolver:
    r"""Singular triplets of a matrix, through the eigenpairs of its Gram matrix on the shorter side.

        BᵀB V ≈ V diag(σ²),  B V = Q R,  R = W diag(σ) Zᵀ        left Q W, right V Z

    The second line takes the values from B itself: squares lose half of the digits.
    """

    def __init__(self, matrix: csr_array, seed: int) -> None:
        self.n_values = min(matrix.shape)
        self._is_wide = matrix.shape[0] < matrix.shape[1]
        self._tall = csr_array(matrix.T) if self._is_wide else matrix
        self._seed = seed

    def spectrum(self, rank: int) -> Spectrum:
        """The `rank` leading singular triplets."""
        if is_dense(self.n_values, rank):
            squares, right = self._dense
            known = np.sqrt(np.maximum(squares, 0))
            values, left, right = _triplets(SparseRows(self._tall, np.float64), right[:, :rank], self._seed)
        else:
            _, right = _leading_pairs(self._basis, rank)
            values, left, right = _triplets(self._rows, right, self._seed)
            known = values = values * self._scale
        sides = (right, left) if self._is_wide else (left, right)
        return Spectrum(values, *sides, is_complete(known, rank, self.n_values))

    @cached_property
    def _scale(self) -> float:
        return largest_entry(self._tall)

    @cached_property
    def _rows(self) -> SparseRows:
        return SparseRows(self._tall, np.float32, self._scale)

    @cached_property
    def _basis(self) -> KrylovBasis:
        columns = SparseRows(csr_array(self._tall.T), np.float32, self._scale)
        return KrylovBasis(GramProduct(self._rows, columns), seed=self._seed)

    @cached_property
    def _dense(self) -> tuple[Values, Vectors]:
        tall = self._tall.astype(np.float64)
        return _all_pairs((tall.T @ tall).toarray())


def n_blocks(rank: int) -> int:
    """How many blocks of a Krylov basis make `rank` values accurate."""
    return -(-(3 * rank + 256) // BLOCK)


def is_dense(n_values: int, rank: int) -> bool:
    """Whether a dense solver is at most as slow, or a Krylov basis would nearly fill the space."""
    return n_values <= max(DENSE, 1.5 * n_blocks(rank) * BLOCK)


def is_complete(known: Values, rank: int, n_values: int) -> bool:
    """Whether the first `rank` of the known values hold all that are not zero."""
    significant = n_significant(known)
    return significant <= rank and (significant < len(known) or len(known) == n_values)


def largest_entry(matrix: csr_array) -> float:
    """The largest magnitude of an entry, or 1: entries divided by it fit float32."""
    return float(np.abs(matrix.data).max(initial=0)) or 1.0


def _leading_pairs(basis: KrylovBasis, rank: int) -> tuple[Values, Vectors]:
    """All Ritz values, and the vectors of the first `rank`."""
    count = n_blocks(rank)
    basis.grow(count)
    return basis.ritz_pairs(count, rank)


def _all_pairs(dense: Values) -> tuple[Values, Vectors]:
    values, vectors = np.linalg.eigh(dense)
    order = by_magnitude(values)
    return values[order], vectors[:, order]


def _triplets(rows: SparseRows, right: Vectors, seed: int) -> tuple[Values, Vectors, Vectors]:
    """Singular values and vectors of a matrix within the span of `right`."""
    image = rows @ right
    longest = float(np.sqrt(np.square(image, dtype=np.float64).sum(axis=0).max(initial=0)))
    left = orthonormal(image, longest, np.random.default_rng(seed))
    turn, values, back = np.linalg.svd(gram([left], image))
    return values, combine([left], turn), combine([right], back.T)
