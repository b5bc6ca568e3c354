"""The figures of the page: for each, its numbers, and the chart that shows nothing but these numbers.

The numbers need the ledger alone; altair is imported when a chart is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.training.definition import MODELS, TASKS
from graphdim.training.statistics import mean_of
from minge_paper.evidence.judged_chart import draw_judged, judged_points
from minge_paper.evidence.regret import RULES, rules
from minge_paper.evidence.rows import NAMES, further_rows, paper_rows, shown
from minge_paper.figures import figure2, figure3
from minge_paper.presets import DATASETS
from minge_paper.published import printed_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphdim.training.statistics import Mean
    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

    Numbers = list[dict[str, Any]]

__all__ = ["FIGURES", "Figure"]

COLOURS = {"MLP": "#8c8c8c", "GCN": "#2f6fd0", "GAT": "#2a9d5c", "GCNII": "#c8502d"}
TRIANGLE = {"shape": "triangle-down", "size": 60, "filled": True, "stroke": "black", "strokeWidth": 0.5, "opacity": 1}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the page: what it is drawn from, and how."""

    numbers: Callable[[Results], Numbers]
    chart: Callable[[Results], Any]
    caption: str


def regrets(results: Results) -> Numbers:
    """The regret of each rule, on the paper's graphs and on the others."""
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
        for rule in rules(rows)
        if rule.mean
    ]


def draw_regrets(results: Results) -> Any:
    """A dot and its interval for each rule."""
    alt = require("altair", "drawing figures")
    points = regrets(results)
    if not points:
        return _empty(alt, 600)
    shown_rules = {point["rule"] for point in points}
    names = [name for name in RULES if name in shown_rules]
    base = alt.Chart(alt.Data(values=points)).encode(
        y=alt.Y("rule:N", sort=names, title=None, axis=alt.Axis(labelLimit=260)),
        yOffset=alt.YOffset("graphs:N", sort="descending"),
        color=alt.Color("graphs:N", title=None, sort="descending", scale=alt.Scale(range=["#2f6fd0", "#e07b39"])),
    )
    # A wide interval of few graphs is cut at the edge, so that the dots stay apart.
    width = alt.Scale(domain=[0, round(2.5 * max(point["points"] for point in points) + 0.1, 1)])
    title = "points below the best dimension (interval over graphs, cut at the edge)"
    lines = base.transform_filter("datum.low !== null").mark_rule(strokeWidth=2, clip=True)
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(x=alt.X("points:Q", title=title, scale=width))
    drawn = lines.encode(x=alt.X("low:Q", title=title, scale=width), x2="high:Q") + dots
    return drawn.properties(width=460, height=alt.Step(15), title="Regret of each way to choose a dimension")


def curves(results: Results) -> Numbers:
    """The rows of Table 2, ours and printed, each about its own mean."""
    return [point for row in paper_rows(results) for point in _points(row)]


def further(results: Results) -> Numbers:
    """The rows of the further graphs, each about its own mean."""
    return [point for row in further_rows(results) for point in _points(row)]


def _points(row: Row) -> list[dict[str, Any]]:
    """The score at each dimension minus the mean of the row, seed by seed: what seeds share drops out of the band."""
    printed = printed_scores(row.task, row.dataset, row.model)
    level = fmean(printed.values()) if printed else 0.0
    over = _over_mean(row)
    return [
        {
            "task": row.task,
            "dataset": row.dataset,
            "model": NAMES[row.model],
            "dimension": dimension,
            "points": (mean := over.get(dimension)) and mean.mean,
            "low": mean and mean.low,
            "high": mean and mean.high,
            "printed": printed[dimension] - level if dimension in printed else None,
            "selected": dimension == row.selected,
        }
        for dimension in row.grid
    ]


def _over_mean(row: Row) -> dict[int, Mean]:
    if row.comparison is None:
        return {}
    scores = {dimension: by_seed for dimension, by_seed in row.scores.items() if dimension in row.grid}
    seeds = row.comparison.seeds
    level = {seed: fmean(by_seed[seed] for by_seed in scores.values()) for seed in seeds}
    return {
        dimension: mean_of([by_seed[seed] - level[seed] for seed in seeds]) for dimension, by_seed in scores.items()
    }


