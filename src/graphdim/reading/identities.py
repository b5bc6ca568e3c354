"""Which id a node of the source has: the ids in the order in which cleaning numbers the nodes.

For tables that tell something of each node, such as its label. Sources that number their nodes themselves, from 0,
may have names for them; else the numbers are the ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.reading.edges import Edges
    from graphdim.reading.graph import Graph

__all__ = ["node_ids"]


def node_ids(edges: Edges, graph: Graph) -> list[str]:
    """The id of every node as text, node 0 first; nodes that only their number tells of come last, without an id.

    >>> from graphdim.reading.edges import Edges
    >>> from graphdim.reading.cleaning import clean
    >>> edges = Edges(np.array([9, 30]), np.array([7, 9]))
    >>> node_ids(edges, clean(edges))
    ['7', '9', '30']
    """
    if edges.ids is not None:
        return _padded(map(str, edges.ids), graph.n_nodes)
    if edges.n_nodes is not None:
        return [str(number) for number in range(graph.n_nodes)]
    if isinstance(edges.sources, np.ndarray) and isinstance(edges.targets, np.ndarray):
        named = sorted({*edges.sources.tolist(), *edges.targets.tolist()})
    else:
        # Names are numbered by the order of their bytes, as Polars ranks them.
        named = sorted({*map(str, edges.sources), *map(str, edges.targets)}, key=str.encode)
    return _padded(map(str, named), graph.n_nodes)


def _padded(ids: Iterable[str], n_nodes: int) -> list[str]:
    named = list(ids)
    return named + [""] * (n_nodes - len(named))
