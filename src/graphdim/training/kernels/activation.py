r"""Dropout with cheap random bits, alone and fused with ReLU.

    dropout(x) = x · m / (1 - p)      relu_dropout(x) = max(x, 0) · m / (1 - p),    m = 1 with probability 1 - p

The gradient of the fused one needs no mask: it passes where the output is positive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

if TYPE_CHECKING:
    from graphdim.training.randomness import Dropout

__all__ = ["dropout", "masked_relu_", "relu_dropout", "relu_gradient"]

# Not public, but ten times as fast as a product with a mask; None if a torch should not have it.
THRESHOLD_BACKWARD = getattr(torch.ops.aten, "threshold_backward", None)


class _Dropout(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, values: torch.Tensor, drop: Dropout) -> torch.Tensor:
        keep = drop.keep(values.numel()).reshape(values.shape)
        factor = torch.from_numpy(np.multiply(keep, np.float32(drop.scale), dtype=np.float32))
        ctx.save_for_backward(factor)
        return values * factor

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        (factor,) = ctx.saved_tensors
        return gradient * factor, None


class _ReluDropout(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, values: torch.Tensor, drop: Dropout) -> torch.Tensor:
        kept = masked_relu_(values.clone(), drop).mul_(drop.scale)
        ctx.scale = drop.scale
        ctx.save_for_backward(kept)
        return kept

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        (kept,) = ctx.saved_tensors
        return relu_gradient(gradient, kept).mul_(ctx.scale), None


def dropout(values: torch.Tensor, drop: Dropout | None) -> torch.Tensor:
    """Dropout; without one, as in evaluation, the values themselves."""
    dropped: torch.Tensor = values if drop is None else _Dropout.apply(values, drop)
    return dropped


def relu_dropout(values: torch.Tensor, drop: Dropout | None) -> torch.Tensor:
    """Dropout after ReLU; without one, as in evaluation, ReLU alone."""
    kept: torch.Tensor = torch.relu(values) if drop is None else _ReluDropout.apply(values, drop)
    return kept


def relu_gradient(gradient: torch.Tensor, outputs: torch.Tensor) -> torch.Tensor:
    """The gradient before ReLU: it passes where the output is positive."""
    if THRESHOLD_BACKWARD is None:
        return gradient * (outputs > 0)
    passed: torch.Tensor = THRESHOLD_BACKWARD(gradient, outputs, 0)
    return passed


def masked_relu_(values: torch.Tensor, drop: Dropout) -> torch.Tensor:
    """ReLU and a dropout mask in place, without the scale 1 / (1 - p)."""
    array = values.numpy()
    np.maximum(array, 0, out=array)
    # NumPy multiplies floats by flags three times faster than torch.
    np.multiply(array, drop.keep(array.size).reshape(array.shape), out=array)
    return values
