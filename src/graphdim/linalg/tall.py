r"""Tall matrices: many rows, few columns. Products and orthonormal columns, in threads over blocks of rows.

A Gram matrix is the sum over blocks of rows, each in the type of the vectors and added in float64 in a fixed order:

    QᵀW = Σ_i Q_iᵀ W_i                      the rounding error does not grow with the number of rows

Orthonormal columns come from the eigenvectors of the Gram matrix of the columns scaled to length 1 (Stathopoulos and
Wu's rank-revealing relative of Cholesky QR), twice, since one pass loses digits of an ill-conditioned block:

    G = WᵀW = U diag(g) Uᵀ                  W ← W U diag(g)^(-1/2)

Random directions take the place of those that are only rounding errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Tall = NDArray[np.floating[Any]]
    Small = NDArray[np.float64]
    Real = np.float32 | np.float64

__all__ = ["FINE", "combine", "gram", "orthonormal", "precision", "random_columns", "remove"]

# Rows that one product takes. It must not depend on the number of threads: the order of sums depends on it.
ROWS = 4096
# Columns shorter than this share of the norm are rounding errors.
ROUNDING = {np.dtype(np.float32): 1e-6, np.dtype(np.float64): 1e-14}
# Directions of columns of length 1 below this length are rounding errors: a Gram matrix holds the squares.
DEPENDENT = {np.dtype(np.float32): 1e-3, np.dtype(np.float64): 1e-7}
# A direction that lost so much of its length by removal has kept rounding errors inside the basis.
CANCELLED = 0.05
# A direction that loses most of its length when the basis is removed once more was such an error itself.
NEARLY_INSIDE = 0.5

# Up to this many rows, float64 costs little and keeps the smallest entries of localised vectors.
FINE = 4096


def precision(n_rows: int) -> type[Real]:
    """The type of vectors with so many rows."""
    return np.float64 if n_rows <= FINE else np.float32


def gram(blocks: Sequence[Tall], right: Tall) -> Small:
    """QᵀW for Q = the blocks side by side and W = `right`."""

    def part(rows: slice) -> Tall:
        return _stacked_product(blocks, right, rows)

    return _total(map_in_threads(part, _row_slices(len(right))))


def remove(blocks: Sequence[Tall], from_: Tall) -> Small:
    """W ← W - Q QᵀW in place, for Q with orthonormal columns; returns QᵀW."""
    coefficients = gram(blocks, from_)
    parts = _split(coefficients, blocks)

    def update(rows: slice) -> None:
        for block, part in zip(blocks, parts, strict=True):
            from_[rows] -= block[rows] @ part

    map_in_threads(update, _row_slices(len(from_)))
    return coefficients


def combine(blocks: Sequence[Tall], coefficients: Small) -> Tall:
    """Q C."""
    result = np.empty((len(blocks[0]), coefficients.shape[1]), blocks[0].dtype)
    first, *others = zip(blocks, _split(coefficients, blocks), strict=True)

    def fill(rows: slice) -> None:
        np.matmul(first[0][rows], first[1], out=result[rows])
        for block, part in others:
            result[rows] += block[rows] @ part

    map_in_threads(fill, _row_slices(len(result)))
    return result


def orthonormal(block: Tall, norm: float, random: np.random.Generator, basis: Sequence[Tall] = ()) -> Tall:
    """Orthonormal columns that span those of `block`, orthogonal to the basis that was removed from it.

    `norm` is the length that the columns had before the removal. Random directions replace those that are missing.
    """
    width = block.shape[1]
    block, shortest = _normalised(block, ROUNDING[block.dtype] * norm, DEPENDENT[block.dtype])
    if basis and shortest < CANCELLED * norm:
        remove(basis, block)
        block, _ = _normalised(block, NEARLY_INSIDE, NEARLY_INSIDE)
    if block.shape[1] < width:
        block = np.concatenate([block, _outside(basis, block, width - block.shape[1], random)], axis=1)
    return _normalised(block)[0]


def random_columns(random: np.random.Generator, n_rows: int, n_columns: int, dtype: type[Real]) -> Tall:
    """Gaussian columns of length about 1."""
    return random.standard_normal((n_rows, n_columns), dtype=dtype) / dtype(np.sqrt(n_rows))


def _outside(basis: Sequence[Tall], block: Tall, n_columns: int, random: np.random.Generator) -> Tall:
    """Random directions orthogonal to the basis and to the block."""
    fresh = random_columns(random, len(block), n_columns, block.dtype.type)
    known = [*basis, block]
    for _ in range(2):
        remove(known, fresh)
        fresh, _ = _normalised(fresh)
    return fresh


def _normalised(block: Tall, shortest: float = 0.0, dependent: float = 0.0) -> tuple[Tall, float]:
    """Orthonormal columns for those of `block`, and the length of its shortest direction.

    Columns up to the length `shortest` are left out, and of the rest, scaled to length 1, directions up to `dependent`.
    """
    products = gram([block], block)
    norms = np.sqrt(np.diag(products))
    scale = np.divide(1, norms, where=norms > shortest, out=np.zeros_like(norms))
    squares, directions = np.linalg.eigh(products * np.outer(scale, scale))
    lengths = np.sqrt(np.maximum(squares, 0))
    kept = lengths > dependent
    coefficients = scale[:, None] * directions[:, kept] / lengths[kept]
    return combine([block], coefficients), float(norms.min(initial=np.inf) * lengths.min(initial=1))


def _split(coefficients: Small, blocks: Sequence[Tall]) -> list[Tall]:
    """The rows of the coefficients that belong to each block."""
    ends = np.cumsum([block.shape[1] for block in blocks])
    return np.split(coefficients.astype(blocks[0].dtype), ends[:-1])


def _stacked_product(blocks: Sequence[Tall], right: Tall, rows: slice) -> Tall:
    return np.concatenate([block[rows].T @ right[rows] for block in blocks])


def _total(parts: Sequence[Tall]) -> Small:
    total = np.zeros(parts[0].shape)
    for part in parts:
        total += part
    return total


def _row_slices(n_rows: int) -> list[slice]:
    return [slice(start, start + ROWS) for start in range(0, n_rows, ROWS)]
