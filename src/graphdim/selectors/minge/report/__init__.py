"""MinGE's part of the report: the slider for λ, the entropy curve, the balance of entropies, and the bounds.

The numbers at each λ are worded here, once; slider.js sets them and computes nothing.
"""

from __future__ import annotations

import math
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from graphdim.report.section import Section, dimension_words
from graphdim.selectors.minge import SMALL, SMALL_CAVEAT
from graphdim.selectors.minge.report import balance, curve
from graphdim.selectors.minge.report.axes import current, shared_look
from graphdim.selectors.minge.report.slider import steps_of
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Card
    from graphdim.selectors.minge.report.axes import EntropyLook
    from graphdim.selectors.selection import Selection

    Facts = Mapping[str, Any]
    Words = Mapping[str, str]

__all__ = ["EntropySection"]

SLIDER = {"min": 0, "max": 5, "step": 0.05}
TITLES = {"curve": "Graph entropy by dimension", "balance": "Feature and structure entropy"}
HONEST = (
    "MinGE's dimension is a prior, free to compute: it depends almost only on the number of nodes, and the edges move"
    " it only between the two bounds. It does not see the features, the labels, the task or the model, so"
    " it cannot say whether half as many dimensions would serve you as well. That takes a measurement:"
    " <code>graphdim sweep</code> trains on your own graph, at powers of two from 4 to 256 unless told otherwise."
)
METHOD = "MinGE, minimum graph entropy (Luo et al., IJCAI 2021), {variant} variant; graphdim {version}."


class EntropySection(Section):
    """The page of MinGE, whose numbers and charts follow the slider."""

    kind = "entropies"
    heading = "MinGE: what the number of nodes suggests before anything is measured"
    control = "lambda"

    @property
    def script(self) -> str:
        """What moves the page with the slider."""
        return _text("slider.js")

    def facts(self, selection: Selection) -> dict[str, Any]:
        """The selection at every λ of the slider, and h(n)."""
        return steps_of(selection)

    def controls(self, every: Sequence[Facts]) -> str:
        """The slider."""
        return Template(_text("slider.html")).substitute(
            weight=f"{every[0]['structure_weight']:g}",
            dimensions=", ".join(str(facts["dimension"]) for facts in every),
        )

    def state(self, every: Sequence[Facts]) -> dict[str, Any]:
        """Every λ that the slider can be set to."""
        return {"weights": [step["structure_weight"] for step in every[0]["steps"]]}

    def words(self, facts: Facts) -> dict[str, str]:
        """The numbers of the page at the λ of the result."""
        return _words(facts, current(facts))

    def steps(self, facts: Facts) -> list[dict[str, str]]:
        """The numbers of the page at every λ."""
        return [_words(facts, step) for step in facts["steps"]]

    def lead(self, facts: Facts, words: Words) -> str:
        """The reasons, and where the crossing lies between its bounds."""
        lines, n_nodes = dict(facts["lines"]), facts["n_nodes"]
        return Template(_text("lead.html")).substitute(
            words,
            graph=escape(lines["graph"]),
            structure=escape(lines["structure"]),
            nodes=counted(n_nodes, "node"),
            small=_small(n_nodes),
        )

    def cards(self, facts: Facts, words: Words) -> list[Card]:  # noqa: ARG002 - the charts follow λ by themselves
        """The entropy curve and the balance."""
        multiple = f" to a multiple of {facts['multiple_of']}" if facts["multiple_of"] > 1 else ""
        by_dimension = _chart(
            "curve",
            f"MinGE takes the dimension at which the entropy reaches zero, rounded up{multiple}. The bar on the zero"
            " line spans the dimensions that graphs with this number of nodes can get.",
        )
        balanced = _chart(
            "balance",
            "At the selected dimension the features' entropy H<sub>f</sub> cancels λ times the structure's,"
            f" H<sub>s</sub>. The mark is the largest value that is possible with {counted(facts['n_nodes'], 'node')}.",
        )
        return [(TITLES["curve"], by_dimension), (TITLES["balance"], balanced)]

    def about(self, every: Sequence[Facts]) -> str:
        """What MinGE can and cannot tell."""
        method = METHOD.format(variant=every[0]["variant"], version=version("graphdim"))
        return f'<p>{HONEST}</p>\n<p class="small">{method}</p>'

    def look(self, every: Sequence[Facts], colours: Mapping[str, str], *, live: bool) -> EntropyLook:
        """Axes that hold every graph at every λ that may be asked for."""
        return shared_look(every, colours, live=live)

    def charts(self, alt: Any, facts: Facts, look: EntropyLook) -> dict[str, Any]:
        """The entropy curve and the balance."""
        return {"curve": curve.chart(alt, facts, look), "balance": balance.chart(alt, facts, look)}

    def titles(self, facts: Facts) -> dict[str, str]:  # noqa: ARG002 - the same for every graph
        """The titles of the charts in a picture."""
        return TITLES

    def parameters(self, alt: Any, look: EntropyLook, *, bound: bool = False) -> list[Any]:
        """λ: what the slider of the page sets, or a slider of the chart's own."""
        slider = alt.binding_range(**SLIDER, name="λ ") if bound else alt.Undefined
        return [alt.param(name="structure_weight", value=look.structure_weight, bind=slider)]


def _words(facts: Facts, step: Facts) -> dict[str, str]:
    """What one λ changes on the page."""
    low, high = math.ceil(step["low"]), math.ceil(step["high"])
    open_part = step["high"] - step["low"]
    place = 100 * (step["crossing"] - step["low"]) / open_part if open_part else 100
    return dimension_words(facts, step["dimension"]) | {
        "crossing": f"{step['crossing']:.2f}",
        "low": f"{low:,}",
        "high": f"{high:,}",
        "span": f"{low:,} to {high:,}" if low < high else f"{low:,}",
        "place": f"{place:.1f}",
    }


def _chart(place: str, note: str) -> str:
    return f'<div class="chart" data-chart="{place}"></div>\n<p class="note">{note}</p>'


def _text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _small(n_nodes: int) -> str:
    """What a small graph can use, whatever λ says."""
    if n_nodes >= SMALL:
        return ""
    most = f"A graph of {counted(n_nodes, 'node')} can use at most {counted(n_nodes, 'dimension')}."
    return f"{SMALL_CAVEAT.capitalize()}. {most}"
