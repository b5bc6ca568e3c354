"""igraph graphs; the vertex attribute `name` holds the ids, and `type` tells two kinds of nodes apart, as in igraph."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges, list_array, weight_values
from graphdim.reading.marks import second_kind
from graphdim.reading.notes import DIRECTED, ignored_attribute
from graphdim.reading.objects.pairs import is_blank, text_of
from graphdim.words import listed, shown

if TYPE_CHECKING:
    import igraph

__all__ = ["edges"]


def edges(source: igraph.Graph, weight: str | None) -> Edges:
    """The graph's edges, its nodes numbered in its own order."""
    if not hasattr(source, "get_edgelist"):
        msg = f"cannot read an igraph {type(source).__name__}; give the Graph itself"
        raise UnsupportedError(msg)
    ends = np.array(source.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    names = source.edge_attributes()
    if weight is not None and weight not in names:
        msg = f"the graph has no edge attribute {weight!r}; it has {listed(names)}"
        raise SourceError(msg)
    noticed = weight is None and "weight" in names
    ignored = (ignored_attribute("edge attribute 'weight'", "weight"),) if noticed else ()
    weights = None if weight is None else weight_values(list_array(source.es[weight]), f"edge attribute {weight!r}")
    ids = _names(source)
    marks = source.vs["type"] if "type" in source.vertex_attributes() else ()
    second, unused = second_kind("type", marks, ends, range(source.vcount()) if ids is None else ids)
    notes = (*ignored, *unused, *((DIRECTED,) if source.is_directed() else ()))
    return Edges(ends[:, 0], ends[:, 1], weights, n_nodes=source.vcount(), notes=notes, ids=ids, second=second)


def _names(source: igraph.Graph) -> tuple[str, ...] | None:
    """The names of the nodes, by which labels and rows find them; None where they have none."""
    names = source.vs["name"] if "name" in source.vertex_attributes() else []
    if all(name is None for name in names):
        return None
    place = next((place for place, name in enumerate(names) if is_blank(name)), None)
    if place is not None:
        fault = f"vertex {place} has the name {shown(names[place])}, which stands for a missing id"
        msg = f"{fault}; name every vertex or none"
        raise SourceError(msg)
    ids = tuple(map(text_of, names))
    twice = next((node for node, count in Counter(ids).items() if count > 1), None)
    if twice is not None:
        msg = f"several vertices have the name {twice!r}; give each its own, or drop the names (del graph.vs['name'])"
        raise SourceError(msg)
    return ids
