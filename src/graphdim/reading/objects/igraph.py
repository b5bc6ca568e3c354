"""igraph graphs; the vertex attribute `type` tells two kinds of nodes apart, as in igraph itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Edges, list_array, weight_values
from graphdim.reading.marks import second_kind
from graphdim.reading.notes import DIRECTED
from graphdim.words import listed

if TYPE_CHECKING:
    import igraph

__all__ = ["edges"]


def edges(source: igraph.Graph, weight: str | None) -> Edges:
    """The graph's edges, by igraph's own node numbers."""
    if not hasattr(source, "get_edgelist"):
        msg = f"cannot read an igraph {type(source).__name__}; give the Graph itself"
        raise UnsupportedError(msg)
    ends = np.array(source.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    names = source.edge_attributes()
    if weight is not None and weight not in names:
        msg = f"the graph has no edge attribute {weight!r}; it has {listed(names)}"
        raise SourceError(msg)
    noticed = weight is None and "weight" in names
    ignored = ("edge attribute 'weight' ignored; weight='weight' counts it",) if noticed else ()
    weights = None if weight is None else weight_values(list_array(source.es[weight]), f"edge attribute {weight!r}")
    marks = source.vs["type"] if "type" in source.vertex_attributes() else ()
    second, unused = second_kind("type", marks, ends, range(source.vcount()))
    notes = (*ignored, *unused, *((DIRECTED,) if source.is_directed() else ()))
    return Edges(ends[:, 0], ends[:, 1], weights, n_nodes=source.vcount(), notes=notes, second=second)
