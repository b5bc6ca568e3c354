r"""Squared distances between pairs of rows, and their gradient.

    δ_k = |z_u|² + |z_v|² - 2 z_u·z_v  for pair k = (u, v)        ∂Z = 2 (diag(C 1) - C) Z,   C_uv = C_vu = ∂δ_k

Pairs are grouped by their first end: its row is then at hand for all of them, and torch computes their products alone.
The gradient is the Laplacian of the pairs, a sparse product, times the rows themselves.

The error of δ is about 1e-7 of the squared norms, however small δ is: for rows of norm 1 and a decoder that subtracts δ
from 2, no more than that subtraction rounds away.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from scipy.sparse import csr_array

from graphdim.training.kernels.sparse import bags

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GroupedPairs", "grouped", "squared_distances"]


@dataclass(frozen=True, slots=True, eq=False)
class GroupedPairs:
    """Pairs of rows by their first end: row i is paired with `others[starts[i]]` to `others[starts[i + 1] - 1]`."""

    others: NDArray[np.int32]
    starts: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.others)

    def products(self, rows: torch.Tensor) -> torch.Tensor:
        """z_u · z_v of each pair."""
        starts, others = torch.from_numpy(self.starts), torch.from_numpy(self.others)
        size = (len(rows), len(rows))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta", UserWarning)
            wanted = torch.sparse_csr_tensor(starts, others, torch.zeros(len(self)), size, check_invariants=False)
        products: torch.Tensor = torch.sparse.sampled_addmm(wanted, rows, rows.T, beta=0.0).values()
        return products

    def sums_of_norms(self, norms: torch.Tensor) -> torch.Tensor:
        """|z_u|² + |z_v|² of each pair."""
        first = norms.repeat_interleave(torch.from_numpy(np.diff(self.starts)), output_size=len(self))
        return first.add_(norms.index_select(0, torch.from_numpy(self.others)))

    def matrix(self, weights: torch.Tensor) -> csr_array:
        """C without its lower half: the weights of the pairs, where they stand."""
        n_rows = len(self.starts) - 1
        return csr_array((weights.numpy(), self.others, self.starts), shape=(n_rows, n_rows))


class _SquaredDistances(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, pairs: GroupedPairs) -> torch.Tensor:
        ctx.save_for_backward(rows)
        ctx.pairs = pairs
        squared = pairs.sums_of_norms(torch.linalg.vecdot(rows, rows))
        return squared.sub_(pairs.products(rows), alpha=2).clamp_(min=0)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        (rows,) = ctx.saved_tensors
        upper = ctx.pairs.matrix(2 * gradient)
        ones = np.ones(len(rows), dtype=np.float32)
        own = torch.from_numpy(upper @ ones + ones @ upper)
        result = rows * own[:, None]
        for half in (upper, upper.tocsc()):
            result -= bags(half).times(torch.from_numpy(half.data), rows)
        return result, None


def grouped(pairs: NDArray[np.int32], n_rows: int) -> GroupedPairs:
    """Pairs of row numbers by their first end; each pair is kept, also one that comes twice."""
    n_pairs = len(pairs)
    # One row for each pair, with its first end as the column: the transpose lists the pairs of each end.
    marks = (np.ones(n_pairs, dtype=np.int8), pairs[:, 0], np.arange(n_pairs + 1, dtype=np.int32))
    by_end = csr_array(marks, shape=(n_pairs, n_rows)).tocsc()
    return GroupedPairs(pairs[:, 1].take(by_end.indices), by_end.indptr)


def squared_distances(rows: torch.Tensor, pairs: GroupedPairs) -> torch.Tensor:
    """|u - v|² for each pair (u, v) of row numbers, in the order of the groups."""
    squared: torch.Tensor = _SquaredDistances.apply(rows, pairs)
    return squared
