"""A function of the user's own as an embedding: `(adjacency, dimension, seed)` → one row per node, checked."""

from __future__ import annotations

import inspect
import pickle
import sys
import traceback
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.embedding.scoring.scale import single
from graphdim.errors import GraphDimError, ParameterError, TrainingError
from graphdim.racing.identity import identity, name_of
from graphdim.reading.tensors import as_array
from graphdim.words import described, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.protocol import Rows

__all__ = ["OwnEmbedding", "load"]

ARGUMENTS = "adjacency, dimension, seed"


@dataclass(frozen=True)
class OwnEmbedding:
    """Calls the function, with `features` as a keyword where it takes one, and refuses rows that cannot be scored.

    Very small or large rows are scaled, which changes no score.
    """

    function: Callable[..., Any] = field(repr=False)  # its text would show an address, which differs in every process
    features: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be called with the three arguments."""
        if not callable(self.function):
            msg = f"{self.function!r} is not a function of ({ARGUMENTS}) that returns one row for each node"
            raise ParameterError(msg)
        try:
            inspect.signature(self.function).bind(None, 1, 0, **self._keywords)
        except TypeError as error:
            msg = f"{self.name} cannot be called with ({ARGUMENTS}): {error}"
            raise ParameterError(msg) from error
        except ValueError:  # some compiled functions do not tell their signature
            return

    @property
    def name(self) -> str:
        """The name of the function."""
        return name_of(self.function)

    @property
    def identity(self) -> str:
        """The name of the function and a digest of its code and its features."""
        features = sha256(pickle.dumps(self.features)).hexdigest()[:16] if self._keywords else ""
        return f"{self.name} {identity(self.function)} {features}"

    def prepare(self, adjacency: csr_array, seed: int, sides: NDArray[np.bool_] | None = None) -> OwnRows:  # noqa: ARG002 - the function sees the adjacency alone
        """Nothing is shared by dimensions."""
        return OwnRows(self, adjacency, seed)

    def embed(self, adjacency: csr_array, dimension: int, seed: int) -> Rows:
        """One row for each node."""
        try:
            given = self.function(adjacency, dimension, seed, **self._keywords)
        except GraphDimError:
            raise
        except Exception as error:
            msg = f"{self._call(dimension, seed)} raised {_located(error)}"
            raise TrainingError(msg) from error
        return self._checked(given, adjacency.shape[0], dimension, seed)

    @property
    def _keywords(self) -> dict[str, Any]:
        return {"features": self.features} if _takes_features(self.function) else {}

    def _checked(self, given: Any, n_nodes: int, dimension: int, seed: int) -> Rows:
        """The rows as float32, or what is wrong with them."""
        call = self._call(dimension, seed)
        if given is None:
            msg = f"{call} returned nothing; it must return {n_nodes:,} rows (one for each node) of {dimension} numbers"
            raise TrainingError(msg)
        if _is_complex(given):
            msg = f"{call} returned complex numbers; return real ones, such as their real parts (.real)"
            raise TrainingError(msg)
        try:
            rows = single(np.asarray(as_array(given)))
        except (TypeError, ValueError) as error:
            msg = f"{call} returned {type(given).__name__}; it must return an array of numbers, one row for each node"
            raise TrainingError(msg) from error
        if rows.shape != (n_nodes, dimension):
            shape = " × ".join(map(str, rows.shape)) or "one number"
            msg = f"{call} returned {shape}; it must return {n_nodes:,} rows (one for each node) of {dimension} numbers"
            raise TrainingError(msg)
        if not np.isfinite(rows).all():
            bad = int(np.count_nonzero(~np.isfinite(rows).all(axis=1)))
            msg = f"{call} returned NaN or infinite numbers in {bad:,} of {n_nodes:,} rows"
            raise TrainingError(msg)
        return rows

    def _call(self, dimension: int, seed: int) -> str:
        return f"{self.name}(adjacency, {dimension}, {seed})"


@dataclass(frozen=True, slots=True, eq=False)
class OwnRows:
    """The function with a graph and a seed."""

    own: OwnEmbedding
    adjacency: csr_array
    seed: int

    def rows(self, dimension: int) -> Rows:
        """What the function returns."""
        return self.own.embed(self.adjacency, dimension, self.seed)

    def signs(self, dimension: int) -> None:
        """All dimensions count alike."""


def load(text: str) -> Callable[..., Any]:
    """The function that "MODULE:FUNCTION" names; the current folder comes first, and a module may be a path.

    >>> load("math:sqrt").__name__
    'sqrt'
    """
    given, _, attribute = text.partition(":")
    path = Path(given)
    folder, module = (str(path.parent), path.stem) if path.suffix == ".py" else (".", given)
    if not (module and attribute):
        msg = f"{text!r} names no function; write MODULE:FUNCTION, such as my_model:embed"
        raise ParameterError(msg)
    folder = str(Path(folder).resolve())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        function: Callable[..., Any] = getattr(import_module(module), attribute)
    except Exception as error:
        msg = f"{text}: the function cannot be loaded, {_located(error)}"
        raise ParameterError(msg) from error
    return function


def _takes_features(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # some compiled functions do not tell their signature
        return False
    return any(one.name == "features" or one.kind is one.VAR_KEYWORD for one in parameters)


def _is_complex(given: Any) -> bool:
    """Whether there are complex numbers, of which NumPy would drop one half with a mere warning."""
    kinds = [given.dtype] if hasattr(given, "dtype") else getattr(given, "dtypes", ())
    return any("complex" in str(kind) for kind in kinds)


def _located(error: Exception) -> str:
    """An exception in one line, with the place in the user's code where it arose, if it arose there."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    is_theirs = last.filename != __file__ and not last.filename.startswith("<frozen ")
    return visible(f"{described(error)} ({last.filename}, line {last.lineno})" if is_theirs else described(error))
