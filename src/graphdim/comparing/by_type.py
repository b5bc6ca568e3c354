"""A dimension for each type of nodes: every relation is measured on its own, and a type gets the most that one needs.

    relation → cross-validation → dimension      type → max over its relations      prior: MinGE of the type's own nodes

MinGE's prior of a type takes N as the number of its nodes, and the structure entropy of their two-hop degrees in a
relation; of several relations the largest counts.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from graphdim.comparing import compare_view
from graphdim.comparing.cutting import cut_to
from graphdim.comparing.typed import NodeType, RelationAnswer, TypedComparison
from graphdim.engines.memory import sums, view_of
from graphdim.engines.options import SourceOptions
from graphdim.engines.structure import entropy, published
from graphdim.errors import GraphError
from graphdim.selectors.minge.feature import crossing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.comparing import Question
    from graphdim.graph.graph import Graph
    from graphdim.graph.relations import Relation, TypedGraph

__all__ = ["compare_types"]

# Methods are compared relation by relation only if they are asked for.
MEASURED_ALONE = ("cv",)


def compare_types(
    graph: TypedGraph, question: Question, limit: int | None = None, *, memory: int | None = None
) -> TypedComparison:
    """The dimension of each type, and what to cut first if all tables together may take `limit` bytes.

    `memory` is what the measuring itself may take.
    """
    started = time.perf_counter()
    asked = replace(question, methods=question.methods or MEASURED_ALONE)
    relations = tuple(_answer(relation, found, asked, memory) for relation, found in graph.graphs.items())
    types = tuple(_node_type(name, n_nodes, relations, graph) for name, n_nodes in graph.sizes.items())
    cuts = () if limit is None else cut_to(limit, types, relations)
    return TypedComparison(types, relations, limit, cuts, time.perf_counter() - started)


def _answer(relation: Relation, graph: Graph, question: Question, memory: int | None) -> RelationAnswer:
    """The measured curve of one relation, or the reason why there is none."""
    try:
        found = compare_view(view_of(graph, SourceOptions()), question, memory=memory)
        # Raises if no dimension is better than guessing.
        int(found)
    except GraphError as error:
        return RelationAnswer(relation, graph.n_edges, None, str(error), graph.notes)
    return RelationAnswer(relation, graph.n_edges, found, notes=graph.notes)


def _node_type(name: str, n_nodes: int, relations: tuple[RelationAnswer, ...], graph: TypedGraph) -> NodeType:
    own = [answer for answer in relations if name in answer.ends]
    priors = [_prior(graph.graphs[answer.relation], _mask(answer, name, graph), n_nodes) for answer in own]
    prior = max(priors, default=_edgeless_prior(n_nodes))
    measured = [answer for answer in own if answer.dimension is not None]
    if not measured:
        return NodeType(name, n_nodes, min(prior, n_nodes), prior)
    most = max(measured, key=lambda answer: answer.dimension or 0)
    return NodeType(name, n_nodes, most.dimension or 1, prior, most.relation)


def _mask(answer: RelationAnswer, name: str, graph: TypedGraph) -> NDArray[np.bool_]:
    """Which nodes of a relation's graph are of the type."""
    found = graph.graphs[answer.relation]
    if found.sides is None:
        return np.ones(found.n_nodes, dtype=bool)
    return found.sides if name == answer.ends[1] else ~found.sides


def _prior(graph: Graph, mask: NDArray[np.bool_], n_nodes: int) -> int:
    """MinGE's dimension for the nodes of one type; a single node needs one dimension."""
    if n_nodes < 2:  # noqa: PLR2004 - 2 ln 1 = 0 leaves no zero to find
        return 1
    masses = published(sums(graph))[mask]
    return math.ceil(crossing(2 * math.log(n_nodes) + (entropy(masses) if len(masses) else 0.0)))


def _edgeless_prior(n_nodes: int) -> int:
    """The same for a type that no relation names: without edges all nodes are alike, so that H_s = ln N."""
    return 1 if n_nodes < 2 else math.ceil(crossing(3 * math.log(n_nodes)))  # noqa: PLR2004 - as above
