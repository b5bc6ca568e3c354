"""What pairs bring besides their ids: a weight, as in (u, v, w), or attributes, as in (u, v, {"weight": w})."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import ignored_weight, weight_values

if TYPE_CHECKING:
    from graphdim.reading.edges import Floats

__all__ = ["weight_values_of"]

# What a bare third item is called when weight= is to name it.
THIRD = "weight"


def weight_values_of(others: Sequence[Sequence[Any]], weight: str | None) -> tuple[Floats | None, tuple[str, ...]]:
    """The weight of each pair, if one is asked for; else a note if there is one to ask for."""
    if weight is None:
        seen: Any = next((rest[0] for rest in others if rest), {})
        offered = THIRD in seen if isinstance(seen, Mapping) else True
        return None, (ignored_weight(f"the pairs' {THIRD}", THIRD),) if offered else ()
    values = [_value(rest, weight) for rest in others]
    if not values or None in values:
        place = f"pair {values.index(None) + 1} has" if values else "arrays of ends have"
        called = f"give triples (u, v, w), where w is called {THIRD!r}, or a table with that column"
        msg = f"{place} no weight named {weight!r}; {called}"
        raise SourceError(msg)
    return weight_values(np.array(values), f"the pairs' {weight!r}"), ()


def _value(rest: Sequence[Any], weight: str) -> Any:
    """The weight among what a pair brings; None if there is none of this name."""
    [found] = rest or (None,)
    if isinstance(found, Mapping):
        return found.get(weight)
    return found if weight == THIRD else None
