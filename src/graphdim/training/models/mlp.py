r"""Multi-layer perceptron: features alone, no edges.

H = ReLU(dropout(X) W₁ + b₁)        Z = dropout(H) W₂ + b₂
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from graphdim.training.kernels.activation import relu_dropout
from graphdim.training.kernels.features import DenseFeatures, SparseFeatures, features
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

__all__ = ["MLP", "build"]


class MLP:
    """Dense layers with bias; a node depends on no other."""

    hops = 0

    def __init__(self, weights: list[torch.Tensor], biases: list[torch.Tensor], weight_decay: float) -> None:
        self.weights, self.biases, self.weight_decay = weights, biases, weight_decay
        self.width = weights[-1].shape[0]

    def groups(self) -> list[dict[str, Any]]:
        """Every parameter decays."""
        return [{"params": [*self.weights, *self.biases], "weight_decay": self.weight_decay}]

    def inputs(self, matrix: csr_array | NDArray[np.float32], field: Field) -> DenseFeatures | SparseFeatures:
        """The features of the targets."""
        return features(matrix, field.nodes)

    def run(self, inputs: DenseFeatures | SparseFeatures, drop: Dropout | None) -> torch.Tensor:
        """The outputs of the last layer."""
        hidden = inputs.times(self.weights[0], drop) + self.biases[0]
        for weight, bias in zip(self.weights[1:], self.biases[1:], strict=True):
            hidden = relu_dropout(hidden, drop) @ weight + bias
        return hidden


def build(shape: Shape, settings: ModelSettings, rng: np.random.Generator) -> MLP:
    """Fresh weights by Glorot, biases zero."""
    sizes = widths(shape.n_features, shape.dimension, shape.layers, shape.n_outputs)
    weights = [glorot(rng, *pair) for pair in pairwise(sizes)]
    return MLP(weights, [zeros(size) for size in sizes[1:]], settings.weight_decay)
