"""Fresh weights from NumPy's generator, so that they depend on the seed and not on torch's version."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import torch

from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["check_layers", "glorot", "uniform", "widths", "zeros"]


def uniform(rng: np.random.Generator, shape: Sequence[int], bound: float) -> torch.Tensor:
    """Weights between -bound and bound."""
    drawn = rng.uniform(-bound, bound, tuple(shape)).astype(np.float32)
    return torch.from_numpy(drawn).requires_grad_()


def glorot(rng: np.random.Generator, *shape: int) -> torch.Tensor:
    """Uniform with the bound √(6 / (inputs + outputs)) of Glorot and Bengio."""
    return uniform(rng, shape, math.sqrt(6 / (shape[-2] + shape[-1])))


def zeros(n: int) -> torch.Tensor:
    """A bias."""
    return torch.zeros(n, requires_grad=True)


def check_layers(layers: int) -> None:
    """Refuse a model without a hidden layer: it would have no representation to give a dimension to."""
    if layers < 2:  # noqa: PLR2004 - one hidden layer and the outputs
        msg = f"layers is {layers}; this model needs at least 2, the first of which has the dimension"
        raise ParameterError(msg)


def widths(n_features: int, dimension: int, layers: int, n_outputs: int | None) -> list[int]:
    """Features, hidden layers of the dimension, outputs.

    >>> widths(1433, 98, 2, 7), widths(1433, 98, 2, None)
    ([1433, 98, 7], [1433, 98, 98])
    """
    check_layers(layers)
    return [n_features, *[dimension] * (layers - 1), n_outputs or dimension]
