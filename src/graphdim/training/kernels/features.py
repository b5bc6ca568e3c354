r"""The first product of every model: dropped features times weights, kept sparse where the features are.

    Y = dropout(X) W        ∂W = dropout(X)ᵀ ∂Y

Dropout acts on the stored values alone: a zero stays zero. X needs no gradient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from graphdim.training.kernels.activation import dropout
from graphdim.training.kernels.sparse import Bags, bags

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.randomness import Dropout

__all__ = ["DenseFeatures", "SparseFeatures", "features"]


@dataclass(frozen=True, slots=True, eq=False)
class DenseFeatures:
    """Few columns of numbers."""

    values: torch.Tensor

    def times(self, weight: torch.Tensor, drop: Dropout | None) -> torch.Tensor:
        """Dropped features times weights."""
        return dropout(self.values, drop) @ weight


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """Counted words by rows and by columns; `order` puts the values by rows into the order by columns."""

    rows: Bags
    values: torch.Tensor
    columns: Bags
    column_values: torch.Tensor
    order: torch.Tensor

    def times(self, weight: torch.Tensor, drop: Dropout | None) -> torch.Tensor:
        """Dropped features times weights."""
        product: torch.Tensor = _Times.apply(self, weight, None if drop is None else self.dropped(drop))
        return product

    def dropped(self, drop: Dropout) -> torch.Tensor:
        """The stored values after dropout."""
        kept = np.multiply(self.values.numpy(), drop.keep(len(self.values)))
        kept *= np.float32(drop.scale)
        return torch.from_numpy(kept)


class _Times(torch.autograd.Function):  # type: ignore[misc]
    """`dropped` are the stored values after dropout, None without any."""

    @staticmethod
    def forward(ctx: Any, features: SparseFeatures, weight: torch.Tensor, dropped: torch.Tensor | None) -> torch.Tensor:
        ctx.save_for_backward(dropped)
        ctx.features = features
        return features.rows.times(features.values if dropped is None else dropped, weight)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, None]:
        features: SparseFeatures = ctx.features
        (dropped,) = ctx.saved_tensors
        values = features.column_values if dropped is None else dropped.index_select(0, features.order)
        return None, features.columns.times(values, gradient.contiguous()), None


def features(matrix: csr_array | NDArray[np.float32], nodes: NDArray[np.int64]) -> DenseFeatures | SparseFeatures:
    """The rows of the nodes, ready for products."""
    if isinstance(matrix, np.ndarray):
        return DenseFeatures(torch.from_numpy(np.ascontiguousarray(matrix[nodes])))
    from scipy.sparse import csr_array

    chosen = csr_array(matrix[nodes])
    # The transpose of the positions tells where each value of the transpose came from.
    numbered = csr_array((np.arange(chosen.nnz), chosen.indices, chosen.indptr), shape=chosen.shape).T.tocsr()
    values, order = torch.from_numpy(chosen.data), torch.from_numpy(numbered.data)
    return SparseFeatures(bags(chosen), values, bags(numbered), values.index_select(0, order), order)
