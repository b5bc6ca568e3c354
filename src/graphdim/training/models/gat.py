r"""Graph attention of Veličković et al. (2018): heads side by side, the last layer's averaged.

    Z = dropout(H) W      logits = LeakyReLU(a_src·z_j + a_dst·z_i)      H' = ELU(Σ_j dropout(softmax) z_j + b)

The dimension is the width of all heads together, each of max(1, (n + 3) // heads): with 8 heads, 98 and 100 give
8 × 12. With `per_head` it is the width of each head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch.nn.functional import elu

from graphdim.training.kernels.activation import dropout
from graphdim.training.kernels.attention import Slots, attend, slots
from graphdim.training.kernels.features import DenseFeatures, SparseFeatures, features
from graphdim.training.models.weights import check_layers, glorot, zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.fields import Field
    from graphdim.training.models import Shape
    from graphdim.training.randomness import Dropout
    from graphdim.training.settings import ModelSettings

__all__ = ["GAT", "Layer", "build"]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Weights of all heads, what each node gives as neighbour and as target, and the bias."""

    weight: torch.Tensor
    source: torch.Tensor
    target: torch.Tensor
    bias: torch.Tensor
    averaged: bool

    def attended(self, z: torch.Tensor, over: Slots, slope: float, drop: Dropout | None) -> torch.Tensor:
        """The layer's outputs from its projected inputs."""
        n_targets = len(over.starts) // over.n_heads
        logits = z @ _by_head(self.source), z[:n_targets] @ _by_head(self.target)
        heads = attend(over, z, logits, slope, drop)
        return (heads.reshape(n_targets, over.n_heads, -1).mean(dim=1) if self.averaged else heads) + self.bias


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Features of the widest layer's nodes, and the slots of each layer."""

    features: DenseFeatures | SparseFeatures
    slots: list[Slots]


class GAT:
    """Attention layers; each reaches one hop."""

    def __init__(self, layers: list[Layer], width: int, settings: ModelSettings) -> None:
        self.layers, self.width, self.settings = layers, width, settings
        self.hops = len(layers)

    def groups(self) -> list[dict[str, Any]]:
        """Every parameter decays."""
        parts = [part for layer in self.layers for part in (layer.weight, layer.source, layer.target, layer.bias)]
        return [{"params": parts, "weight_decay": self.settings.weight_decay}]

    def inputs(self, matrix: csr_array | NDArray[np.float32], field: Field) -> Inputs:
        """Features and attention slots of the field."""
        heads = [len(layer.source) for layer in self.layers]
        return Inputs(features(matrix, field.nodes), list(map(slots, field.blocks, heads)))

    def run(self, inputs: Inputs, drop: Dropout | None) -> torch.Tensor:
        """The outputs of the last layer."""
        slope, first = self.settings.negative_slope, self.layers[0]
        hidden = first.attended(inputs.features.times(first.weight, drop), inputs.slots[0], slope, drop)
        for layer, over in zip(self.layers[1:], inputs.slots[1:], strict=True):
            hidden = layer.attended(dropout(elu(hidden), drop) @ layer.weight, over, slope, drop)
        return hidden


def _by_head(vectors: torch.Tensor) -> torch.Tensor:
    """One vector per head as a block-diagonal matrix: one dense product then gives every head's logits."""
    heads = torch.eye(len(vectors)).unsqueeze(1)
    return (vectors.unsqueeze(2) * heads).reshape(-1, len(vectors))


def build(shape: Shape, settings: ModelSettings, rng: np.random.Generator) -> GAT:
    """Fresh weights by Glorot, biases zero."""
    check_layers(shape.layers)
    width = shape.dimension if shape.per_head else max(1, (shape.dimension + 3) // settings.heads)
    hidden = settings.heads * width
    layers = [
        _layer(rng, n_inputs, settings.heads, width, averaged=False)
        for n_inputs in [shape.n_features, *[hidden] * (shape.layers - 2)]
    ]
    if shape.n_outputs is None:
        last = _layer(rng, hidden, 1, shape.dimension, averaged=False)
        return GAT([*layers, last], shape.dimension, settings)
    last = _layer(rng, hidden, settings.output_heads, shape.n_outputs, averaged=True)
    return GAT([*layers, last], hidden, settings)


def _layer(rng: np.random.Generator, n_inputs: int, heads: int, width: int, *, averaged: bool) -> Layer:
    weight = glorot(rng, n_inputs, heads * width)
    source, target = glorot(rng, heads, width), glorot(rng, heads, width)
    return Layer(weight, source, target, zeros(width if averaged else heads * width), averaged)
