r"""Truncated eigen- and singular values of large sparse matrices, in threads, seeded.

    A ≈ V diag(λ) Vᵀ  (symmetric)          B ≈ U diag(σ) Vᵀ  (rectangular)

A small matrix goes to a dense solver in float64. For a large one, `krylov` builds an orthonormal basis of
span{X, A X, A² X, …} in float32 from a random block X of 16 columns, and takes the Ritz values of the projected matrix.
"""

from graphdim.linalg.factorisation import Factorisation, eigenpairs, largest_eigenvalue, singular_triplets
from graphdim.linalg.spectrum import Spectrum

__all__ = ["Factorisation", "Spectrum", "eigenpairs", "largest_eigenvalue", "singular_triplets"]
