r"""Sparse times dense, and its gradient.

    Y = M X        ∂X = Mᵀ ∂Y

torch's embedding_bag is this product by another name: bag i sums the rows of X that row i of M names, weighted by its
values. On a CPU it is compiled for the width at hand and three times faster than the product of torch or of SciPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

if TYPE_CHECKING:
    from scipy.sparse import csc_array, csr_array

__all__ = ["Bags", "Operator", "bags", "operator", "product"]


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """The pattern of a sparse matrix: row i holds the `columns` from `starts[i]` to `starts[i + 1]`."""

    columns: torch.Tensor
    starts: torch.Tensor

    def times(self, values: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
        """The product of the matrix with these stored values and a dense one."""
        # Sums (mode 0), no scaling, no sparse gradient, and the last start is the end of the last row.
        sums = torch.embedding_bag(dense, self.columns, self.starts, False, 0, False, values, True)  # noqa: FBT003
        return sums[0]


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """A fixed sparse matrix and its transpose."""

    rows: Bags
    values: torch.Tensor
    transposed: Bags
    transposed_values: torch.Tensor


def bags(matrix: csr_array | csc_array) -> Bags:
    """The pattern of a CSR matrix by rows, of a CSC matrix by columns."""
    return Bags(torch.from_numpy(matrix.indices.astype(np.int32)), torch.from_numpy(matrix.indptr.astype(np.int32)))


def operator(matrix: csr_array, scale: float = 1.0) -> Operator:
    """A fixed matrix, scaled, ready for products."""
    transposed = matrix.T.tocsr()
    values = (torch.from_numpy(side.data.astype(np.float32) * np.float32(scale)) for side in (matrix, transposed))
    return Operator(bags(matrix), next(values), bags(transposed), next(values))


class _Product(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, matrix: Operator, dense: torch.Tensor) -> torch.Tensor:
        ctx.matrix = matrix
        return matrix.rows.times(matrix.values, dense)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor]:
        matrix: Operator = ctx.matrix
        return None, matrix.transposed.times(matrix.transposed_values, gradient.contiguous())


def product(matrix: Operator, dense: torch.Tensor) -> torch.Tensor:
    """M X, differentiable in X."""
    result: torch.Tensor = _Product.apply(matrix, dense)
    return result
