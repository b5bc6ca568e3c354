r"""Tall matrices: many rows, few columns. Products and orthonormal columns, in threads over blocks of rows.

A Gram matrix is the sum over blocks of rows, each in the type of the vectors and added in float64 in a fixed order:

    QᵀW = Σ_i Q_iᵀ W_i                      the rounding error does not grow with the number of rows

Orthonormal columns come from the eigenvectors of the Gram matrix (Stathopoulos and Wu's rank-revealing relative of
Cholesky QR), done twice, since the first pass loses half of the digits of an ill-conditioned block:

    G = WᵀW = U diag(g) Uᵀ                  W ← W U diag(g)^(-1/2)

Directions with √g below a floor are rounding errors; random directions take their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.threads import each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Tall = NDArray[np.floating[Any]]
    Small = NDArray[np.float64]
    Real = np.float32 | np.float64

__all__ = ["combine", "gram", "orthonormal", "random_columns", "remove"]

# Rows that one product takes. It must not depend on the number of threads: the order of sums depends on it.
ROWS = 4096
# Directions shorter than this share of the norm are rounding errors.
FLOORS = {np.dtype(np.float32): 1e-6, np.dtype(np.float64): 1e-12}
# A direction that lost so much of its length by removal has kept rounding errors inside the basis.
CANCELLED = 0.05
# A direction that loses most of its length when the basis is removed once more was such an error itself.
NEARLY_INSIDE = 0.5


def gram(blocks: Sequence[Tall], right: Tall) -> Small:
    """QᵀW for Q = the blocks side by side and W = `right`."""

    def part(rows: slice) -> Tall:
        return _stacked_product(blocks, right, rows)

    return _total(each(part, _row_slices(len(right))))


def remove(blocks: Sequence[Tall], from_: Tall) -> Small:
    """W ← W - Q QᵀW in place, for Q with orthonormal columns; returns QᵀW."""
    coefficients = gram(blocks, from_)
    parts = _split(coefficients, blocks)

    def update(rows: slice) -> None:
        for block, part in zip(blocks, parts, strict=True):
            from_[rows] -= block[rows] @ part

    each(update, _row_slices(len(from_)))
    return coefficients


def combine(blocks: Sequence[Tall], coefficients: Small) -> Tall:
    """Q C."""
    result = np.zeros((len(blocks[0]), coefficients.shape[1]), blocks[0].dtype)
    parts = _split(coefficients, blocks)

    def fill(rows: slice) -> None:
        for block, share in zip(blocks, parts, strict=True):
            result[rows] += block[rows] @ share

    each(fill, _row_slices(len(result)))
    return result


def orthonormal(block: Tall, norm: float, random: np.random.Generator, basis: Sequence[Tall] = ()) -> Tall:
    """Orthonormal columns that span those of `block`, orthogonal to the basis that was removed from it.

    `norm` is the length that the columns had before the removal. Random directions replace those that are missing.
    """
    width = block.shape[1]
    block, shortest = _normalised(block, FLOORS[block.dtype] * norm)
    if basis and shortest < CANCELLED * norm:
        remove(basis, block)
        block, _ = _normalised(block, NEARLY_INSIDE)
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


def _normalised(block: Tall, floor: float = 0.0) -> tuple[Tall, float]:
    """Orthonormal columns that span the directions longer than `floor`, and the length of the shortest direction."""
    squares, directions = np.linalg.eigh(gram([block], block))
    lengths = np.sqrt(np.maximum(squares, 0))
    kept = lengths > floor
    return combine([block], directions[:, kept] / lengths[kept]), float(lengths.min(initial=np.inf))


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
