"""Every way to choose as a dot with its interval: one figure for links and one for labels, a panel for each model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.words import counted
from minge_paper.evidence.judged import FEWEST_GRAPHS, GRID, RACE, SITUATIONS, TUNED, is_rare, n_graphs, ways
from minge_paper.figures.drawing import MINGE, OURS, heading, not_in_the_ledger, panel_title

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["draw_judged", "judged_points"]

EDGES = (-1.0, 20.0)  # points; what lies beyond is drawn at the edge
KINDS = ("MinGE", "measured", "fixed", "other selectors")
SUBTITLE = [
    "Mean over graphs and 95 % interval, the best on average first; the axis is wider near zero, and cut at the edges.",
    "Hollow: races, which are favoured where undecided, and choices beyond what was measured or missing on a graph.",
    "Ways without an answer on many graphs stand last.",
]
COLOURS = (MINGE, OURS, "#8c8c8c", "#b9c4d0")
MEASURED = ("cv", "cv on labels", "ecv", RACE)


def judged_points(results: Results, task: str) -> list[dict[str, Any]]:
    """The mean regret and its interval of every way, by panel; a situation with one or two graphs has none."""
    points = []
    for of in SITUATIONS:
        graphs = n_graphs(results, of)
        if of.task != task or graphs < FEWEST_GRAPHS:
            continue
        for way in ways(results, of):
            if way.name != GRID:
                low, high = way.interval or (None, None)
                model = of.name.partition(",")[0]
                point = {"way": way.name, "model": model, "points": way.mean, "low": low, "high": high}
                is_plain = way.is_plain and len(way.points) == graphs
                marks = {"kind": _kind(way.name), "is_plain": is_plain, "is_rare": is_rare(way, graphs)}
                points.append({**point, **marks, "graphs": graphs})
    return points


def _kind(name: str) -> str:
    if name.startswith("minge"):
        return KINDS[0]
    return KINDS[1] if name in MEASURED else KINDS[2] if name.startswith("always") or name == TUNED else KINDS[3]


def draw_judged(results: Results, task: str) -> Any:
    """Panels side by side with one list of ways, the best on average first."""
    alt = require("altair", "drawing figures")
    points = judged_points(results, task)
    if not points:
        return not_in_the_ledger(alt).properties(width=600, height=60)
    means: dict[str, list[float]] = {}
    for point in points:
        means.setdefault(point["way"], []).append(min(point["points"], EDGES[1]))
    rare = {point["way"] for point in points if point["is_rare"]}
    order = sorted(means, key=lambda way: (way in rare, sum(means[way]) / len(means[way])))
    models = list(dict.fromkeys(point["model"] for point in points))
    drawn = [_panel(alt, points, model, order, first=model == models[0]) for model in models]
    words = "links: ROC-AUC" if task == "link-prediction" else "labels: accuracy"
    named = heading(alt, f"Points below the best dimension, {words}", SUBTITLE)
    return alt.hconcat(*drawn, spacing=8).properties(title=named)


def _panel(alt: Any, points: list[dict[str, Any]], model: str, order: list[str], *, first: bool) -> Any:
    here = [point for point in points if point["model"] == model]
    axis = alt.Axis(labelLimit=150) if first else None
    base = alt.Chart(alt.Data(values=here)).encode(
        y=alt.Y("way:N", sort=order, title=None, axis=axis, scale=alt.Scale(domain=order)),
        color=alt.Color("kind:N", scale=alt.Scale(domain=list(KINDS), range=list(COLOURS))),
    )
    across = alt.Scale(type="symlog", constant=1, domain=list(EDGES), clamp=True)
    ticks = alt.Axis(values=[0, 1, 2, 5, 10, 20], format="d", title="points below the best")
    lines = (
        base.transform_filter("datum.low !== null")
        .mark_rule(strokeWidth=2)
        .encode(x=alt.X("low:Q", scale=across, axis=ticks), x2="high:Q")
    )
    at = alt.X("points:Q", scale=across, axis=ticks)
    full = base.transform_filter("datum.is_plain").mark_point(filled=True, size=55, opacity=1).encode(x=at)
    hollow = base.transform_filter("!datum.is_plain").mark_point(fill="white", size=45, opacity=1).encode(x=at)
    title = panel_title(alt, model, counted(here[0]["graphs"], "graph"))
    return (lines + full + hollow).properties(width=150, height=alt.Step(15), title=title)
