"""Torch tensors: (2, E) is an edge index; sparse tensors are matrices; the rest goes the way of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.objects.numpy import from_array
from graphdim.reading.positions import from_matrix

if TYPE_CHECKING:
    import torch

    from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: torch.Tensor, weight: str | None) -> Edges:
    """The edges that a tensor holds."""
    if not hasattr(source, "is_sparse"):
        msg = f"cannot read a {type(source).__module__}.{type(source).__name__}; of torch, tensors are read"
        raise UnsupportedError(msg)
    tensor = source.detach().cpu()
    if str(tensor.dtype) == "torch.bfloat16":
        tensor = tensor.float()  # NumPy has no such type
    if tensor.layout is not _strided():
        tensor = tensor.to_sparse_coo().coalesce()
        if tensor.sparse_dim() != 2:  # noqa: PLR2004 - a matrix has two axes
            msg = f"the sparse tensor has shape {tuple(tensor.shape)}; a matrix of edges has two sparse axes"
            raise SourceError(msg)
        rows, columns = tensor.indices().numpy()
        return from_matrix(rows, columns, tensor.values().numpy(), tuple(tensor.shape), weight)
    array = tensor.numpy()
    if array.ndim == 2 and len(array) == 2:  # noqa: PLR2004 - torch's own convention for edges
        return from_array(array.T, weight)
    return from_array(np.asarray(array), weight)


def _strided() -> torch.layout:
    import torch

    return torch.strided
