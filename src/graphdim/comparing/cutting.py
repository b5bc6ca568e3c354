"""Which embedding tables to cut first when all of them together are too large, by the measured curves.

One step at a time (eight to an octave), always where a byte costs least:

    minimise  Δ Σ_relations deficit(min(k_source, k_target))  /  Δ bytes

A relation loses nothing while both its types keep as many dimensions as it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphdim.report.costs import table_bytes
from graphdim.selectors.cv.scores import dimension_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.comparing.typed import NodeType, RelationAnswer

__all__ = ["Cut", "cut_to", "deficit_at"]


class Cut(NamedTuple):
    """A type whose table is cut, in the order in which cutting began."""

    name: str
    before: int
    after: int
    saved: int


def cut_to(limit: int, types: Sequence[NodeType], relations: Sequence[RelationAnswer]) -> tuple[Cut, ...]:
    """The cuts that bring all tables below `limit` bytes, or as far as measured types can be cut."""
    widths = {each.name: each.dimension for each in types}
    order: dict[str, None] = {}
    while sum(table_bytes(each.n_nodes, widths[each.name]) for each in types) > limit:
        steps = [step for each in types if each.relation for step in _step(each, widths, relations)]
        if not steps:
            break
        _, name, width = min(steps)
        order.setdefault(name)
        widths[name] = width
    by_name = {each.name: each for each in types}
    return tuple(_cut(by_name[name], widths[name]) for name in order)


def _cut(node_type: NodeType, after: int) -> Cut:
    saved = table_bytes(node_type.n_nodes, node_type.dimension - after)
    return Cut(node_type.name, node_type.dimension, after, saved)


def _step(
    node_type: NodeType, widths: Mapping[str, int], relations: Sequence[RelationAnswer]
) -> list[tuple[float, str, int]]:
    """The next smaller width of a type and its cost per byte; nothing if it has one dimension left."""
    now = widths[node_type.name]
    if now == 1:
        return []
    smaller = dimension_grid(now)[-2]
    cut = {**widths, node_type.name: smaller}
    cost = sum((deficit_at(answer, cut) - deficit_at(answer, widths) for answer in relations), start=0.0)
    return [(max(cost, 0.0) / (node_type.n_nodes * (now - smaller)), node_type.name, smaller)]


def deficit_at(answer: RelationAnswer, widths: Mapping[str, int]) -> float:
    """By how much a relation scores below its best at these widths; 0 if it was not measured."""
    if answer.comparison is None:
        return 0.0
    width = min(int(answer.comparison), *(widths[name] for name in answer.ends))
    found = answer.comparison.deficit(width)
    return 0.0 if found is None else found.mean
