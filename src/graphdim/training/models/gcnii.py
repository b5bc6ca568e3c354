r"""GCNII of Chen et al. (2020): deep convolution with initial residual and identity mapping.

    H_0 = ReLU(dropout(X) W_in + b)      H_{l+1} = ReLU(((1 - α) Â dropout(H_l) + α H_0) (θ_l W_l + (1 - θ_l) I))
    Z = dropout(H_L) W_out + b           θ_l = ln(λ / l + 1)

For representations that nothing follows, the last layer has no ReLU: the decoder needs rows that can be far apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from graphdim.training.kernels.features import DenseFeatures, SparseFeatures, features
from graphdim.training.kernels.residual import Stack, convolve, stack
from graphdim.training.models.weights import uniform

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.fields import Field
    from graphdim.training.models import Shape
    from graphdim.training.randomness import Dropout
    from graphdim.training.settings import ModelSettings

__all__ = ["GCNII", "build"]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Features of the widest layer's nodes, and the convolutions over the field."""

    features: DenseFeatures | SparseFeatures
    stack: Stack


class GCNII:
    """A dense layer, convolutions of one width, and a dense layer if there are classes."""

    def __init__(
        self, dense: list[tuple[torch.Tensor, torch.Tensor]], convolutions: list[torch.Tensor], settings: ModelSettings
    ) -> None:
        self.dense, self.convolutions, self.settings = dense, convolutions, settings
        self.hops = len(convolutions)
        self.width = convolutions[0].shape[0]

    def groups(self) -> list[dict[str, Any]]:
        """Convolutions and dense layers decay differently."""
        return [
            {"params": self.convolutions, "weight_decay": self.settings.convolution_decay},
            {"params": [part for layer in self.dense for part in layer], "weight_decay": self.settings.weight_decay},
        ]

    def inputs(self, matrix: csr_array | NDArray[np.float32], field: Field) -> Inputs:
        """Features and neighbours of the field."""
        identity = [math.log(self.settings.identity_strength / layer + 1) for layer in range(1, self.hops + 1)]
        over = stack(field.blocks, self.settings.initial_residual, identity, bare=len(self.dense) == 1)
        return Inputs(features(matrix, field.nodes), over)

    def run(self, inputs: Inputs, drop: Dropout | None) -> torch.Tensor:
        """The classes' outputs, or the representation if there are none."""
        weight, bias = self.dense[0]
        initial = torch.relu(inputs.features.times(weight, drop) + bias)
        hidden = convolve(inputs.stack, initial, self.convolutions, drop)
        for weight, bias in self.dense[1:]:
            hidden = hidden @ weight + bias
        return hidden


def build(shape: Shape, settings: ModelSettings, rng: np.random.Generator) -> GCNII:
    """Fresh weights as in the original code: uniform within 1/√inputs, and within 1/√width for convolutions."""
    ends = [(shape.n_features, shape.dimension), *([(shape.dimension, shape.n_outputs)] if shape.n_outputs else [])]
    dense = [
        (uniform(rng, pair, 1 / math.sqrt(pair[0])), uniform(rng, pair[1:], 1 / math.sqrt(pair[0]))) for pair in ends
    ]
    square = (shape.dimension, shape.dimension)
    return GCNII(dense, [uniform(rng, square, 1 / math.sqrt(shape.dimension)) for _ in range(shape.layers)], settings)
