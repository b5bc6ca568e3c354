"""Graphs that mark the kind of each node: networkx by the attribute `bipartite`, igraph by `type`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = ["second_kind"]


def second_kind(marks: Iterable[Any], ends: NDArray[np.int64]) -> NDArray[np.bool_] | None:
    """Which nodes are marked with 1; None unless every node has a mark, 0 or 1, and every edge joins both.

    >>> second_kind([0, 0, 1], np.array([[0, 2], [2, 1]]))
    array([False, False,  True])
    >>> second_kind(["a", None], np.array([[0, 1]]))
    """
    kinds = list(marks)
    if not kinds or any(kind not in (0, 1) for kind in kinds):
        return None
    second = np.array(kinds, dtype=bool)
    return second if (second[ends[:, 0]] != second[ends[:, 1]]).all() else None
