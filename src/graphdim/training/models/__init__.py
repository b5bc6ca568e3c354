"""MLP, GCN, GAT and GCNII, one file each; the dimension is the width of their representation.

A model is built for a shape, asked what it needs of a receptive field, and run on that, with dropout or without.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.training.fields import Field
    from graphdim.training.randomness import Dropout
    from graphdim.training.settings import ModelSettings

__all__ = ["Model", "Shape", "build"]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a model. `n_outputs` is the number of classes, or None: then the representation itself comes out."""

    n_features: int
    dimension: int
    layers: int
    n_outputs: int | None
    per_head: bool = False


class Model(Protocol):
    """What the trainer knows of a model."""

    hops: int
    width: int

    def groups(self) -> list[dict[str, Any]]:
        """Parameters with their weight decay, as torch's optimisers take them."""

    def inputs(self, features: csr_array | NDArray[np.float32], field: Field) -> Any:
        """What a run on this receptive field needs, prepared once."""

    def run(self, inputs: Any, drop: Dropout | None) -> torch.Tensor:
        """The outputs at the field's targets."""


def build(model: str, shape: Shape, settings: ModelSettings, rng: np.random.Generator) -> Model:
    """The model of that name with fresh weights."""
    chosen = importlib.import_module(f"graphdim.training.models.{model}")
    return chosen.build(shape, settings, rng)  # type: ignore[no-any-return]
