"""Truncated factorisations of sparse matrices: dense where the matrix is small, block Krylov otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array, issparse

from graphdim.linalg.blas import single_threaded_blas
from graphdim.linalg.components import rectangular_solver, symmetric_solver
from graphdim.linalg.krylov import KrylovBasis
from graphdim.linalg.products import SparseRows
from graphdim.linalg.tall import precision

if TYPE_CHECKING:
    from graphdim.linalg.krylov import SymmetricOperator
    from graphdim.linalg.spectrum import Spectrum

__all__ = ["Factorisation", "eigenpairs", "largest_eigenvalue", "singular_triplets"]

# A matrix of this size is cheaper to solve than to iterate with.
SMALL = 256
# The relative change of the estimate, over CHECK blocks, that ends an iteration for one value.
TOLERANCE = 1e-5
CHECK = 4
WIDTH = 4


class Factorisation:
    """The spectrum of one matrix, for any rank asked; a higher rank continues from the lower one."""

    def __init__(self, matrix: csr_array, *, symmetric: bool, seed: int = 0) -> None:
        self._solver = symmetric_solver(matrix, seed) if symmetric else rectangular_solver(matrix, seed)
        self._spectra: dict[int, Spectrum] = {}

    def spectrum(self, rank: int) -> Spectrum:
        """The `rank` leading values, fewer if the matrix has fewer rows or columns.

        The answer depends on the matrix, the rank and the seed alone, not on the ranks asked before.
        """
        rank = min(rank, self._solver.n_values)
        if rank not in self._spectra:
            with single_threaded_blas():
                self._spectra[rank] = self._solver.spectrum(rank)
        return self._spectra[rank]


def eigenpairs(matrix: csr_array, rank: int, *, seed: int = 0) -> Spectrum:
    """The `rank` eigenvalues of largest magnitude of a symmetric matrix, with their vectors.

    >>> ring = csr_array(np.roll(np.eye(4), 1, axis=0) + np.roll(np.eye(4), -1, axis=0))
    >>> eigenpairs(ring, 2).values.round(6).tolist()
    [2.0, -2.0]
    """
    return Factorisation(matrix, symmetric=True, seed=seed).spectrum(rank)


def singular_triplets(matrix: csr_array, rank: int, *, seed: int = 0) -> Spectrum:
    """The `rank` largest singular values of a rectangular matrix, with their vectors.

    >>> singular_triplets(csr_array([[3.0, 0.0, 0.0], [0.0, 0.0, 2.0]]), 1).values.round(6).tolist()
    [3.0]
    """
    return Factorisation(matrix, symmetric=False, seed=seed).spectrum(rank)


def largest_eigenvalue(matrix: Any, *, seed: int = 0) -> float:
    """The largest |eigenvalue| of a symmetric matrix, sparse or any operator with `shape` and `@`.

    A Lanczos iteration approaches it from below, to a relative error of about 1e-4.

    >>> largest_eigenvalue(csr_array([[0.0, -3.0], [-3.0, 0.0]]))
    3.0
    """
    operator: SymmetricOperator = _rows(matrix) if issparse(matrix) else matrix
    n_rows = operator.shape[0]
    with single_threaded_blas():
        if n_rows <= SMALL:
            dense = np.asarray(operator @ np.eye(n_rows), dtype=np.float64)
            return float(np.abs(np.linalg.eigvalsh(dense)).max(initial=0))
        return _lanczos(KrylovBasis(operator, seed=seed, width=WIDTH))


def _rows(matrix: Any) -> SparseRows:
    return SparseRows(matrix.tocsr(), precision(matrix.shape[0]))


def _lanczos(basis: KrylovBasis) -> float:
    """Grow a basis until its largest Ritz value stands still."""
    estimate, known = 0.0, -1.0
    most = basis.operator.shape[0] // (2 * WIDTH)
    while estimate > known * (1 + TOLERANCE) and len(basis.blocks) < most:
        basis.grow(min(len(basis.blocks) + CHECK, most))
        known, estimate = estimate, float(np.abs(np.linalg.eigvalsh(basis.projected)).max())
    return estimate
