r"""Graph convolution of Kipf and Welling (2017).

H = ReLU(Â dropout(X) W₁ + b₁)      Z = Â dropout(H) W₂ + b₂,     Â = D^-½ (A + I) D^-½
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from graphdim.training.kernels.activation import relu_dropout
from graphdim.training.kernels.features import DenseFeatures, SparseFeatures, features
from graphdim.training.kernels.sparse import Operator, operator, product
from graphdim.training.models.weights import glorot, widths, zeros

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.fields import Field
    from graphdim.training.models import Shape
    from graphdim.training.randomness import Dropout
    from graphdim.training.settings import ModelSettings

__all__ = ["GCN", "build"]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """Features of the widest layer's nodes, and Â from each layer's nodes to the next's."""

    features: DenseFeatures | SparseFeatures
    neighbours: list[Operator]


class GCN:
    """Convolutions with bias; each reaches one hop."""

    def __init__(self, weights: list[torch.Tensor], biases: list[torch.Tensor], weight_decay: float) -> None:
        self.weights, self.biases, self.weight_decay = weights, biases, weight_decay
        self.hops = len(weights)
        self.width = weights[-1].shape[0]

    def groups(self) -> list[dict[str, Any]]:
        """The first layer decays, as in the original code."""
        return [
            {"params": [self.weights[0], self.biases[0]], "weight_decay": self.weight_decay},
            {"params": [*self.weights[1:], *self.biases[1:]], "weight_decay": 0.0},
        ]

    def inputs(self, matrix: csr_array | NDArray[np.float32], field: Field) -> Inputs:
        """Features and neighbours of the field."""
        return Inputs(features(matrix, field.nodes), [operator(block) for block in field.blocks])

    def run(self, inputs: Inputs, drop: Dropout | None) -> torch.Tensor:
        """The outputs of the last layer."""
        hidden = product(inputs.neighbours[0], inputs.features.times(self.weights[0], drop)) + self.biases[0]
        for neighbours, weight, bias in zip(inputs.neighbours[1:], self.weights[1:], self.biases[1:], strict=True):
            hidden = product(neighbours, relu_dropout(hidden, drop) @ weight) + bias
        return hidden


def build(shape: Shape, settings: ModelSettings, rng: np.random.Generator) -> GCN:
    """Fresh weights by Glorot, biases zero."""
    sizes = widths(shape.n_features, shape.dimension, shape.layers, shape.n_outputs)
    weights = [glorot(rng, *pair) for pair in pairwise(sizes)]
    return GCN(weights, [zeros(size) for size in sizes[1:]], settings.weight_decay)
