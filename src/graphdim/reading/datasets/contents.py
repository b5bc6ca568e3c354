"""What a dataset holds besides its edges: features, labels and a public split. Readers make it, trainings use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import DatasetError
from graphdim.reading.objects.scipy import checked

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["Contents", "sparse"]


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """A row of features and a label for each node (-1 for no label), and the nodes of the three parts of the split."""

    features: csr_array | NDArray[np.float32] | None = None
    labels: NDArray[np.int64] | None = None
    split: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] | None = None


def sparse(data: Any, indices: Any, indptr: Any, shape: Any, name: str) -> csr_array:
    """A CSR matrix from the arrays in a file. Its indices are checked, since scipy reads memory wherever they point."""
    from scipy.sparse import csr_array

    try:
        places, starts = (_whole(np.asarray(part)) for part in (indices, indptr))
        matrix: csr_array = checked(csr_array((_finite(np.asarray(data)), places, starts), shape=tuple(shape)))
    except (ValueError, TypeError, IndexError) as error:
        msg = f"{name}: the features are damaged: {error}"
        raise DatasetError(msg) from error
    return matrix


def _whole(indices: NDArray[Any]) -> NDArray[np.integer[Any]]:
    """Indices, which some programs write as floats."""
    if indices.dtype.kind not in "iu" and not (indices == np.floor(indices)).all():
        msg = "their indices are not all whole"
        raise ValueError(msg)
    return indices.astype(np.int64, copy=False)


def _finite(values: NDArray[Any]) -> NDArray[np.float32]:
    """The values of features in single precision."""
    if values.dtype.kind not in "biuf":
        msg = f"they hold {values.dtype} values"
        raise TypeError(msg)
    with np.errstate(over="ignore"):
        single = values.astype(np.float32)
    if not np.isfinite(single).all():
        msg = "they hold NaN, infinite or too large numbers"
        raise ValueError(msg)
    return single
