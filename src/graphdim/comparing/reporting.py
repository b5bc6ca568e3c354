"""What the report of some graphs shows: the measured answers if all were measured, and a method's own answers.

A graph is read once for both. Feeds report.files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.comparing import compare_view
from graphdim.comparing.page import comparison_section, page_facts
from graphdim.errors import GraphDimError
from graphdim.selectors import run
from graphdim.selectors.duration import LONG, expected_seconds, in_all
from graphdim.selectors.methods import default_methods
from graphdim.selectors.reporting import report_facts, section_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.comparing import Question
    from graphdim.comparing.comparison import Comparison
    from graphdim.engines.options import SourceOptions
    from graphdim.engines.view import GraphFacts, GraphView
    from graphdim.report.section import Section
    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["Answers", "answer_of"]

SLOW = "not measured, as that may take longer than ten seconds; --compare measures it"
# What is measured where all methods together would take too long.
QUICK = ("cv", "flip", "minge"), ("cv", "minge")


@dataclass(frozen=True, slots=True)
class Answer:
    """A method's answer for a graph, and the measured one or why there is none."""

    selection: Selection
    comparison: Comparison | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers for every graph of a report."""

    every: tuple[Answer, ...]

    @property
    def are_measured(self) -> bool:
        """Whether the measured answer leads: graphs side by side show the same, so all must have one."""
        return all(answer.comparison is not None for answer in self.every)

    @property
    def unmeasured(self) -> Iterator[tuple[str, str]]:
        """Each graph that was left unmeasured though nobody asked for that, and why."""
        return ((answer.selection.facts.source, answer.reason) for answer in self.every if answer.reason)

    def section(self) -> Section:
        """What shows these answers."""
        first = self.every[0].selection
        return comparison_section(first) if self.are_measured else section_of(first)

    def facts(self, *, n_features: int | None, n_classes: int | None) -> list[dict[str, Any]]:
        """The facts of every graph, as the section shows them."""
        shape = {"n_features": n_features, "n_classes": n_classes}
        if not self.are_measured:
            return [{**report_facts(answer.selection, **shape), "unmeasured": answer.reason} for answer in self.every]
        return [page_facts(answer.comparison, answer.selection, **shape) for answer in self.every if answer.comparison]


def answer_of(
    source: Any,
    chosen: Selector,
    options: SourceOptions,
    question: Question,
    *,
    measured: bool | None,
    multiple_of: int = 1,
) -> Answer:
    """Read, select and measure; None measures what is quick and can be measured."""
    with engines.open(source, options, degrees=True) as view:
        selection = run(chosen, view).in_multiples(multiple_of)
        return _answer(view, selection, question, options, measured=measured)


def _answer(
    view: GraphView, selection: Selection, question: Question, options: SourceOptions, *, measured: bool | None
) -> Answer:
    if measured is False:
        return Answer(selection, None)
    methods = question.methods if measured else _quick_enough(view.facts)
    if methods == ():
        return Answer(selection, None, SLOW)
    try:
        return Answer(selection, compare_view(view, replace(question, methods=methods), memory=options.most_memory))
    except GraphDimError as error:
        if measured:
            raise
        return Answer(selection, None, f"not measured: {error}")


def _quick_enough(facts: GraphFacts) -> tuple[str, ...]:
    """As many methods as take ten seconds at most."""
    every = default_methods(facts.n_edges), *QUICK
    return next((methods for methods in every if _expected_seconds(methods, facts) <= LONG), ())


def _expected_seconds(methods: tuple[str, ...], facts: GraphFacts) -> float:
    low, high = in_all(expected_seconds(methods, facts))
    return (low + high) / 2
