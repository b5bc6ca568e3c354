"""What pairs bring besides their ids: a weight, as in (u, v, w), or attributes, as in (u, v, {"weight": w})."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import weight_values
from graphdim.reading.notes import ignored_weight
from graphdim.words import shown

if TYPE_CHECKING:
    from graphdim.reading.edges import Floats

__all__ = ["weight_values_of"]

# What a bare third item is called when weight= is to name it.
THIRD = "weight"


def weight_values_of(
    thirds: Mapping[int, Any], n_pairs: int, weight: str | None
) -> tuple[Floats | None, tuple[str, ...]]:
    """The weight of each pair, if one is asked for; else a note if there is one to ask for.

    `thirds` are what pairs bring, by their positions from 1 on.
    """
    if weight is None:
        first: Any = next(iter(thirds.values()), {})
        if isinstance(first, str):
            return None, (_ignored_text(first),)
        is_offered = not isinstance(first, Mapping) or THIRD in first
        return None, (ignored_weight(f"the pairs' {THIRD}", THIRD),) if is_offered else ()
    values = [_value(thirds.get(position), weight) for position in range(1, n_pairs + 1)]
    if not values or None in values:
        place = f"pair {values.index(None) + 1} has" if values else "the source has"
        called = f"give triples (u, v, w), where w is called {THIRD!r}, or a table with that column"
        msg = f"{place} no weight named {weight!r}; {called}"
        raise SourceError(msg)
    return weight_values(np.array(values), f"the pairs' {weight!r}"), ()


def _ignored_text(third: str) -> str:
    """A note on a text in third place: a statement (head, relation, tail) has its second end there."""
    way = "of (head, relation, tail) give the pairs (head, tail)"
    return f"the third item of each triple, such as {shown(third)}, ignored: ends are the first two; {way}"


def _value(third: Any, weight: str) -> Any:
    """The weight in what a pair brings; None if there is none of this name."""
    if isinstance(third, Mapping):
        return third.get(weight)
    return third if weight == THIRD else None
