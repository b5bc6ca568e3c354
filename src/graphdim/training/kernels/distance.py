r"""Squared distances between pairs of rows, and their gradient.

    δ_k = |z_u - z_v|²  for pair k = (u, v)        ∂Z = 2 (diag(C 1) - C) Z,   C_uv = C_vu = ∂δ_k

The differences are never held all at once: they are taken in pieces that stay in the cache, and the gradient is the
Laplacian of the pairs, a sparse product, times the rows themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from graphdim.training.kernels.sparse import Bags, bags

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["squared_distances"]

IN_CACHE = 2**16  # floats


class _SquaredDistances(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
        ctx.save_for_backward(rows)
        ctx.pairs = pairs
        piece = max(1, IN_CACHE // rows.shape[1])
        starts = torch.arange(0, 2 * piece + 1, 2, dtype=torch.int32)
        signs = torch.tensor([1.0, -1.0]).repeat(piece)
        squared = np.empty(len(pairs), dtype=np.float32)
        for begin in range(0, len(pairs), piece):
            ends = pairs[begin : begin + piece]
            few = Bags(torch.from_numpy(ends.reshape(-1)), starts[: len(ends) + 1])
            differences = few.times(signs[: ends.size], rows).numpy()
            np.einsum("ij,ij->i", differences, differences, out=squared[begin : begin + piece])
        return torch.from_numpy(squared)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        from scipy.sparse import coo_array

        (rows,) = ctx.saved_tensors
        ends = np.concatenate([ctx.pairs.T, ctx.pairs.T[::-1]], axis=1)
        weights = np.tile(2 * gradient.numpy(), 2)
        n_rows = len(rows)
        near = coo_array((weights, (ends[0], ends[1])), shape=(n_rows, n_rows)).tocsr()
        own = torch.from_numpy(np.bincount(ends[0], weights, n_rows).astype(np.float32))
        return (rows * own[:, None]).sub_(bags(near).times(torch.from_numpy(near.data), rows)), None


def squared_distances(rows: torch.Tensor, pairs: NDArray[np.int32]) -> torch.Tensor:
    """|u - v|² for each pair (u, v) of row numbers."""
    squared: torch.Tensor = _SquaredDistances.apply(rows, pairs)
    return squared
