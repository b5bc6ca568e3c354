"""What a page shows of a result, whatever the method; a method that has more to show derives its own section.

Facts are plain values. `words` are numbers as the page writes them; `steps` are the words at each position of the
section's control, if it has one. A section may put others below its own, each with facts of its own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.report import parts
from graphdim.report.charts import scores
from graphdim.report.charts.look import Look
from graphdim.report.costs import row
from graphdim.report.facts import size
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Facts = Mapping[str, Any]
    Words = Mapping[str, str]

__all__ = ["NO_ANSWER", "Card", "Section", "common_cards", "dimension_words"]

Card = tuple[str, str]  # title and body
NO_ANSWER = "No"  # stands where the number would, before the word "answer"


class Section:
    """The page of any method: the number, and the curve if there is one; every page adds degrees, costs, cleaning."""

    kind = "chosen"  # the class of its graphs in the style sheet
    heading = ""  # what the section is called where it stands below another
    control = ""  # the id of the element that sets the numbers
    right: tuple[int, ...] = (0, 2, 4)  # which of the cards after the number stand in the right column

    @property
    def script(self) -> str:
        """What moves the page with its controls."""
        return ""

    def facts(self, selection: Any) -> dict[str, Any]:  # noqa: ARG002 - others look at it
        """Facts of a selection that only this section shows."""
        return {}

    def controls(self, every: Sequence[Facts]) -> str:  # noqa: ARG002
        """What sets the numbers, above the graphs."""
        return ""

    def below(self, every: Sequence[Facts]) -> Sequence[tuple[Section, Sequence[Facts]]]:  # noqa: ARG002
        """The sections that follow on the page, with their facts of the same graphs."""
        return ()

    def state(self, every: Sequence[Facts]) -> dict[str, Any]:  # noqa: ARG002
        """What the script needs to know about the controls."""
        return {}

    def words(self, facts: Facts) -> dict[str, str]:
        """The numbers of the page for a result."""
        return dimension_words(facts, facts["dimension"])

    def steps(self, facts: Facts) -> list[dict[str, str]]:  # noqa: ARG002
        """The numbers of the page at each position of the controls."""
        return []

    def lead(self, facts: Facts, words: Words) -> str:  # noqa: ARG002
        """What stands below the number: the reasons."""
        shown = (line for line in facts["lines"] if line[0] != "note")
        rows = "\n".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in shown)
        return f"<dl>\n{rows}\n</dl>"

    def cards(self, facts: Facts, words: Words) -> list[Card]:  # noqa: ARG002
        """The cards that follow the number, in the order of reading."""
        return [parts.sweep_card(measured(facts), "curve")] if facts["curve"] else []

    def about(self, every: Sequence[Facts]) -> str:
        """What the number can and cannot tell, at the foot of the page."""
        methods = dict.fromkeys(facts["headline"][1] for facts in every)
        return f"<p>Chosen by {escape(', '.join(methods))}.</p>"

    def look(self, every: Sequence[Facts], colours: Mapping[str, str], *, live: bool) -> Look:  # noqa: ARG002
        """Colours and axes that the charts of all graphs share; charts and parameters get it back."""
        return Look(colours, live)

    def charts(self, alt: Any, facts: Facts, look: Any) -> dict[str, Any]:
        """The charts of a graph by their place on the page."""
        return {"curve": scores.chart(alt, facts, measured(facts), look)} if facts["curve"] else {}

    def titles(self, facts: Facts) -> dict[str, str]:
        """The titles of the charts in a picture."""
        return {"curve": measured(facts)["title"]} if facts["curve"] else {}

    def parameters(self, alt: Any, look: Any, *, bound: bool = False) -> list[Any]:  # noqa: ARG002
        """The signals that the charts depend on; `bound` gives each a control of its own."""
        return []


def dimension_words(facts: Facts, dimension: int) -> dict[str, str]:
    """A dimension and what it costs, as the page writes them."""
    costs = row(facts, dimension)
    network = "" if costs["network"] is None else f"{costs['network']:,}"
    return {"dimension": f"{dimension}", "table": size(costs["table"] or 0), "network": network}


def common_cards(facts: Facts, words: Words) -> list[Card]:
    """Costs, degrees and cleaning."""
    return [
        ("What a dimension costs", parts.costs(facts, words)),
        ("Degree distribution", parts.degrees(facts)),
        ("What cleaning changed", parts.cleaning(facts)),
    ]


def measured(facts: Facts) -> dict[str, Any]:
    """The curve of a selection in the shape of a sweep's."""
    curve, as_good = facts["curve"], facts["as_good"]
    points = [{**point, "mean": point["score"]} for point in curve["points"]]
    good = f"From {as_good[0]} to {as_good[1]} it is as good." if as_good else ""
    return {
        "title": f"{curve['score']} by dimension",
        "score": curve["score"],
        "curve": points,
        "smallest": as_good[0] if as_good else None,
        "default": None,
        "percent": False,
        "sentences": [f"{counted(len(points), 'dimension')} measured.", good],
    }
