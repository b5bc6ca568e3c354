"""The answer by node type: a table of dimensions and memory, the relations behind it, and what to cut first."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim.comparing.cutting import deficit_at
from graphdim.graph.relations import relation_name
from graphdim.report.costs import table_bytes
from graphdim.report.facts import size
from graphdim.report.panel import panel
from graphdim.report.text_table import text_table
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.comparing.comparison import Comparison
    from graphdim.comparing.cutting import Cut

__all__ = ["NodeType", "RelationAnswer", "TypedComparison"]


@dataclass(frozen=True, slots=True)
class NodeType:
    """A type of nodes: its dimension, MinGE's prior, and the relation that needs the most, if one was measured."""

    name: str
    n_nodes: int
    dimension: int
    prior: int
    relation: tuple[str, str, str] | None = None

    @property
    def n_bytes(self) -> int:
        """The memory of its table of float32 embeddings."""
        return table_bytes(self.n_nodes, self.dimension)


@dataclass(frozen=True, slots=True)
class RelationAnswer:
    """What was measured on one relation, or the reason why nothing was; notes say how its edges were read."""

    relation: tuple[str, str, str]
    n_edges: int
    comparison: Comparison | None
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[str, str]:
        """The types at both ends."""
        return self.relation[0], self.relation[2]

    @property
    def dimension(self) -> int | None:
        """The dimension that the relation needs, if it was measured."""
        return None if self.comparison is None else self.comparison.dimension


@dataclass(frozen=True, slots=True, repr=False)
class TypedComparison:
    """A dimension for each type of nodes, measured relation by relation.

    `dimensions` has the dimension of every type, `fitted` the same after cuts to the given memory.
    """

    types: tuple[NodeType, ...]
    relations: tuple[RelationAnswer, ...]
    limit: int | None = None
    cuts: tuple[Cut, ...] = ()
    seconds: float = 0.0

    @property
    def dimensions(self) -> dict[str, int]:
        """The dimension of each type."""
        return {each.name: each.dimension for each in self.types}

    @property
    def fitted(self) -> dict[str, int]:
        """The dimension of each type once tables are cut to the memory that they may take."""
        return self.dimensions | {cut.name: cut.after for cut in self.cuts}

    @property
    def n_bytes(self) -> int:
        """The memory of all tables."""
        return sum(each.n_bytes for each in self.types)

    @property
    def fitted_bytes(self) -> int:
        """The same after the cuts."""
        return self.n_bytes - sum(cut.saved for cut in self.cuts)

    def deficits(self) -> dict[tuple[str, str, str], float]:
        """By how much each measured relation scores below its best after the cuts, in units of the score."""
        return {answer.relation: deficit_at(answer, self.fitted) for answer in self.relations if answer.comparison}

    def summary(self) -> dict[str, Any]:
        """Every fact as plain values."""
        deficits = self.deficits()
        return {
            "types": [
                {
                    "type": each.name,
                    "n_nodes": each.n_nodes,
                    "dimension": each.dimension,
                    "relation": None if each.relation is None else list(each.relation),
                    "prior": each.prior,
                    "table_bytes": each.n_bytes,
                    "fitted_dimension": self.fitted[each.name],
                }
                for each in self.types
            ],
            "relations": [_facts(answer, deficits.get(answer.relation)) for answer in self.relations],
            "table_bytes": self.n_bytes,
            "embedding_memory": self.limit,
            "fitted_bytes": self.fitted_bytes,
            "cuts": [cut._asdict() for cut in self.cuts],
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Label and sentence of every line below the headline."""
        yield "tables", f"{size(self.n_bytes)} of float32 embeddings in all"
        if self.limit is not None:
            yield "limit", self._fit(self.limit)
        for cut in self.cuts:
            yield "cut", f"{cut.name} from {cut.before} to {cut.after}, which saves {size(cut.saved)}"
        for answer in self.relations:
            yield from (("note", f"{relation_name(answer.relation)}: {note}") for note in answer.notes)
            if answer.comparison is None:
                yield "note", f"{relation_name(answer.relation)} has no measured dimension: {answer.reason}"
        if any(each.relation is None for each in self.types):
            yield "note", "a type without a measured relation gets MinGE's prior, and is not cut"

    def __repr__(self) -> str:
        """The panel: the table of types, then that of relations."""
        headline = f"{counted(len(self.types), 'node type')}", "each relation cross-validated on held-out edges"
        right = (1, 2, 4, 5)
        types = text_table(("type", "nodes", "dimension", "decided by", "prior", "memory"), self._types(), right=right)
        header = ("relation", "edges", "dimension", "as good", "best", *(("cut costs",) if self.cuts else ()))
        relations = text_table(header, self._relations(), right=(1, 2, 3, 4, 5))
        return "\n".join([panel(headline, self.lines()), "", types, "", relations])

    def _fit(self, limit: int) -> str:
        if not self.cuts and self.n_bytes <= limit:
            return f"{size(limit)} for all tables: no cut is needed"
        left = f"{size(self.fitted_bytes)} after {counted(len(self.cuts), 'cut')}"
        still = "" if self.fitted_bytes <= limit else ", which is still too much"
        return f"{size(limit)} for all tables: {left}{still}"

    def _types(self) -> list[tuple[str, ...]]:
        rows = [
            (
                each.name,
                f"{each.n_nodes:,}",
                str(each.dimension),
                "prior" if each.relation is None else relation_name(each.relation),
                str(each.prior),
                size(each.n_bytes),
            )
            for each in self.types
        ]
        return [*rows, ("all", f"{sum(each.n_nodes for each in self.types):,}", "", "", "", size(self.n_bytes))]

    def _relations(self) -> list[tuple[str, ...]]:
        deficits = self.deficits()
        return [_row(answer, deficits.get(answer.relation), with_cost=bool(self.cuts)) for answer in self.relations]


def _row(answer: RelationAnswer, cost: float | None, *, with_cost: bool) -> tuple[str, ...]:
    name, found = relation_name(answer.relation), answer.comparison
    if found is None:
        return (name, f"{answer.n_edges:,}", "–", "–", "–", *(("–",) if with_cost else ()))
    cells = found.cells()
    more = () if not with_cost or cost is None else (f"{100 * cost:.1f} points",)
    return (name, f"{answer.n_edges:,}", cells["dimension"], cells["as good"], cells["best"], *more)


def _facts(answer: RelationAnswer, cost: float | None) -> dict[str, Any]:
    found = answer.comparison
    return {
        "relation": list(answer.relation),
        "n_edges": answer.n_edges,
        "dimension": answer.dimension,
        "cost": cost,
        "reason": answer.reason,
        "notes": list(answer.notes),
        "comparison": None if found is None else found.summary(),
    }
