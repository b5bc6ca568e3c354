r"""An orthonormal basis of the block Krylov space of a symmetric matrix, which can grow.

    span{X, A X, A² X, …} = span{Q₁, Q₂, Q₃, …},  X random, BLOCK columns       H = Qᵀ A Q,  H s = θ s,  v = Q s

    ‖A v - θ v‖ = ‖R s_last‖,  R = what remains of A times the last block outside the basis

Each step multiplies the last block by A and takes away what lies in the basis already. A direction that comes
out as rounding error (the space is exhausted: repeated eigenvalues, small components) is replaced by a random one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from graphdim.linalg.spectrum import by_magnitude
from graphdim.linalg.tall import combine, gram, orthonormal, precision, random_columns, remove

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.linalg.spectrum import Values, Vectors

__all__ = ["BLOCK", "KrylovBasis", "Ritz", "SymmetricOperator"]

BLOCK = 16


class SymmetricOperator(Protocol):
    """What a Krylov basis needs of a matrix."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""

    def __matmul__(self, block: NDArray[Any], /) -> NDArray[Any]:
        """The product with a block of vectors."""


class Ritz(NamedTuple):
    """Eigenvalues of the projected matrix by falling magnitude, their coefficients in the basis, and ‖A v - θ v‖."""

    values: Values
    directions: Values
    residuals: Values


class KrylovBasis:
    """Blocks of orthonormal vectors in float32 and the projected matrix; a longer basis begins with the shorter one."""

    def __init__(self, operator: SymmetricOperator, *, seed: int, width: int = BLOCK) -> None:
        self.operator, self.width = operator, width
        self.blocks: list[Vectors] = []
        self.projected: Values = np.zeros((0, 0))
        self._remainders: list[Values] = []
        self._random = np.random.default_rng(seed)
        self._norm = 0.0
        start = random_columns(self._random, operator.shape[0], width, precision(operator.shape[0]))
        self._next = orthonormal(start, 0.0, self._random)

    def grow(self, n_blocks: int) -> None:
        """Add blocks until there are `n_blocks`."""
        while len(self.blocks) < n_blocks:
            self._step()

    def ritz(self, n_blocks: int) -> Ritz:
        """The Ritz values of the first `n_blocks` blocks."""
        self.grow(n_blocks)
        size = n_blocks * self.width
        values, directions = np.linalg.eigh(self.projected[:size, :size])
        order = by_magnitude(values)
        values, directions = values[order], directions[:, order]
        last = directions[-self.width :]
        squares = np.sum(last * (self._remainders[n_blocks - 1] @ last), axis=0)
        return Ritz(values, directions, np.sqrt(np.maximum(squares, 0)))

    def vectors(self, directions: Values) -> Vectors:
        """The vectors with these coefficients."""
        return combine(self.blocks[: len(directions) // self.width], directions)

    def _step(self) -> None:
        self.blocks.append(self._next)
        image = np.asarray(self.operator @ self._next, dtype=self._next.dtype)
        self._extend(remove(self.blocks, image))
        self._remainders.append(gram([image], image))
        self._norm = max(self._norm, float(np.abs(self.projected).max()))
        self._next = orthonormal(image, self._norm, self._random, self.blocks)

    def _extend(self, coefficients: Values) -> None:
        """Append a block column to H, and its transpose as a block row."""
        known = len(self.projected)
        grown = np.empty((len(coefficients), len(coefficients)))
        grown[:known, :known] = self.projected
        grown[:, known:] = coefficients
        grown[known:, :] = coefficients.T
        self.projected = grown
