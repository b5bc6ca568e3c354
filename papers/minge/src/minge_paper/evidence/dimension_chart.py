"""The first picture: what each dimension costs, a panel for each embedding and task, a thin line for each graph.

    cost of a dimension on a graph = mean over its curves of the regret at this dimension, read off between neighbours

Nothing is drawn at dimensions beyond what was measured; the thick line is the mean where every graph has a value.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from minge_paper.evidence.actions import MEASURING
from minge_paper.evidence.constants import MINGE
from minge_paper.evidence.judged import FEWEST_GRAPHS, RACE, SITUATIONS, curves, regrets
from minge_paper.figures import drawing
from minge_paper.figures.key import draw_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from minge_paper.curves import Curve
    from minge_paper.evidence.judged import Situation
    from minge_paper.results import Results

    Numbers = list[dict[str, Any]]

__all__ = ["dimension_points", "draw_dimensions"]

DIMENSIONS = tuple(2**power for power in range(1, 10))
LOWEST = -20.0  # points; what lies below is cut
WIDTH, HEIGHT = 158, 128
TITLE = "What each dimension costs"
SUBTITLE = [
    "Points below the best dimension of each graph. Thin lines are graphs, the thick line is their mean;",
    f"it ends where a graph has too few nodes. What lies {-LOWEST:.0f} points below is cut.",
    "Above zero, seeds disagree about the best dimension.",
]
GRAPH, MEAN, MEASURED, PRIOR = "one graph", "mean over graphs", "measured by compare", "chosen by MinGE"
LINES = {
    GRAPH: {"color": "#9aa7b5", "strokeWidth": 0.8, "opacity": 0.8},
    MEAN: {"color": "#333333", "strokeWidth": 2.5},
}
DOT = {"filled": True, "size": 28, "opacity": 0.9}
POINTS = {
    MEASURED: {**DOT, "color": drawing.OURS},
    PRIOR: {**DOT, "color": drawing.MINGE, "shape": "triangle-down"},
}


def dimension_points(results: Results) -> Numbers:
    """For each situation: the lines of its graphs and of their mean, and what was chosen on each graph."""
    return [point for of in SITUATIONS for point in _points(results, of)]


def _points(results: Results, of: Situation) -> Numbers:
    measured = curves(results, of)
    costs = {dimension: _costs(measured, dimension) for dimension in DIMENSIONS}
    graphs = {curve.dataset for curve in measured}
    if len(graphs) < FEWEST_GRAPHS:
        return []
    marks = [
        *((GRAPH, graph, n, cost) for n, by_graph in costs.items() for graph, cost in by_graph.items()),
        *((MEAN, "", n, fmean(by_graph.values())) for n, by_graph in costs.items() if by_graph.keys() == graphs),
        *((PRIOR, *chosen) for chosen in _chosen(results, measured, MINGE)),
    ]
    way, _ = MEASURING[of.name]
    if way != RACE:
        marks += ((MEASURED, *chosen) for chosen in _chosen(results, measured, way))
    model, _, task = of.name.partition(", ")
    return [
        {"model": model, "task": task, "kind": kind, "graph": graph, "dimension": n, "points": -cost}
        for kind, graph, n, cost in marks
    ]


def _costs(measured: Iterable[Curve], dimension: int) -> dict[str, float]:
    """What a dimension costs on each graph, over the curves that reach it."""
    reaching = [curve for curve in measured if curve.dimensions[0] <= dimension <= curve.dimensions[-1]]
    return regrets(reaching, lambda _: dimension)


def _chosen(results: Results, measured: Sequence[Curve], way: str) -> Iterator[tuple[str, int, float]]:
    """Graph, dimension and cost of what a way chose."""
    for graph, choices in results.choices.items():
        if way in choices and (dimension := choices[way].dimension):
            of_graph = [curve for curve in measured if curve.dataset == graph]
            yield from ((graph, dimension, cost) for cost in _costs(of_graph, dimension).values())


def draw_dimensions(results: Results) -> Any:
    """A row of panels for each task, a column for each embedding."""
    alt = require("altair", "drawing figures")
    points = dimension_points(results)
    if not points:
        return drawing.not_in_the_ledger(alt).properties(width=600, height=60)
    tasks, models = (list(dict.fromkeys(point[name] for point in points)) for name in ("task", "model"))
    rows = [
        alt.hconcat(*(_panel(alt, points, task, model, place) for place, model in enumerate(models)), spacing=8)
        for task in tasks
    ]
    one = alt.Chart(alt.Data(values=[{}]))
    whole = alt.vconcat(draw_key(alt, _marks(one)), *rows, spacing=14)
    return whole.properties(title=drawing.heading(alt, TITLE, SUBTITLE))


def _marks(one: Any) -> dict[str, Any]:
    lines = {name: one.mark_rule(**style) for name, style in LINES.items()}
    return lines | {name: one.mark_point(**style) for name, style in POINTS.items()}


def _panel(alt: Any, points: Numbers, task: str, model: str, place: int) -> Any:
    here = [point for point in points if point["task"] == task and point["model"] == model]
    is_first = place == 0
    up = alt.Axis(title=f"{task}: points" if is_first else None, labels=is_first, ticks=is_first)
    across = alt.Axis(values=list(DIMENSIONS), format="d", title="dimension")
    scale = alt.Scale(type="log", base=2, domain=[DIMENSIONS[0], DIMENSIONS[-1]], nice=False)
    base = alt.Chart(alt.Data(values=here)).encode(
        x=alt.X("dimension:Q", scale=scale, axis=across),
        y=alt.Y("points:Q", scale=alt.Scale(domain=[LOWEST, 2], nice=False), axis=up),
        detail="graph:N",
    )
    layers = [
        _of(base, GRAPH).mark_line(**LINES[GRAPH], clip=True),
        _of(base, MEAN).mark_line(**LINES[MEAN], clip=True),
        _of(base, PRIOR).mark_point(**POINTS[PRIOR], clip=True),
        _of(base, MEASURED).mark_point(**POINTS[MEASURED], clip=True),
    ]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=drawing.panel_title(alt, model))


def _of(base: Any, kind: str) -> Any:
    return base.transform_filter(f"datum.kind === '{kind}'")
