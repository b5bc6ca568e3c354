r"""Graph attention, all heads in one sparse product.

    s = a_src[j] + a_dst[i]     p = softmax over j of LeakyReLU(s)     out_i = Σ_j dropout(p) z_j,  for every head

An edge has one slot for each head. Slots lie in the order (node i, head, neighbour j), so that each (i, head) is a bag
of rows of Z, one row for each (j, head). The softmax is shifted by an upper bound of its row's largest logit: LeakyReLU
rises, so the largest a_src of the head gives one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from graphdim.training.kernels.sparse import Bags, bags

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.randomness import Dropout

    Array = NDArray[np.float32]

__all__ = ["Slots", "attend", "slots"]

IN_CACHE = 2**16  # floats


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Which (i, head) each slot belongs to and which (j, head) it reads; bags by both, and the order between them."""

    n_heads: int
    target: NDArray[np.int64]
    source: NDArray[np.int64]
    starts: NDArray[np.int64]
    rows: Bags
    target_rows: torch.Tensor
    transposed: Bags
    order: torch.Tensor

    def sums(self, values: Array) -> Array:
        """Sums over the slots of each (i, head); none is empty, for a node neighbours itself."""
        return np.add.reduceat(values, self.starts)


def slots(block: csr_array, n_heads: int) -> Slots:
    """The slots of a block's edges."""
    from scipy.sparse import csr_array

    source = _sources(block, n_heads)
    sizes = np.repeat(np.diff(block.indptr), n_heads)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    target = np.repeat(np.arange(len(sizes)), sizes)
    numbered = csr_array((np.arange(len(source)), source, ends), shape=(len(sizes), block.shape[1] * n_heads))
    turned = numbered.T.tocsr()
    order, target_rows = torch.from_numpy(turned.data), torch.from_numpy(target.astype(np.int32))
    return Slots(n_heads, target, source, ends[:-1], bags(numbered), target_rows, bags(turned), order)


def _sources(block: csr_array, n_heads: int) -> NDArray[np.int64]:
    """The (j, head) that each slot reads."""
    degree, heads = np.diff(block.indptr), np.arange(n_heads)
    row = np.repeat(np.arange(block.shape[0]), degree)
    within = np.arange(block.nnz) - block.indptr[row]
    place = (n_heads * block.indptr[row] + within)[:, None] + heads * degree[row][:, None]
    source = np.empty(place.size, dtype=np.int64)
    source[place] = block.indices[:, None].astype(np.int64) * n_heads + heads
    return source


class _Attend(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(
        ctx: Any, over: Slots, drop: Dropout | None, slope: float, z: torch.Tensor, *logits: torch.Tensor
    ) -> torch.Tensor:
        share, ctx.slopes = _softmax(over, logits[0].numpy(), logits[1].numpy(), slope)
        ctx.factor = np.float32(1) if drop is None else drop.keep(len(share)) * np.float32(drop.scale)
        ctx.over, ctx.share = over, share
        weights = torch.from_numpy(share * ctx.factor)
        ctx.save_for_backward(weights, z)
        return over.rows.times(weights, _by_head(over, z)).reshape(-1, z.shape[1])

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> Any:
        over: Slots = ctx.over
        weights, z = ctx.saved_tensors
        rows = _by_head(over, z)
        by_bag = gradient.reshape(-1, rows.shape[1])
        by_rows = over.transposed.times(weights.index_select(0, over.order), by_bag)
        by_share = _dots(over, by_bag, rows) * ctx.factor
        by_share *= ctx.share
        by_logit = (by_share - ctx.share * over.sums(by_share)[over.target]) * ctx.slopes
        by_source = np.bincount(over.source, by_logit, len(rows)).astype(np.float32)
        by_logits = (torch.from_numpy(sums.reshape(-1, over.n_heads)) for sums in (by_source, over.sums(by_logit)))
        return None, None, None, by_rows.reshape(z.shape), *by_logits


def _by_head(over: Slots, z: torch.Tensor) -> torch.Tensor:
    """One row for each (node, head)."""
    return z.reshape(-1, z.shape[1] // over.n_heads)


def _softmax(over: Slots, source: Array, target: Array, slope: float) -> tuple[Array, Array]:
    """The share of each slot in its (i, head), and the slope of LeakyReLU at its logit."""
    raw = source.reshape(-1)[over.source] + target.reshape(-1)[over.target]
    bound = _leaky(source.max(axis=0) + target, slope).reshape(-1)
    share = np.exp(_leaky(raw, slope) - bound[over.target])
    share /= over.sums(share)[over.target]
    return share, np.where(raw > 0, np.float32(1), np.float32(slope))


def _leaky(values: Array, slope: float) -> Array:
    leaky: Array = np.maximum(values, np.float32(slope) * values)
    return leaky


def _dots(over: Slots, by_bag: torch.Tensor, rows: torch.Tensor) -> Array:
    """The product of each slot's gradient and row, summed over the width; in pieces that stay in the cache."""
    piece, ones = max(1, IN_CACHE // rows.shape[1]), rows.new_ones(rows.shape[1])
    dots = torch.empty(len(over.target))
    pieces = zip(over.target_rows.split(piece), over.rows.columns.split(piece), dots.split(piece), strict=True)
    for targets, sources, sums in pieces:
        torch.mv(by_bag.index_select(0, targets).mul_(rows.index_select(0, sources)), ones, out=sums)
    array: Array = dots.numpy()
    return array


def attend(
    over: Slots, z: torch.Tensor, logits: tuple[torch.Tensor, torch.Tensor], slope: float, drop: Dropout | None
) -> torch.Tensor:
    """The attended sums, heads side by side; differentiable in Z and in a_src and a_dst, each (nodes, heads)."""
    attended: torch.Tensor = _Attend.apply(over, drop, slope, z, *logits)
    return attended
