r"""The convolutions of GCNII, all layers in one kernel.

    S_l = (1 - α) Â dropout(H_l) + α H_0        H_{l+1} = ReLU(S_l W'_l),      W'_l = θ_l W_l + (1 - θ_l) I

What makes it fast: the identity goes into the weight, so that a layer is one sparse and one dense product; 1 - α and
the scale of dropout go into Â; ReLU and the mask are one pass; the gradient of H_0 is summed in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from graphdim.training.kernels.activation import masked_relu_, relu_gradient
from graphdim.training.kernels.sparse import Operator, operator

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.randomness import Dropout

__all__ = ["Stack", "convolve", "stack"]


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """(1 - α) Â from layer to layer, α and the θ of every layer.

    `bare` leaves the last layer without ReLU and dropout: for representations that nothing follows.
    """

    neighbours: list[Operator]
    residual: float
    identity: list[float]
    bare: bool = False

    def mixed(self, layer: int, weight: torch.Tensor) -> torch.Tensor:
        """W' of a layer."""
        mixed = weight.detach() * self.identity[layer]
        mixed.diagonal().add_(1 - self.identity[layer])
        return mixed


def stack(blocks: tuple[csr_array, ...], residual: float, identity: list[float], *, bare: bool = False) -> Stack:
    """The stack over the blocks of a receptive field."""
    # Layers that reach the same nodes share their block.
    made = {id(block): operator(block, 1 - residual) for block in blocks}
    return Stack([made[id(block)] for block in blocks], residual, identity, bare)


class _Convolve(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(
        ctx: Any, over: Stack, drop: Dropout | None, initial: torch.Tensor, *weights: torch.Tensor
    ) -> torch.Tensor:
        ctx.over, ctx.scale = over, drop.scale if drop else 1.0
        residual = initial * over.residual
        ctx.keep = drop.keep(initial.numel()).reshape(initial.shape) if drop else None
        hidden = _masked(initial, ctx.keep)
        supports, outputs, every_mixed = [], [], []
        for layer, weight in enumerate(weights):
            near = over.neighbours[layer]
            support = near.rows.times(near.values * ctx.scale, hidden)
            support += residual[: len(support)]
            mixed = over.mixed(layer, weight)
            hidden = support @ mixed
            if layer < len(weights) - 1 or not over.bare:
                hidden = hidden.relu_() if drop is None else masked_relu_(hidden, drop)
            supports.append(support)
            outputs.append(hidden)
            every_mixed.append(mixed)
        ctx.save_for_backward(*supports, *outputs, *every_mixed)
        return hidden if over.bare else hidden * ctx.scale

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> Any:
        over: Stack = ctx.over
        n_layers = len(ctx.saved_tensors) // 3
        supports, outputs, every_mixed = (ctx.saved_tensors[part * n_layers :][:n_layers] for part in range(3))
        gradient = gradient if over.bare else gradient * ctx.scale
        initial: Any = None
        by_weight: list[torch.Tensor] = []
        for layer in reversed(range(n_layers)):
            if layer < n_layers - 1 or not over.bare:
                gradient = relu_gradient(gradient, outputs[layer])
            by_weight.append((supports[layer].t() @ gradient).mul_(over.identity[layer]))
            by_support = gradient @ every_mixed[layer].t()
            near = over.neighbours[layer]
            gradient = near.transposed.times(near.transposed_values * ctx.scale, by_support)
            initial = _grown(initial, by_support)
        total = _grown(initial.mul_(over.residual), _masked(gradient, ctx.keep))
        return None, None, total, *reversed(by_weight)


def _masked(values: torch.Tensor, keep: NDArray[np.bool_] | None) -> torch.Tensor:
    if keep is None:
        return values
    return torch.from_numpy(np.multiply(values.detach().numpy(), keep))


def _grown(total: Any, wider: torch.Tensor) -> torch.Tensor:
    """The sum, where `total` has the first rows of `wider` or all of them."""
    if total is None:
        return wider
    if len(total) == len(wider):
        return total.add_(wider)
    wider[: len(total)] += total
    return wider


def convolve(over: Stack, initial: torch.Tensor, weights: list[torch.Tensor], drop: Dropout | None) -> torch.Tensor:
    """The last layer's outputs, differentiable in H_0 and in the weights."""
    outputs: torch.Tensor = _Convolve.apply(over, drop, initial, *weights)
    return outputs
