"""Graphs that mark the kind of each node: networkx by the attribute `bipartite`, igraph by `type`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.reading.notes import UNUSED_MARKS, Note
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Kinds = tuple[NDArray[np.bool_] | None, tuple[Note, ...]]

__all__ = ["second_kind"]


def second_kind(attribute: str, marks: Iterable[Any], ends: NDArray[np.int64], ids: Sequence[Any]) -> Kinds:
    """Which nodes are marked with 1, if every node is marked, with 0 or 1, and every edge joins both; else a note.

    >>> second_kind("bipartite", [0, 0, 1], np.array([[0, 2], [2, 1]]), "abc")
    (array([False, False,  True]), ())
    >>> second_kind("bipartite", [0, None, 1], np.array([[0, 2], [2, 1]]), "abc")[1][0]
    "attribute 'bipartite' ignored: node 'b' has none"
    >>> second_kind("bipartite", [None, None, None], np.array([[0, 2], [2, 1]]), "abc")
    (None, ())
    """
    kinds = list(marks)
    if all(kind is None for kind in kinds):
        return None, ()
    odd = next((place for place, kind in enumerate(kinds) if not _is_mark(kind)), None)
    if odd is not None:
        has = "none" if kinds[odd] is None else f"{shown(kinds[odd])}, which is neither 0 nor 1"
        return None, _ignored(attribute, f"node {shown(ids[odd])} has {has}")
    second = np.array(kinds, dtype=bool)
    inside = np.flatnonzero(second[ends[:, 0]] == second[ends[:, 1]])
    if len(inside):
        first, last = ends[inside[0]].tolist()
        both = f"nodes {shown(ids[first])} and {shown(ids[last])} share an edge and both have {int(second[first])}"
        return None, _ignored(attribute, both)
    return second, ()


def _is_mark(kind: Any) -> bool:
    return isinstance(kind, int | float | np.generic) and kind in (0, 1)


def _ignored(attribute: str, reason: str) -> tuple[Note, ...]:
    return (Note(f"attribute {attribute!r} ignored: {reason}", UNUSED_MARKS),)
