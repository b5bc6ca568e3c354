"""Torch tensors: (2, E) is an edge index; sparse tensors are matrices; the rest goes the way of NumPy."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.objects.numpy import from_array
from graphdim.reading.positions import from_matrix
from graphdim.reading.tensors import as_array

if TYPE_CHECKING:
    from collections.abc import Iterator

    import torch
    from numpy.typing import NDArray

    from graphdim.reading.edges import Edges

__all__ = ["dense", "edges", "entries"]


def edges(source: torch.Tensor, weight: str | None) -> Edges:
    """The edges that a tensor holds."""
    if not hasattr(source, "is_sparse"):
        msg = f"cannot read a {type(source).__module__}.{type(source).__name__}; of torch, tensors are read"
        raise UnsupportedError(msg)
    if source.layout is not _strided():
        rows, columns, values = entries(source, "the sparse tensor")
        return from_matrix(rows, columns, values, tuple(source.shape), weight)
    array = dense(source, "the tensor")
    if array.ndim == 2 and len(array) == 2:  # noqa: PLR2004 - torch's own convention for edges
        _check_integers(array)
        return from_array(array.T, weight)
    return from_array(np.asarray(array), weight)


def _check_integers(array: NDArray[Any]) -> None:
    """Refuse an edge index of other numbers, which may be a matrix of two rows."""
    if array.dtype.kind not in "iu":
        shape = f"the tensor has shape {array.shape}, as an edge index has, and holds {array.dtype} values"
        msg = f"{shape}; an edge index holds integers (.long()); give a matrix of two rows as .to_sparse()"
        raise SourceError(msg)


def dense(tensor: Any, what: str) -> NDArray[Any]:
    """The numbers of a dense tensor, from whatever device."""
    with _readable(tensor, what):
        return as_array(tensor)  # type: ignore[no-any-return]


def entries(tensor: Any, what: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
    """Rows, columns and values of a sparse matrix, from whatever device."""
    with _readable(tensor, what):
        matrix = _checked(tensor.detach(), what).to_sparse_coo().coalesce()
        if matrix.sparse_dim() != 2:  # noqa: PLR2004 - a matrix has two axes
            msg = f"{what} has shape {tuple(matrix.shape)}; an adjacency matrix has two sparse axes"
            raise SourceError(msg)
        rows, columns = dense(matrix.indices(), what)
        return rows, columns, dense(matrix.values(), what)


def _checked(tensor: torch.Tensor, what: str) -> torch.Tensor:
    """The same tensor; refused if its indices point outside, where torch would follow them blindly."""
    import torch

    if tensor.layout is torch.sparse_coo:  # these are compared with the number of nodes later
        return tensor
    by_row = tensor.layout in (torch.sparse_csr, torch.sparse_bsr)
    starts = tensor.crow_indices() if by_row else tensor.ccol_indices()
    places = tensor.col_indices() if by_row else tensor.row_indices()
    made = {"size": tensor.shape, "layout": tensor.layout, "check_invariants": True}
    try:
        return torch.sparse_compressed_tensor(starts, places, tensor.values(), **made)
    except RuntimeError as error:
        msg = f"{what} is damaged: its indices point outside; build it with check_invariants=True to find out where"
        raise SourceError(msg) from error


@contextmanager
def _readable(tensor: Any, what: str) -> Iterator[None]:
    """Tensors without data, of quantised numbers and the like have no array."""
    try:
        yield
    except (TypeError, RuntimeError) as error:
        kind = f"{what} is a {tensor.layout} tensor of {tensor.dtype} on {tensor.device}"
        msg = f"{kind} and cannot be read; give a dense tensor of numbers"
        raise SourceError(msg) from error


def _strided() -> torch.layout:
    import torch

    return torch.strided
