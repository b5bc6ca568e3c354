r"""The axes along which rows are cut, from one pass over them.

    PCA              eigenvectors of Σ (x - μ)(x - μ)ᵀ, by falling eigenvalue        rows_k = (x - μ) V_k
    uncentred SVD    eigenvectors of Σ x xᵀ: right singular vectors of the rows      rows_k = x V_k

The SVD keeps inner products as well as any k dimensions can (Eckart, Young), which links are scored by; PCA keeps
distances, which labels are learned from. Blocks are multiplied in float32 and added up in float64.

A regression on Hadamard products x_i ⊙ x_j depends on the axes: it sees no product of two different ones, such as that
of the mean with an axis that tells popular nodes. A random rotation of the k axes keeps all inner products and brings
such products back (`is_mixed`), and may lose what the axes themselves mean. One DeepWalk embedding of air_usa, cut from
256 to 32, lost 4.7 points along singular vectors and 4.4 along mixed axes (3 splits, one rotation); 128 eigenvectors of
Cora, cut to 64, lost 2 and 9.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim import progress
from graphdim.embedding.scoring.scale import LEAST, MOST, exponent_of, flattened, is_flat
from graphdim.errors import SourceError
from graphdim.linalg.blas import single_threaded_blas
from graphdim.threads import map_ahead

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.shrinking.rows import Rows

    Matrix = NDArray[np.float64]

__all__ = ["Projection", "fit", "random_rotation"]


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """The mean that is taken off (zeros for an SVD), the axes as columns, and the eigenvalue of each."""

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]
    energies: NDArray[np.float64]
    is_centred: bool
    is_mixed: bool = False
    exponent: int = 0  # the axes are those of rows divided by this power of two

    @property
    def name(self) -> str:
        """What it is called."""
        return "PCA" if self.is_centred else "uncentred SVD"

    def apply(self, rows: NDArray[Any], dimension: int) -> NDArray[Any]:
        """Rows along the first axes, in the precision of the rows: float32 or float64."""
        moved = rows - self.mean if self.is_centred else rows
        return np.asarray(moved @ self.axes_at(dimension))

    def axes_at(self, dimension: int) -> NDArray[np.float32]:
        """The first axes as columns, rotated among themselves if they are mixed."""
        leading = self.axes[:, :dimension]
        return leading @ random_rotation(dimension) if self.is_mixed else leading

    def error(self, dimension: int) -> float:
        """How far the inner products of all rows move, as a share of their size: ‖G - G_k‖ / ‖G‖."""
        squares = np.square(self.energies)
        return float(np.sqrt(squares[dimension:].sum() / max(squares.sum(), np.finfo(np.float64).tiny)))


def random_rotation(dimension: int) -> NDArray[np.float32]:
    """An orthogonal matrix, the same for every call."""
    normal = np.random.default_rng(dimension).standard_normal((dimension, dimension))
    return np.asarray(np.linalg.qr(normal)[0], dtype=np.float32)


def fit(rows: Rows, *, is_centred: bool) -> Projection:
    """The axes of all rows."""
    gram, total = _sums(rows)
    if not _is_ordinary(gram, rows.shape[0]):
        rows = _scaled(rows, are_finite=bool(np.isfinite(gram).all()))
        gram, total = _sums(rows)
    mean = total / rows.shape[0] if is_centred else np.zeros(rows.shape[1])
    spread = gram - rows.shape[0] * np.outer(mean, mean)
    with single_threaded_blas():
        energies, axes = np.linalg.eigh(spread)
    energies = np.maximum(energies[::-1], 0.0)
    made = Projection(mean.astype(np.float32), axes[:, ::-1].astype(np.float32), energies, is_centred)
    return replace(made, exponent=rows.exponent)


def _is_ordinary(gram: Matrix, n_rows: int) -> bool:
    """Whether the mean square of the norm is one that single precision holds with all digits of smaller rows."""
    return bool(np.isfinite(gram).all()) and LEAST**2 <= gram.trace() / n_rows <= MOST**2


def _scaled(rows: Rows, *, are_finite: bool) -> Rows:
    """Rows divided by a power of two; as they are, or refused, where a few huge numbers would flatten all others."""
    exponent = exponent_of(_largest(rows))
    if not exponent:
        return rows
    counts = np.sum([flattened(rows.read(which, np.float64), exponent) for which in rows.blocks()], axis=0)
    if are_finite and exponent > 0 and counts[0]:
        return rows
    if is_flat(counts):
        raise _too_large(rows)
    return replace(rows, exponent=exponent)


def _largest(rows: Rows) -> float:
    """The largest number of all rows, without its sign."""
    largest = np.array([np.abs(rows.read(which, np.float64)).max() for which in rows.blocks()])
    if not np.isfinite(largest).all():
        raise _too_large(rows)
    return float(largest.max())


def _too_large(rows: Rows) -> SourceError:
    msg = f"{rows.name}: NaN, infinite or too large numbers among the rows; fill or drop these rows first"
    return SourceError(msg)


def _sums(rows: Rows) -> tuple[Matrix, Matrix]:
    """Σ x xᵀ and Σ x over all rows."""
    gram, total = np.zeros((rows.shape[1],) * 2), np.zeros(rows.shape[1])

    def summed(which: slice) -> tuple[int, NDArray[Any], NDArray[Any]]:
        # Numbers that float32 cannot hold are scaled or refused by `fit`, without a warning.
        with np.errstate(over="ignore", invalid="ignore"):
            block = rows.read(which)
            return len(block), block.T @ block, block.sum(axis=0, dtype=np.float64)

    with single_threaded_blas(), progress.stage("reading rows", rows.shape[0]) as advance:
        for size, products, sums in map_ahead(summed, rows.blocks()):
            gram += products
            total += sums
            advance(size)
    return gram, total
