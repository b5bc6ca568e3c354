"""Which dimensions a sweep races: the user's own, or powers of two that the graph can carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.checks import whole_numbers
from graphdim.errors import GraphError
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["candidates"]

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


def _automatic(n_nodes: int) -> tuple[int, ...]:
    """More dimensions than nodes say nothing that the nodes do not."""
    fitting = tuple(each for each in USUAL if each < n_nodes)
    if len(fitting) < FEWEST:
        fitting = tuple(each for each in SMALL if each < n_nodes)
    if len(fitting) < FEWEST:
        msg = f"{counted(n_nodes, 'node')}: too few to compare dimensions; it takes at least 3"
        raise GraphError(msg)
    return fitting
