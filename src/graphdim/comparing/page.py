"""The page of a comparison: the measured number, its curve, the verdict on the user's own, the table of methods.

Below it stands the section of a method that needs no measurement, if there is one: MinGE with its slider.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.report.charts import measured
from graphdim.report.parts import scrolling
from graphdim.report.section import NO_ANSWER, Section
from graphdim.selectors.reporting import report_facts, section_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.comparing.comparison import Comparison
    from graphdim.report.section import Card
    from graphdim.selectors.selection import Selection

    Facts = Mapping[str, Any]
    Words = Mapping[str, str]

__all__ = ["ComparisonSection", "comparison_section", "page_facts"]

TITLE = "How well each dimension predicts what was held out"
ABOUT = (
    "A part of the graph is held out, the rest is factorised once, and every number of dimensions is scored on the part"
    " that was held out; intervals are over the splits. The answer is the smallest dimension within {margin:g} points"
    " of the best; a point is a hundredth of the score. It holds for embeddings by factorisation. Embeddings that are"
    " trained mostly rise and saturate: <code>graphdim sweep</code> measures them."
)
COLUMNS = ("method, and what it looks at", "dimension", "points below the best")


def page_facts(
    comparison: Comparison,
    prior: Selection | None = None,
    *,
    n_features: int | None = None,
    n_classes: int | None = None,
) -> dict[str, Any]:
    """Every fact of the page as plain values; `prior` is shown below the measured answer."""
    facts = comparison.facts
    below = None if prior is None else report_facts(prior, n_features=n_features, n_classes=n_classes)
    return {
        **comparison.summary(),
        "headline": list(comparison.headline()),
        "lines": [list(line) for line in comparison.lines()],
        "degrees": None if facts.degrees is None else [list(one) for one in facts.degrees],
        "n_features": n_features or facts.attributes.n_features,
        "n_classes": n_classes or facts.attributes.n_classes,
        "prior": below,
    }


def comparison_section(prior: Selection | None) -> ComparisonSection:
    """The section of measured answers, with that of a method below it."""
    return ComparisonSection(None if prior is None else section_of(prior))


class ComparisonSection(Section):
    """The page of a measured answer."""

    kind = "measured"
    right = (0, 1)

    def __init__(self, prior: Section | None = None) -> None:
        self.prior = prior

    def below(self, every: Sequence[Facts]) -> Sequence[tuple[Section, Sequence[Facts]]]:
        """The section of the method that was asked before anything was measured."""
        return () if self.prior is None else ((self.prior, [facts["prior"] for facts in every]),)

    def words(self, facts: Facts) -> dict[str, str]:
        """The numbers of the page; "No answer" where no dimension is better than guessing."""
        return {"dimension": NO_ANSWER} if facts["dimension"] is None else super().words(facts)

    def lead(self, facts: Facts, words: Words) -> str:  # noqa: ARG002 - nothing moves
        """The range that is as good, the verdict on the user's own dimensions, and what is known of the graph."""
        lines = {label: sentence for label, sentence in facts["lines"] if label not in ("note", "as good", "best")}
        good = f'<p class="range">{_range(facts)}</p>'
        verdicts = [_verdict(own, lines.pop(str(own["dimension"])), facts) for own in facts["at"]]
        rows = (f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in lines.items())
        return "\n".join([good, *verdicts, "<dl>", *rows, "</dl>"])

    def cards(self, facts: Facts, words: Words) -> list[Card]:  # noqa: ARG002
        """The curve and the methods."""
        own = " The diamonds are dimensions of your own." if facts["at"] else ""
        band = "The band is the range that is as good as the best, the" if facts["as_good"] else "The"
        chart = (
            '<div class="chart" data-chart="measured"></div>\n'
            f'<p class="note">{band} shade along the line is the 95 % interval.'
            f" Each point in colour is the choice of a method; point at it to see which.{own}</p>"
        )
        return [(TITLE, chart), ("Every method on this curve", _table(facts))]

    def about(self, every: Sequence[Facts]) -> str:
        """What was measured, and what it holds for."""
        return f"<p>{ABOUT.format(margin=100 * every[0]['margin'])}</p>"

    def charts(self, alt: Any, facts: Facts, look: Any) -> dict[str, Any]:
        """The measured curve."""
        return {"measured": measured.chart(alt, facts, look)}

    def titles(self, facts: Facts) -> dict[str, str]:  # noqa: ARG002 - the same for every graph
        """The titles of the charts in a picture."""
        return {"measured": TITLE}


def _range(facts: Facts) -> str:
    """The range that is as good, or that there is none, in a sentence."""
    lines = dict(facts["lines"])
    if facts["as_good"] is None:
        return f"<strong>{escape(facts['headline'][0])}</strong>: the best is {escape(lines['best'])}."
    dimensions, _, within = lines["as good"].partition(": ")
    return f"As good: <strong>{dimensions}</strong>, {escape(within)}."


def _verdict(own: Facts, sentence: str, facts: Facts) -> str:
    """What a dimension of the user's own costs; green if it is as good."""
    low, high = facts["as_good"] or (0, 0)
    style = "verdict good" if low <= own["dimension"] <= high else "verdict"
    return f'<p class="{style}"><strong>{own["dimension"]}</strong>: {escape(sentence)}</p>'


def _table(facts: Facts) -> str:
    head = "".join(f'<th scope="col">{title}</th>' for title in COLUMNS)
    is_answered = facts["dimension"] is not None
    body = "".join(_row(choice, is_answered=is_answered) for choice in facts["selections"])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return scrolling(table, "What every method chose")


def _row(choice: Facts, *, is_answered: bool) -> str:
    """One method; below its name what it looks at, and what to know about it. What is below a guess costs nothing."""
    dimension = "–" if choice["dimension"] is None else f"{choice['dimension']:,}"
    has_cost = is_answered and choice["deficit"] is not None
    below = f"{100 * choice['deficit']:.1f}" if has_cost else "–"
    said = "; ".join(filter(None, (choice["looks_at"], choice["note"])))
    name = f'{escape(choice["method"])}<br><span class="small">{escape(said)}</span>'
    return f'<tr><th scope="row" class="words">{name}</th><td>{dimension}</td><td>{below}</td></tr>'
