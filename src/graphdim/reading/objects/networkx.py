"""networkx graphs of every class: directions and parallel edges are merged by cleaning.

The node attribute `bipartite`, 0 or 1, tells two kinds of nodes apart, as in networkx itself.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import Edges, Floats, list_array, weight_values
from graphdim.reading.marks import second_kind
from graphdim.reading.notes import DIRECTED, ignored_attribute
from graphdim.reading.objects import pairs
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

__all__ = ["edges"]


def edges(source: nx.Graph[Any], weight: str | None) -> Edges:
    """The graph's edges, its nodes numbered in its own order."""
    if not hasattr(source, "edges"):
        return pairs.edges(iter(source), weight)  # a view such as graph.edges
    number = {node: position for position, node in enumerate(source)}
    _refuse_blank(number)
    twins = pairs.texts_that_read_like_numbers(number)
    if twins:
        msg = f"the graph has a node {twins[0]!r} and a node {twins[0]}, which read the same; relabel one of them"
        raise SourceError(msg)
    ends = np.fromiter((number[node] for node in chain.from_iterable(source.edges())), dtype=np.int64).reshape(-1, 2)
    noticed = weight is None and any("weight" in data for *_, data in islice(source.edges(data=True), 1))
    ignored = (ignored_attribute("edge attribute 'weight'", "weight"),) if noticed else ()
    weights = None if weight is None else _weights(source, weight)
    ids = tuple(number)
    second, unused = second_kind("bipartite", (kind for _, kind in source.nodes(data="bipartite")), ends, ids)
    notes = (*ignored, *unused, *((DIRECTED,) if source.is_directed() else ()))
    return Edges(ends[:, 0], ends[:, 1], weights, n_nodes=len(ids), notes=notes, ids=ids, second=second)


def _refuse_blank(nodes: Iterable[Any]) -> None:
    """Refuse what stands for a missing id, as tables do: networkx makes one node of all rows that lack an end."""
    blank = [node for node in nodes if pairs.is_blank(node)]
    if blank:
        way = "remove it, or give it another name (networkx.relabel_nodes)"
        msg = f"the graph has a node {shown(blank[0])}, which stands for a missing id; {way}"
        raise SourceError(msg)


def _weights(source: nx.Graph[Any], weight: str) -> Floats:
    triples: Iterable[tuple[Any, Any, Any]] = source.edges(data=weight)
    values = [value for _, _, value in triples]
    missing = next((place for place, value in enumerate(values) if value is None), None)
    if missing is not None:
        msg = f"edge {shown(list(source.edges())[missing])} has no attribute {weight!r}"
        raise SourceError(msg)
    return weight_values(list_array(values), f"edge attribute {weight!r}")
