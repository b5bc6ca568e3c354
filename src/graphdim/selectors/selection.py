"""The answer: a frozen record of the dimension and every fact behind it, usable wherever an integer is.

Selectors make it; report renders its summary.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from graphdim.checks import check_count
from graphdim.report.costs import table_bytes
from graphdim.report.facts import graph_line, size
from graphdim.report.markup import markup
from graphdim.report.number_like import NumberLike
from graphdim.report.panel import panel
from graphdim.selectors.protocol import Explanation
from graphdim.words import counted, span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from os import PathLike
    from pathlib import Path

    from graphdim.engines.view import GraphFacts
    from graphdim.selectors.protocol import Selector

__all__ = ["Curve", "CurvePoint", "Selection"]


class CurvePoint(NamedTuple):
    """The score at one dimension, and the interval that it lies in; both ends are None if that is unknown."""

    dimension: int
    score: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Scores by dimension; `score` names what was measured."""

    score: str
    points: tuple[CurvePoint, ...]

    def summary(self) -> dict[str, Any]:
        """The curve as plain values."""
        return {"score": self.score, "points": [point._asdict() for point in self.points]}


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Selection(NumberLike):
    """The embedding dimension of a graph, with the reason for it.

    Parameters
    ----------
    selector
        What made the choice; its fields are the parameters.
    dimension
        The chosen dimension.
    facts
        What is known of the graph: size, cleaning, source, engine.
    estimate
        The dimension before rounding, if the method has one.
    as_good
        The smallest and the largest dimension that are as good, if the method tells.
    curve
        Scores by dimension, if the method measured any.
    details
        Numbers that only this method has.
    notes
        Sentences for the user about this choice.
    seconds
        How long it took; with `ideal_dimension`, reading included.
    multiple_of
        What the dimension was rounded up to a multiple of.

    Examples
    --------
    >>> import graphdim as gd
    >>> result = gd.ideal_dimension("dataset:karate")
    >>> result.dimension, round(result.estimate, 2)
    (44, 43.64)
    >>> range(100)[result], result > 40, f"{result:d}"
    (44, True, '44')
    >>> result.rounded(multiple_of=8)
    48
    """

    selector: Selector
    dimension: int
    facts: GraphFacts
    estimate: float | None = None
    as_good: tuple[int, int] | None = None
    curve: Curve | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    multiple_of: int = 1

    def __post_init__(self) -> None:
        """Say first what was noticed about the graph."""
        object.__setattr__(self, "notes", tuple(dict.fromkeys((*self.facts.notes, *self.notes))))

    @property
    def method(self) -> str:
        """The name of the selector."""
        return self.selector.name

    @property
    def parameters(self) -> dict[str, Any]:
        """The selector's parameters."""
        return asdict(self.selector)  # type: ignore[call-overload, no-any-return]  # a selector is a dataclass

    @property
    def n_nodes(self) -> int:
        """Number of nodes, N."""
        return self.facts.n_nodes

    @property
    def n_edges(self) -> int:
        """Number of distinct edges, without self-loops."""
        return self.facts.n_edges

    @property
    def engine(self) -> str:
        """Which engine did the sums."""
        return self.facts.engine

    def rounded(self, *, multiple_of: int = 8) -> int:
        """The dimension rounded up to a multiple, for hardware or for attention heads that share the width."""
        step = check_count("multiple_of", multiple_of, least=1)
        return -(-self.dimension // step) * step

    def in_multiples(self, multiple_of: int) -> Selection:
        """The same selection with its dimension rounded up to a multiple."""
        return replace(self, dimension=self.rounded(multiple_of=multiple_of), multiple_of=int(multiple_of))

    def explanation(self) -> Explanation:
        """What the method says about its choice."""
        explain = getattr(self.selector, "explain", None)
        if explain is None:
            settings = (f"{name} = {value}" for name, value in self.parameters.items())
            return Explanation(", ".join([self.method, *settings]))
        return explain(self)  # type: ignore[no-any-return]

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text and JSON render this."""
        return {
            "dimension": self.dimension,
            "method": self.method,
            "estimate": self.estimate,
            "as_good": None if self.as_good is None else list(self.as_good),
            "curve": None if self.curve is None else self.curve.summary(),
            "parameters": self.parameters,
            "multiple_of": self.multiple_of,
            **self.facts.summary(),
            **self.details,
            **self.explanation().facts,
            "table_bytes": table_bytes(self.n_nodes, self.dimension),
            "notes": list(self.notes),
            "caveats": list(self._caveats()),
            "seconds": self.seconds,
        }

    def headline(self) -> tuple[str, str]:
        """The answer, and what produced it."""
        multiple = [f"multiple of {self.multiple_of}"] if self.multiple_of > 1 else []
        return f"Dimension {self.dimension}", ", ".join([self.explanation().title, *multiple])

    def lines(self) -> Iterator[tuple[str, str]]:
        """Label and sentence of every line below the headline."""
        facts, explained = self.summary(), self.explanation()
        yield "graph", graph_line(facts)
        yield from explained.reasons
        if self.as_good is not None:
            yield "as good", span(self.as_good)
        yield "table", f"{size(facts['table_bytes'])} of float32 embeddings"
        for note in (*facts["notes"], *facts["caveats"]):
            yield "note", note

    def _caveats(self) -> Iterator[str]:
        """The method's own, and that N nodes cannot use more than N dimensions, where the answer has more."""
        yield from self.explanation().caveats
        if self.dimension > self.n_nodes:
            yield f"{self.dimension} is more than {counted(self.n_nodes, 'node')} can use"

    def cells(self) -> dict[str, str]:
        """The columns of its row in a table of several graphs, by their titles."""
        return {**self.facts.cells(), **self.explanation().columns, "dimension": str(self.dimension)}

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def plot(self) -> Any:
        """The chart behind the number as an altair chart with its controls; it needs `graphdim[report]`."""
        return self._chart()

    def write_html(
        self, path: str | PathLike[str], *, n_features: int | None = None, n_classes: int | None = None
    ) -> Path:
        """One page that opens anywhere without a network; it needs `graphdim[report]`.

        `n_features` and `n_classes` are for the table of costs, if the source does not tell them itself.
        """
        from graphdim.report.files import write
        from graphdim.selectors.reporting import report_facts, section_of

        return write([report_facts(self, n_features=n_features, n_classes=n_classes)], section_of(self), path)

    def __eq__(self, other: object) -> bool:
        """Whether a number is the dimension, or another selection agrees in every fact."""
        if isinstance(other, Selection):
            return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(self))
        return NumberLike.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(self.dimension)

    def __repr__(self) -> str:
        """The panel."""
        return panel(self.headline(), self.lines())

    def _repr_html_(self) -> str:
        return markup(self.headline(), self.lines(), lambda: self._chart(titled=False))

    def _chart(self, *, titled: bool = True) -> Any:
        from graphdim.report.charts import leading
        from graphdim.selectors.reporting import report_facts, section_of

        return leading(report_facts(self), section_of(self), titled=titled)
