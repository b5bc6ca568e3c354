"""The leading eigen- or singular values of a matrix with their vectors, by falling magnitude."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Vectors = NDArray[np.floating[Any]]
    Values = NDArray[np.float64]

__all__ = ["NEGLIGIBLE", "Spectrum", "by_magnitude", "floor_cuts", "n_significant"]

# Values below this share of the largest are rounding errors of float32 products.
NEGLIGIBLE = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """Matrix ≈ left · diag(values) · rightᵀ; the columns of `left` and of `right` are orthonormal."""

    values: Values  # signed eigenvalues, or singular values, by falling |value|
    left: Vectors  # (n_rows, rank)
    right: Vectors  # (n_columns, rank); for a symmetric matrix the same array as `left`
    complete: bool  # every value that is not zero is here

    @property
    def rank(self) -> int:
        """How many values there are."""
        return len(self.values)

    def cut(self, rank: int) -> Spectrum:
        """The `rank` leading values and their vectors, as views."""
        left = self.left[:, :rank]
        right = left if self.right is self.left else self.right[:, :rank]
        return Spectrum(self.values[:rank], left, right, self.complete and n_significant(self.values) <= rank)


def by_magnitude(values: Values) -> NDArray[np.intp]:
    """The order of falling |value|; of two opposite values the positive one comes first.

    >>> by_magnitude(np.array([-2.0, -1.0, 0.5, 2.0])).tolist()
    [3, 0, 1, 2]
    """
    return len(values) - 1 - np.argsort(-np.abs(values[::-1]), kind="stable")


def n_significant(values: Values) -> int:
    """How many values are not zero, rounding errors aside; `values` fall in magnitude."""
    magnitudes = np.abs(values)
    return int(np.count_nonzero(magnitudes > NEGLIGIBLE * magnitudes[:1]))


def floor_cuts(values: Values, dimensions: Sequence[int]) -> list[int]:
    """How many vectors to use at each dimension: never a part of a group of equal values.

    >>> floor_cuts(np.array([3.0, 2.0, 2.0, 1.0]), [1, 2, 3, 4])
    [1, 1, 3, 4]
    """
    size = np.abs(values)
    tolerance = 1e-6 * size.max(initial=0.0)
    ends = np.append(size[:-1] - size[1:] > tolerance, True)
    ends_at = np.flatnonzero(ends) + 1
    places = np.searchsorted(ends_at, np.minimum(dimensions, len(values)), side="right")
    return np.concatenate([[0], ends_at])[places].tolist()  # type: ignore[no-any-return]
