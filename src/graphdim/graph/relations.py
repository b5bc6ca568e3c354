"""Several types of nodes and several relations between them → one graph for each relation.

The source is a PyG HeteroData, or a mapping {(source type, relation, target type): edges}, whose edges are any source.
Ids of one type are shared by all its relations; those of two types are never the same node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphdim.errors import GraphError, ParameterError, UnsupportedError
from graphdim.graph.build import build, read_named
from graphdim.words import shown, visible

if TYPE_CHECKING:
    from graphdim.graph.graph import Graph

__all__ = ["Relation", "TypedGraph", "relation_name", "typed_graph"]

Relation = tuple[str, str, str]

WAY = "give a HeteroData with edges, or a mapping {(source type, relation, target type): edges}"


class TypedGraph(NamedTuple):
    """The number of nodes of each type, also of one that no relation names, and the graph of each relation."""

    sizes: dict[str, int]
    graphs: dict[Relation, Graph]


def typed_graph(source: Any, weight: str | None = None) -> TypedGraph:
    """The types and relations that a source holds."""
    found = _hetero(source, weight) if hasattr(source, "edge_types") else _mapping(source, weight)
    if not found.graphs:
        msg = f"the source holds no relations; {WAY}"
        raise GraphError(msg)
    return found


def relation_name(relation: Relation) -> str:
    """A relation in words.

    >>> relation_name(("user", "rates", "movie"))
    'user rates movie'
    """
    return visible(" ".join(relation))


def _hetero(source: Any, weight: str | None) -> TypedGraph:
    from graphdim.reading.objects import pyg

    edges = pyg.relations(source, weight)
    graphs = {relation: build(found, name=relation_name(relation)) for relation, found in edges.items()}
    used = dict.fromkeys(node_type for first, _, second in graphs for node_type in (first, second))
    sizes = {node_type: int(source[node_type].num_nodes or 0) for node_type in (*used, *source.node_types)}
    return TypedGraph({node_type: n_nodes for node_type, n_nodes in sizes.items() if n_nodes}, graphs)


def _mapping(source: Any, weight: str | None) -> TypedGraph:
    """Edges of any kind; a type has the nodes that its relations show together."""
    graphs: dict[Relation, Graph] = {}
    ids: dict[str, set[str]] = {}
    for relation, listed in _checked(source).items():
        first, _, second = relation
        graph, names = _read(relation, listed, weight)
        graphs[relation] = graph
        sides = np.zeros(graph.n_nodes, dtype=bool) if graph.sides is None else graph.sides
        for node_type, side in ((first, False), (second, first != second)):
            here = {name for name, other in zip(names, sides.tolist(), strict=True) if other == side and name}
            ids.setdefault(node_type, set()).update(here)
    return TypedGraph({node_type: len(names) for node_type, names in ids.items()}, graphs)


def _read(relation: Relation, listed: Any, weight: str | None) -> tuple[Graph, list[str]]:
    """The edges of one relation; a fault names it."""
    try:
        return read_named(listed, weight=weight, bipartite=relation[0] != relation[2])
    except GraphError as error:
        msg = f"{relation_name(relation)}: {error}; or leave this relation out"
        raise GraphError(msg) from error


def _checked(source: Any) -> Mapping[Relation, Any]:
    if not isinstance(source, Mapping):
        msg = f"per_type needs several relations, and a {type(source).__name__} holds one graph; {WAY}"
        raise UnsupportedError(msg)
    for relation in source:
        is_triple = isinstance(relation, tuple) and len(relation) == 3  # noqa: PLR2004 - both types and the relation
        if not is_triple or not all(isinstance(name, str) for name in relation):
            msg = f"{shown(relation)} does not name a relation; {WAY}"
            raise ParameterError(msg)
    return source
