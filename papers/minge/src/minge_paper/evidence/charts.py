"""The figures of the page: for each, its numbers, and the chart that shows nothing but these numbers.

The numbers need the ledger alone; altair is imported when a chart is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.choices import MODELS
from graphdim.extras import require
from minge_paper.evidence.curve_chart import draw_curves, draw_further
from minge_paper.evidence.curve_points import curve_points, further_points
from minge_paper.evidence.dimension_chart import dimension_points, draw_dimensions
from minge_paper.evidence.judged_chart import draw_judged, judged_points
from minge_paper.evidence.regret import MINGE_RULE, judged_by_all, rules
from minge_paper.evidence.rows import further_rows, paper_rows
from minge_paper.figures import figure2, figure3
from minge_paper.figures.drawing import MINGE, OURS, heading, not_in_the_ledger
from minge_paper.presets import DATASETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from minge_paper.results import Results

    Numbers = list[dict[str, Any]]

__all__ = ["FIGURES", "Figure"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the page: what it is drawn from, and how."""

    numbers: Callable[[Results], Numbers]
    chart: Callable[[Results], Any]
    caption: str


SUBTITLE = "Over the rows in which all of these were trained; four graphs of the paper are too few for intervals"


def regrets(results: Results) -> Numbers:
    """The regret of each rule, on the paper's graphs and on the others, over the rows in which all rules are known."""
    groups = {"the paper's graphs": paper_rows(results), "further graphs": further_rows(results)}
    return [
        {
            "rule": rule.name,
            "graphs": name,
            "points": rule.mean.mean,
            # Regret is not negative, whatever its interval says.
            "low": None if rule.mean.low is None else max(0.0, rule.mean.low),
            "high": rule.mean.high,
        }
        for name, rows in groups.items()
        for rule in rules(judged_by_all(rows))
        if rule.mean
    ]


def draw_regrets(results: Results) -> Any:
    """A dot and its interval for each rule."""
    alt = require("altair", "drawing figures")
    points = regrets(results)
    if not points:
        return not_in_the_ledger(alt).properties(width=600, height=60)
    widest = max(point["high"] or point["points"] for point in points)
    # A wide interval of few graphs is cut at the edge, so that the dots stay apart.
    width = alt.Scale(domain=[0, round(min(2.5 * max(point["points"] for point in points), widest) + 0.1, 1)])
    base = alt.Chart(alt.Data(values=points)).encode(
        y=alt.Y("rule:N", sort=_best_first(points), title=None, axis=_bold_for_minge(alt)),
        yOffset=alt.YOffset("graphs:N", sort="descending"),
        color=alt.Color("graphs:N", title=None, sort="descending", scale=alt.Scale(range=[OURS, "#e0a030"])),
    )
    title = "points below the best dimension (interval over graphs, cut at the edge)"
    lines = base.transform_filter("datum.low !== null").mark_rule(strokeWidth=2, clip=True)
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(x=alt.X("points:Q", title=title, scale=width))
    drawn = lines.encode(x=alt.X("low:Q", title=title, scale=width), x2="high:Q") + dots
    return drawn.properties(
        width=460,
        height=alt.Step(15),
        title=heading(alt, "Regret of each way to choose a dimension", [SUBTITLE]),
    )


def _best_first(points: Numbers) -> list[str]:
    """The rules by what they lose on average over the two groups of graphs."""
    lost: dict[str, list[float]] = {}
    for point in points:
        lost.setdefault(point["rule"], []).append(point["points"])
    return sorted(lost, key=lambda rule: fmean(lost[rule]))


def _bold_for_minge(alt: Any) -> Any:
    is_minge = f"datum.value == '{MINGE_RULE}'"
    weight = alt.condition(is_minge, alt.value("bold"), alt.value("normal"))
    colour = alt.condition(is_minge, alt.value(MINGE), alt.value("#333"))
    return alt.Axis(labelLimit=260, labelFontWeight=weight, labelColor=colour)


def _figure2(results: Results) -> Numbers:
    printed = [point for dataset in DATASETS for model in MODELS for point in figure2.printed(dataset, model)]
    return [*figure2.points(results), *printed]


FIGURES = {
    "dimensions": Figure(dimension_points, draw_dimensions, "What each dimension costs, by embedding and task"),
    "judged_links": Figure(
        lambda results: judged_points(results, "link-prediction"),
        lambda results: draw_judged(results, "link-prediction"),
        "Links: how far each way to choose lies below the best dimension",
    ),
    "judged_labels": Figure(
        lambda results: judged_points(results, "node-classification"),
        lambda results: draw_judged(results, "node-classification"),
        "Labels: how far each way to choose lies below the best dimension",
    ),
    "regret": Figure(regrets, draw_regrets, "Regret of each way to choose a dimension, on average over graphs"),
    "curves_labels": Figure(
        lambda results: curve_points(results, "node-classification"),
        lambda results: draw_curves(results, "node-classification"),
        "Labels: Table 2 as curves, ours and printed",
    ),
    "curves_links": Figure(
        lambda results: curve_points(results, "link-prediction"),
        lambda results: draw_curves(results, "link-prediction"),
        "Links: Table 2 as curves, ours and printed",
    ),
    "figure2": Figure(_figure2, figure2.chart, "Figure 2: accuracy by dimension and training size"),
    "figure3": Figure(figure3.bars, figure3.chart, "Figure 3: time of MinGE, of one training, of the whole grid"),
    "further_labels": Figure(
        lambda results: further_points(results, "node-classification"),
        lambda results: draw_further(results, "node-classification"),
        "Labels: score by dimension on further graphs",
    ),
    "further_links": Figure(
        lambda results: further_points(results, "link-prediction"),
        lambda results: draw_further(results, "link-prediction"),
        "Links: score by dimension on further graphs",
    ),
}
