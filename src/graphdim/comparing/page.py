"""The page of a comparison: the measured number, its curve, the verdict on the user's own, the table of methods."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.report.charts import measured
from graphdim.report.section import Section, common_cards, degree_chart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.comparing.comparison import Comparison
    from graphdim.report.section import Card

    Facts = Mapping[str, Any]
    Words = Mapping[str, str]

__all__ = ["ComparisonSection", "page_facts"]

TITLE = "How well each dimension predicts what was held out"
ABOUT = (
    "A part of the graph is held out, the rest is factorised once, and every number of dimensions is scored on the part"
    " that was held out; intervals are over the splits. The answer is the smallest dimension within {margin:g} points"
    " of the best. It holds for embeddings by factorisation; embeddings that are trained mostly rise and saturate, and"
    " <code>graphdim sweep</code> measures them."
)


def page_facts(comparison: Comparison) -> dict[str, Any]:
    """Every fact of the page as plain values."""
    facts = comparison.facts
    return {
        **comparison.summary(),
        "headline": list(comparison.headline()),
        "lines": [list(line) for line in comparison.lines()],
        "degrees": None if facts.degrees is None else [list(one) for one in facts.degrees],
        "n_features": facts.attributes.n_features,
        "n_classes": facts.attributes.n_classes,
    }


class ComparisonSection(Section):
    """The page of a measured answer."""

    def cards(self, facts: Facts, words: Words) -> list[Card]:
        """The curve and the methods, then what every page has."""
        chart = (
            '<div class="chart" data-chart="measured"></div>\n'
            "<p class='note'>The band is the range that is as good as the best; each mark is a method's choice.</p>"
        )
        return [(TITLE, chart), ("Every method on this curve", _table(facts)), *common_cards(facts, words)]

    def about(self, every: Sequence[Facts]) -> str:
        """What was measured, and what it holds for."""
        return f"<p>{ABOUT.format(margin=100 * every[0]['margin'])}</p>"

    def charts(self, alt: Any, facts: Facts, look: Any) -> dict[str, Any]:
        """The measured curve and the degrees."""
        return {"measured": measured.chart(alt, facts, look)} | degree_chart(alt, facts, look)

    def titles(self, facts: Facts) -> dict[str, str]:  # noqa: ARG002 - the same for every graph
        """The titles of the charts in a picture."""
        return {"measured": TITLE, "degrees": "Degree distribution"}


def _table(facts: Facts) -> str:
    head = "".join(f'<th scope="col">{title}</th>' for title in ("method", "dimension", "worse by", "looks at"))
    body = "".join(_row(choice) for choice in facts["selections"])
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(choice: Facts) -> str:
    """One method; why it has no answer is told on hovering."""
    dimension = "–" if choice["dimension"] is None else str(choice["dimension"])
    worse = "–" if choice["regret"] is None else f"{100 * choice['regret']:.1f}"
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in (dimension, worse, choice["looks_at"]))
    return f'<tr title="{escape(choice["note"])}"><th scope="row">{escape(choice["method"])}</th>{cells}</tr>'
