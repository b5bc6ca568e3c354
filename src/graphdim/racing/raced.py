"""What the results of a race and of a sweep have in common: a number once it is decided, text, JSON and a chart."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from graphdim.errors import GraphDimError
from graphdim.report.markup import markup
from graphdim.report.number_like import NumberLike

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Raced"]


class Raced(NumberLike, ABC):
    """A result that may be undecided; `noun` is what it is called, and `panels` turns its summary into text."""

    __slots__ = ()

    noun: ClassVar[str]
    panels: ClassVar[ModuleType]

    @abstractmethod
    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON, chart and page render this."""

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def plot(self) -> Any:
        """The curve as an altair chart, with the margin and the answer; it needs `graphdim[report]`."""
        from graphdim.racing.chart import chart

        facts = self.summary()
        return chart(facts, self.panels.headline(facts))

    def __index__(self) -> int:
        """Let a decided result stand wherever an integer is expected."""
        dimension: int | None = self.dimension
        if dimension is None:
            msg = f"the {self.noun} is undecided, so it has no dimension; print it to see what would suffice"
            raise GraphDimError(msg)
        return dimension

    def __repr__(self) -> str:
        """The panel."""
        return str(self.panels.panel(self.summary()))

    def _repr_html_(self) -> str:
        from graphdim.racing.chart import chart

        facts, panels = self.summary(), self.panels
        return markup(
            panels.headline(facts), panels.lines(facts), lambda: chart(facts, None), panels.curve_table(facts)
        )
