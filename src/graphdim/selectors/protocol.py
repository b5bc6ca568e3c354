"""The shape of a selector, and what it may say about its own choice beyond what every Selection holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.engines.view import GraphView
    from graphdim.selectors.selection import Selection

__all__ = ["Explanation", "Selector"]


class Selector(Protocol):
    """A way to choose a dimension: a frozen dataclass whose fields are its parameters.

    It may also have a method `explain(selection) -> Explanation`, if it has reasons of its own to show, and a method
    `section() -> report.section.Section`, if it has a part of the page of its own.
    """

    name: ClassVar[str]
    looks_at: ClassVar[str]

    def select(self, view: GraphView) -> Selection:
        """The dimension for the graph in view."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a method describes its own choice.

    A title, labelled reasons, caveats, facts for JSON, and columns for a table with one row for each result.
    """

    title: str
    reasons: tuple[tuple[str, str], ...] = ()
    caveats: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
