r"""Squared distances between pairs of rows, and their gradient.

    D = E Z,  δ = rowsum(D²)        ∂Z = 2 Eᵀ diag(∂δ) D

E has one row for each pair, +1 at its first node and -1 at its second. Both products are sparse ones; Eᵀ is built anew,
since training draws new pairs each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from graphdim.bench.kernels.sparse import Bags, bags

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["squared_distances"]


class _SquaredDistances(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
        starts = torch.arange(0, pairs.size + 1, 2, dtype=torch.int32)
        signs = torch.tensor([1.0, -1.0]).repeat(len(pairs))
        differences = Bags(torch.from_numpy(pairs.reshape(-1)), starts).times(signs, rows)
        ctx.pairs, ctx.n_rows, ctx.differences = pairs, len(rows), differences
        array = differences.numpy()
        return torch.from_numpy(np.einsum("ij,ij->i", array, array))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        from scipy.sparse import csr_array

        pairs: NDArray[np.int32] = ctx.pairs
        weights = np.multiply.outer(2 * gradient.numpy(), np.array([1, -1], dtype=np.float32)).reshape(-1)
        starts = np.arange(0, pairs.size + 1, 2, dtype=np.int32)
        incidence = csr_array((weights, pairs.reshape(-1), starts), shape=(len(pairs), ctx.n_rows)).tocsc()
        return bags(incidence).times(torch.from_numpy(incidence.data), ctx.differences), None


def squared_distances(rows: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
    """|u - v|² for each pair (u, v) of row numbers."""
    found: torch.Tensor = _SquaredDistances.apply(rows, pairs)
    return found
