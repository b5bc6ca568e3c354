"""The two kinds of matrix: symmetric ones by eigenpairs, rectangular ones by singular triplets.

Both take a dense solver in float64 where the matrix is small and a Krylov basis in float32 otherwise.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from graphdim.linalg.krylov import BLOCK, KrylovBasis
from graphdim.linalg.products import GramProduct, SparseRows
from graphdim.linalg.spectrum import NEGLIGIBLE, Spectrum, by_magnitude, n_significant
from graphdim.linalg.tall import FINE, combine, gram, orthonormal, precision

if TYPE_CHECKING:
    from graphdim.linalg.krylov import Ritz
    from graphdim.linalg.spectrum import Values, Vectors

__all__ = ["DENSE", "RectangularSolver", "SymmetricSolver"]

# Up to this size a dense solver takes at most 30 ms, and is exact.
DENSE = 512
# Residuals up to this share of their value moved no curve of held-out scores by more than 0.3 points.
RESIDUAL = 0.01
FINE_RESIDUAL = 1e-5
# The share of the values that must have converged: the leading half, and some more, since one that is still on its way
# up may belong among them.
LEADING = 0.6
# Beyond this size the basis is kept shorter.
LARGE = 2**16
# The parts of the largest basis at which convergence is checked.
SHARES = (0.4, 0.5, 0.6, 0.7, 0.85, 1.0)


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
        return KrylovBasis(SparseRows(self._matrix, precision(self.n_values), self._scale), seed=self._seed)

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
        return SparseRows(self._tall, precision(self.n_values), self._scale)

    @cached_property
    def _basis(self) -> KrylovBasis:
        columns = SparseRows(csr_array(self._tall.T), precision(self.n_values), self._scale)
        return KrylovBasis(GramProduct(self._rows, columns), seed=self._seed)

    @cached_property
    def _dense(self) -> tuple[Values, Vectors]:
        tall = self._tall.astype(np.float64)
        return _all_pairs((tall.T @ tall).toarray())


def is_dense(n_values: int, rank: int) -> bool:
    """Whether a dense solver is about as quick, or a Krylov basis would nearly fill the space."""
    return n_values <= max(DENSE, 5 * rank + 300)


def basis_sizes(n_values: int, rank: int) -> list[int]:
    """The sizes at which a basis is tried for `rank` values, in whole blocks; the last one is the limit."""
    return [BLOCK * math.ceil(_limit(n_values, rank) * share / BLOCK) for share in SHARES]


def has_converged(ritz: Ritz, n_values: int, rank: int) -> bool:
    """Whether the residuals of the leading values are small."""
    leading = math.ceil(LEADING * rank)
    values = np.abs(ritz.values[:leading])
    share = FINE_RESIDUAL if n_values <= FINE else RESIDUAL
    return bool(np.all(ritz.residuals[:leading] <= share * values + NEGLIGIBLE * values[0]))


def _limit(n_values: int, rank: int) -> float:
    """The size of a basis at which it ends, converged or not; a large matrix pays for it in time and memory."""
    if n_values <= FINE:
        return min(8 * rank + 512, 0.6 * n_values)
    return 4 * rank + (256 if n_values <= LARGE else 128)


def is_complete(known: Values, rank: int, n_values: int) -> bool:
    """Whether the first `rank` of the known values hold all that are not zero."""
    significant = n_significant(known)
    return significant <= rank and (significant < len(known) or len(known) == n_values)


def largest_entry(matrix: csr_array) -> float:
    """The largest magnitude of an entry, or 1: entries divided by it fit float32."""
    return float(np.abs(matrix.data).max(initial=0)) or 1.0


def _leading_pairs(basis: KrylovBasis, rank: int) -> tuple[Values, Vectors]:
    """The Ritz values of the shortest basis whose leading ones have converged, and the vectors of the first `rank`."""
    n_values = basis.operator.shape[0]
    for size in basis_sizes(n_values, rank):
        ritz = basis.ritz(size // BLOCK)
        if has_converged(ritz, n_values, rank):
            break
    return ritz.values, basis.vectors(ritz.directions[:, :rank])


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
