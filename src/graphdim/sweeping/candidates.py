"""Which dimensions a sweep races: the user's own, or powers of two that the graph can carry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_number
from graphdim.errors import GraphError, ParameterError
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["candidates", "whole_numbers"]

USUAL = (4, 8, 16, 32, 64, 128, 256)
SMALL = (1, 2, 4)  # for graphs with fewer nodes than two of the usual dimensions need
FEWEST = 2


def candidates(asked: str | Iterable[int], at: Sequence[int], n_nodes: int) -> tuple[int, ...]:
    """The dimensions to race; those of `at` are always among them.

    >>> candidates("auto", [100], n_nodes=2708), candidates("auto", [], n_nodes=34)
    ((4, 8, 16, 32, 64, 100, 128, 256), (4, 8, 16, 32))
    """
    chosen = _automatic(n_nodes) if isinstance(asked, str) and asked == "auto" else whole_numbers("dimensions", asked)
    return tuple(sorted({*chosen, *at}))


def whole_numbers(name: str, given: Any) -> tuple[int, ...]:
    """One whole number or several, checked; none for None.

    >>> whole_numbers("at", 128), whole_numbers("at", [64, 128]), whole_numbers("at", None)
    ((128,), (64, 128), ())
    """
    if given is None:
        return ()
    if isinstance(given, str):
        msg = f"{name} is {given!r}; give whole numbers, such as [8, 16, 32, 64]"
        raise ParameterError(msg)
    listed = list(given) if isinstance(given, Iterable) else [given]
    for each in listed:
        check_number(f"a dimension of {name}", each, least=1, whole=True)
    return tuple(int(each) for each in listed)


def _automatic(n_nodes: int) -> tuple[int, ...]:
    """More dimensions than nodes say nothing that the nodes do not."""
    fitting = tuple(each for each in USUAL if each < n_nodes)
    if len(fitting) < FEWEST:
        fitting = tuple(each for each in SMALL if each < n_nodes)
    if len(fitting) < FEWEST:
        msg = f"{counted(n_nodes, 'node')}: too few to compare dimensions; it takes at least 3"
        raise GraphError(msg)
    return fitting
