"""Unpickles data files, and admits only the few classes that they need.

A pickle can name any function, and unpickling calls it. Here it can name a few harmless classes and nothing else.
"""

import io
import pickle
from collections import defaultdict
from typing import Any

import numpy as np

from graphdim.errors import DatasetError

__all__ = ["unpickle"]


class StandIn:
    """Stands for a class of networkx or scipy: it takes the attributes and has no methods, so neither is imported."""


# The function that rebuilds arrays. Taken from an array, since its module is not public and was moved in NumPy 2.
_reconstruct = np.empty(0).__reduce__()[0]

ADMITTED: dict[tuple[str, str], Any] = {
    ("collections", "defaultdict"): defaultdict,
    ("__builtin__", "list"): list,
    ("builtins", "list"): list,
    ("builtins", "dict"): dict,
    ("networkx.classes.graph", "Graph"): StandIn,
    ("networkx.classes.reportviews", "NodeView"): StandIn,
    ("numpy", "ndarray"): np.ndarray,
    ("numpy", "dtype"): np.dtype,
    # Its name before NumPy 2, and since.
    ("numpy.core.multiarray", "_reconstruct"): _reconstruct,
    ("numpy._core.multiarray", "_reconstruct"): _reconstruct,
    ("scipy.sparse.csr", "csr_matrix"): StandIn,
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in ADMITTED:
            msg = f"asks for {module}.{name}"
            raise pickle.UnpicklingError(msg)
        return ADMITTED[module, name]


def unpickle(data: bytes, name: str) -> Any:
    """The object in a pickle, or an error if it names anything that is not admitted.

    >>> unpickle(pickle.dumps({0: [1], 1: [0]}), "toy")
    {0: [1], 1: [0]}
    """
    try:
        return _Unpickler(io.BytesIO(data), encoding="latin1").load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError, KeyError) as error:
        msg = (
            f"{name}: it is not unpickled, because it {error}"
            if str(error).startswith("asks")
            else f"{name}: the pickle is damaged: {error}"
        )
        raise DatasetError(msg) from error
