"""Any iterable of pairs of hashable ids: lists, tuples, sets, generators."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: Any, weight: str | None) -> Edges:
    """Number the ids in the order in which they appear."""
    if isinstance(source, Mapping | bytes) or not isinstance(source, Iterable):
        kind = f"{type(source).__module__}.{type(source).__name__}"
        msg = f"cannot read a {kind}; give a path, a graph object or pairs of ids"
        raise UnsupportedError(msg)
    if weight is not None:
        msg = f"bare pairs have no weight named {weight!r}; give a table with that column"
        raise SourceError(msg)
    number: dict[Hashable, int] = {}
    codes = [number.setdefault(node, len(number)) for pair in _checked(source) for node in pair]
    ends = np.array(codes, dtype=np.int64).reshape(-1, 2)
    return Edges(ends[:, 0], ends[:, 1], n_nodes=len(number), ids=tuple(number))


def _checked(source: Iterable[Any]) -> Iterator[tuple[Hashable, Hashable]]:
    for position, pair in enumerate(source, start=1):
        try:
            first, second = pair
            hash((first, second))
        except (TypeError, ValueError) as error:
            msg = f"pair {position} is {_short(pair)}; each must be two ids, integers or strings"
            raise SourceError(msg) from error
        for node in (first, second):
            # Only NaN differs from itself.
            if node is None or node != node or node == "":  # noqa: PLR0124
                msg = f"pair {position} is {_short(pair)}; a node id cannot be empty, None or NaN"
                raise SourceError(msg)
        yield first, second


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - one line of a terminal
