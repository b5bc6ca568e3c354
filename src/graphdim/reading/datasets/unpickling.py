"""Pickles from outside, through a door that admits only the few names that data files need.

Unpickling calls whatever the file names. Here it can name a handful of harmless classes and nothing else.
"""

import io
import pickle
from collections import defaultdict
from typing import Any

import numpy as np

from graphdim.errors import DatasetError

__all__ = ["unpickle"]


class StandIn:
    """Takes the place of a class of networkx or scipy: its attributes, no behaviour, and no need to import them."""


# What makes an array from a pickle, as arrays themselves name it: its module is not public and moved with NumPy 2.
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
    # The old name and the name since NumPy 2.
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
    """The object in a pickle, or a refusal if it names anything that is not admitted.

    >>> unpickle(pickle.dumps({0: [1], 1: [0]}), "toy")
    {0: [1], 1: [0]}
    """
    try:
        return _Unpickler(io.BytesIO(data), encoding="latin1").load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ValueError, TypeError, IndexError, KeyError) as error:
        msg = (
            f"{name}: refused to unpickle, the file {error}"
            if str(error).startswith("asks")
            else f"{name}: damaged pickle: {error}"
        )
        raise DatasetError(msg) from error
