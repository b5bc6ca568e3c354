"""What a dataset holds besides its edges: features, labels and a public split. Made by a reader, taken by bench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import DatasetError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["Contents", "sparse"]


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """One row of features and one label a node, -1 where there is none; `split` holds the nodes of the three parts."""

    features: csr_array | NDArray[np.float32] | None = None
    labels: NDArray[np.int64] | None = None
    split: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None = None


def sparse(data: Any, indices: Any, indptr: Any, shape: Any, name: str) -> csr_array:
    """A CSR matrix from parts that came from outside, checked: bad indices would be followed blindly."""
    from scipy.sparse import csr_array

    try:
        matrix = csr_array((np.asarray(data, dtype=np.float32), indices, indptr), shape=tuple(shape))
        matrix.check_format(full_check=True)
    except (ValueError, TypeError, IndexError) as error:
        msg = f"{name}: damaged features: {error}"
        raise DatasetError(msg) from error
    return matrix