def draw_curves(results: Results) -> Any:
    """A panel for each task and dataset of the paper."""
    alt = require("altair", "drawing figures")
    panels = [[(task, dataset) for dataset in DATASETS] for task in TASKS]
    return _panels(alt, curves(results), panels, "Score by dimension, ours (lines) and printed (dashes)")


def draw_further(results: Results) -> Any:
    """A panel for each task and further graph, four in a row."""
    alt = require("altair", "drawing figures")
    points = further(results)
    if not points:
        return _empty(alt, 600)
    places = list(dict.fromkeys((point["task"], point["dataset"]) for point in points))
    rows = [places[start : start + 4] for start in range(0, len(places), 4)]
    return _panels(alt, points, rows, "Score by dimension on graphs that the paper did not see")


def _panels(alt: Any, points: Numbers, rows: list[list[tuple[str, str]]], title: str) -> Any:
    drawn = [alt.hconcat(*(_panel(alt, points, *place) for place in row)) for row in rows]
    how = [
        "Points over the mean of each row. Bands: 95 % interval, paired over seeds, cut at the edge.",
        "Triangle: the dimension that MinGE selects.",
    ]
    named = alt.TitleParams(title, subtitle=how, anchor="start", fontSize=14)
    return alt.vconcat(*drawn).properties(title=named).configure_axis(labelFontSize=9, titleFontSize=9)


def _panel(alt: Any, points: Numbers, task: str, dataset: str) -> Any:
    here = [point for point in points if (point["task"], point["dataset"]) == (task, dataset)]
    base = alt.Chart(alt.Data(values=here)).encode(x=alt.X("dimension:Q", title=None), color=_colour(alt, points))
    measured = base.transform_filter("datum.points !== null")
    dashes = base.transform_filter("datum.printed !== null").mark_line(strokeDash=[3, 3], strokeWidth=1)
    band = measured.transform_filter("datum.low !== null").mark_area(opacity=0.15, clip=True)
    height = alt.Scale(domain=_domain(here))
    layers = [
        dashes.encode(y=alt.Y("printed:Q", title=None, scale=height)),
        band.encode(y=alt.Y("low:Q", title=None, scale=height), y2="high:Q"),
        measured.mark_line(strokeWidth=1.5).encode(y=alt.Y("points:Q", title=None, scale=height)),
        measured.transform_filter("datum.selected").mark_point(**TRIANGLE).encode(y="points:Q"),
    ]
    words = "node classification" if task == TASKS[0] else "link prediction"
    titled = alt.TitleParams(shown(dataset), subtitle=words, fontSize=11, subtitleFontSize=9)
    return alt.layer(*layers).properties(width=190, height=150, title=titled)


def _domain(here: Numbers) -> list[float]:
    """The means and a third more; a wide band of few seeds must not flatten the lines."""
    shown_means = [point[name] for point in here for name in ("points", "printed") if point[name] is not None]
    low, high = min(shown_means, default=-1.0), max(shown_means, default=1.0)
    room = max(0.5, (high - low) / 3)
    return [round(low - room, 1), round(high + room, 1)]


def _colour(alt: Any, points: Numbers) -> Any:
    """The same colours in every panel, and one legend for all."""
    here = {point["model"] for point in points}
    used = {model: colour for model, colour in COLOURS.items() if model in here}
    scale = alt.Scale(domain=list(used), range=list(used.values()))
    return alt.Color("model:N", title=None, scale=scale, legend=alt.Legend(orient="top", symbolOpacity=1))


def _empty(alt: Any, width: int) -> Any:
    data = alt.Data(values=[{"text": "not in the ledger"}])
    return alt.Chart(data).mark_text(color="#888").encode(text="text:N").properties(width=width, height=60)


def _figure2(results: Results) -> Numbers:
    printed = [point for dataset in DATASETS for model in MODELS for point in figure2.printed(dataset, model)]
    return [*figure2.points(results), *printed]


FIGURES = {
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
    "curves": Figure(curves, draw_curves, "Table 2 as curves, ours and printed"),
    "figure2": Figure(_figure2, figure2.chart, "Figure 2: accuracy by dimension and training size"),
    "figure3": Figure(figure3.bars, figure3.chart, "Figure 3: time of MinGE, of one training, of the whole grid"),
    "further": Figure(further, draw_further, "Further graphs: score by dimension"),
}
