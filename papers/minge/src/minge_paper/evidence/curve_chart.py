"""Score by dimension in small panels on the same axes: one figure for labels and one for links.

The paper's graphs have a row of panels each, with a column for each model; the further graphs follow one another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.choices import TASKS
from graphdim.extras import require
from minge_paper.evidence.curve_panels import Panel, axes_of, draw_panel, key_of, spread
from minge_paper.evidence.curve_points import curve_points, further_points
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.figures.drawing import FEWEST_SEEDS, heading, not_in_the_ledger

if TYPE_CHECKING:
    from minge_paper.evidence.curve_panels import Axes
    from minge_paper.results import Results

    Numbers = list[dict[str, Any]]

__all__ = ["draw_curves", "draw_further"]

ACROSS = 4  # panels
SCORES = {TASKS[0]: "Labels: accuracy by dimension", TASKS[1]: "Links: ROC-AUC by dimension"}


def draw_curves(results: Results, task: str) -> Any:
    """A row of panels for each graph of the paper, a column for each model."""
    alt = require("altair", "drawing figures")
    points = curve_points(results, task)
    trained = [point for point in points if point["points"] is not None]
    graphs = list(dict.fromkeys(point["dataset"] for point in trained))
    models = [name for name in NAMES.values() if any(point["model"] == name for point in trained)]
    panels = [
        Panel(
            _of(points, graph, model),
            above=model if graph == graphs[0] else "",
            left=shown(graph) if model == models[0] else "",
            is_first=model == models[0],
            is_lowest=graph == graphs[-1],
        )
        for graph in graphs
        for model in models
    ]
    return _figure(alt, panels, len(models), f"{SCORES[task]} on the paper's graphs, ours and printed")


def draw_further(results: Results, task: str) -> Any:
    """Four panels in a row, one for each further graph and model."""
    alt = require("altair", "drawing figures")
    points = [point for point in further_points(results, task) if point["points"] is not None]
    places = list(dict.fromkeys((point["dataset"], point["model"]) for point in points))
    models = {model for _, model in places}
    panels = [
        Panel(
            _of(points, graph, model),
            above=shown(graph) if len(models) == 1 else f"{shown(graph)}, {model}",
            is_first=place % ACROSS == 0,
            is_lowest=place + ACROSS >= len(places),
        )
        for place, (graph, model) in enumerate(places)
    ]
    only = f", {models.pop()}" if len(models) == 1 else ""
    return _figure(alt, panels, ACROSS, f"{SCORES[task]} on graphs that the paper did not use{only}")


def _of(points: Numbers, graph: str, model: str) -> Numbers:
    return [point for point in points if (point["dataset"], point["model"]) == (graph, model)]


def _figure(alt: Any, panels: list[Panel], columns: int, title: str) -> Any:
    """Title, key and panels."""
    if not panels:
        return not_in_the_ledger(alt).properties(width=600, height=60)
    points = [point for panel in panels for point in panel.points]
    axes = axes_of(points)
    drawn = [draw_panel(alt, panel, axes) for panel in panels]
    room = {"row": 28 if panels[-1].above else 12, "column": 12}
    grid = alt.concat(*drawn, columns=columns, spacing=room, bounds="flush", align="all")
    named = heading(alt, title, _how(points, axes))
    return alt.vconcat(key_of(alt, points), grid, spacing=30, bounds="flush").properties(title=named)


def _how(points: Numbers, axes: Axes) -> list[str]:
    """The figure in words: what a line, a band and a thin line are, and what is cut."""
    lines = ["Points above or below the mean over the dimensions. All panels have the same axes."]
    if any(point["low"] is not None for point in points):
        lines.append(f"From {FEWEST_SEEDS} seeds on, a band shows the 95 % interval of the mean, paired over seeds.")
    if any(point["seeds"] for point in points):
        few = "With fewer" if len(lines) > 1 else f"With fewer than {FEWEST_SEEDS}"
        lines.append(f"{few} seeds, each seed is a thin line about its own mean.")
    if any(point["points"] is not None and point["low"] is None and not point["seeds"] for point in points):
        lines[-1] += " A thick line alone is a single seed."
    low, high = axes.up
    if any(not low <= each <= high for each in spread(points)):
        lines[0] += " What leaves a panel is cut at the edge."
    return lines
