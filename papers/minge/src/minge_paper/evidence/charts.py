"""The figures of the page: for each, its numbers, and the chart that shows nothing but these numbers.

The numbers need the ledger alone; altair is imported when a chart is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.training.definition import MODELS, TASKS
from minge_paper.evidence.judged_chart import draw_judged, judged_points
from minge_paper.evidence.regret import RULES, rules
from minge_paper.evidence.rows import NAMES, further_rows, paper_rows, shown
from minge_paper.figures import figure2, figure3
from minge_paper.figures.drawing import not_in_the_ledger
from minge_paper.presets import DATASETS
from minge_paper.published import printed_scores
from minge_paper.statistics import mean_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results
    from minge_paper.statistics import Mean

    Numbers = list[dict[str, Any]]

__all__ = ["FIGURES", "Figure"]

COLOURS = {"MLP": "#8c8c8c", "GCN": "#2f6fd0", "GAT": "#2a9d5c", "GCNII": "#c8502d"}
ACROSS = 4  # panels
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
        return not_in_the_ledger(alt).properties(width=600, height=60)
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
    """A row of panels for each task, one for each dataset of the paper."""
    alt = require("altair", "drawing figures")
    return _panels(alt, curves(results), "Score by dimension, ours (lines) and printed (dashes)")


def draw_further(results: Results) -> Any:
    """Four panels in a row, one for each task and further graph."""
    alt = require("altair", "drawing figures")
    return _panels(alt, further(results), "Score by dimension on graphs that the paper did not see")


def _panels(alt: Any, points: Numbers, title: str) -> Any:
    """The panels of each task, which share their axes; a row without a training has none."""
    trained = {(point["task"], point["dataset"]) for point in points if point["points"] is not None}
    here = [point for point in points if (point["task"], point["dataset"]) in trained]
    if not here:
        return not_in_the_ledger(alt).properties(width=600, height=60)
    drawn = [alt.hconcat(*(_panel(alt, here, *place) for place in row)) for row in _places(here)]
    how = [
        "Points over the mean of each row, on one scale for each task. Bands: 95 % interval, paired over seeds, cut at",
        "the edge; a line without a band has a single seed. Triangle: the dimension that MinGE selects.",
    ]
    named = alt.TitleParams(title, subtitle=how, anchor="start", fontSize=14)
    return alt.vconcat(*drawn).properties(title=named).configure_axis(labelFontSize=9, titleFontSize=9)


def _places(points: Numbers) -> list[list[tuple[str, str]]]:
    """Tasks and graphs, at most four in a row, and no row with two tasks."""
    rows = []
    for task in TASKS:
        graphs = list(dict.fromkeys(point["dataset"] for point in points if point["task"] == task))
        rows += [[(task, graph) for graph in graphs[start : start + ACROSS]] for start in range(0, len(graphs), ACROSS)]
    return rows


def _panel(alt: Any, points: Numbers, task: str, dataset: str) -> Any:
    of_task = [point for point in points if point["task"] == task]
    here = [point for point in of_task if point["dataset"] == dataset]
    across = alt.Scale(type="log", base=2, domain=[f([p["dimension"] for p in points]) for f in (min, max)])
    axis = alt.Axis(values=[8, 16, 32, 64, 128, 256], format="d")
    base = alt.Chart(alt.Data(values=here)).encode(
        x=alt.X("dimension:Q", title="dimension", scale=across, axis=axis), color=_colour(alt, points)
    )
    measured = base.transform_filter("datum.points !== null")
    dashes = base.transform_filter("datum.printed !== null").mark_line(strokeDash=[3, 3], strokeWidth=1, clip=True)
    band = measured.transform_filter("datum.low !== null").mark_area(opacity=0.15, clip=True)
    height = {"title": "points", "scale": alt.Scale(domain=_domain(of_task))}
    layers = [
        dashes.encode(y=alt.Y("printed:Q", **height)),
        band.encode(y=alt.Y("low:Q", **height), y2="high:Q"),
        measured.mark_line(strokeWidth=1.5).encode(y=alt.Y("points:Q", **height)),
        measured.transform_filter("datum.selected").mark_point(**TRIANGLE).encode(y="points:Q"),
    ]
    words = "node classification" if task == TASKS[0] else "link prediction"
    titled = alt.TitleParams(shown(dataset), subtitle=words, fontSize=11, subtitleFontSize=9)
    return alt.layer(*layers).properties(width=170, height=150, title=titled)


def _domain(here: Numbers) -> list[float]:
    """The means and a quarter more, the same for all panels of a task; a wide band must not flatten the lines."""
    means = [point[name] for point in here for name in ("points", "printed") if point[name] is not None]
    low, high = min(means, default=-1.0), max(means, default=1.0)
    room = max(0.5, (high - low) / 4)
    return [round(low - room, 1), round(high + room, 1)]


def _colour(alt: Any, points: Numbers) -> Any:
    """The same colours in every panel, and one legend for all."""
    here = {point["model"] for point in points}
    used = {model: colour for model, colour in COLOURS.items() if model in here}
    scale = alt.Scale(domain=list(used), range=list(used.values()))
    return alt.Color("model:N", title=None, scale=scale, legend=alt.Legend(orient="top", symbolOpacity=1))


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
