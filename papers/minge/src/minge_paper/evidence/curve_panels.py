"""One panel of score by dimension, the axes that all panels of a figure share, and the key to their marks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from minge_paper.figures.drawing import MINGE, OURS
from minge_paper.figures.key import draw_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Numbers = list[dict[str, Any]]

__all__ = ["Axes", "Panel", "axes_of", "draw_panel", "key_of", "spread"]

WIDTH, HEIGHT = 172, 116
LEFT, ABOVE = -50, -9  # where the names of rows and columns of panels stand
LINE = {"color": OURS, "strokeWidth": 2}
BAND = {"color": OURS, "opacity": 0.18}
SEED = {"color": OURS, "strokeWidth": 1, "opacity": 0.5}
DASHES = {"color": "#777", "strokeWidth": 1.2, "strokeDash": [4, 3]}
# Its tip stands on the line, and the dimension below it stays to be seen.
TRIANGLE = {"shape": "triangle-down", "size": 50, "filled": True, "color": MINGE, "opacity": 1, "yOffset": -6}
HEAD = {"fontSize": 11, "fontWeight": "bold"}


@dataclass(frozen=True, slots=True)
class Panel:
    """One graph and model: what is written above it and to its left, and which axes it carries."""

    points: Numbers
    above: str = ""
    left: str = ""
    is_first: bool = False
    is_lowest: bool = False


@dataclass(frozen=True, slots=True)
class Axes:
    """The ranges that all panels share, and the dimensions that are named."""

    across: tuple[float, float]
    up: tuple[float, float]
    ticks: tuple[int, ...]


def axes_of(points: Numbers) -> Axes:
    """The dimensions, with a tick at every doubling, and the points."""
    dimensions = [point["dimension"] for point in points]
    least, most = min(dimensions), max(dimensions)
    ticks = tuple(least * 2**n for n in range((most // least).bit_length()))
    return Axes((least / 1.12, most * 1.12), _up_to(points), ticks)


def _up_to(points: Numbers) -> tuple[float, float]:
    """All means, and their spread up to a quarter more on either side: it must not flatten the lines."""
    means = [point[name] for point in points for name in ("points", "printed") if point[name] is not None]
    low, high = min(means), max(means)
    least, most = max(0.5, (high - low) / 10), max(0.5, (high - low) / 4)
    every = list(spread(points))
    below, above = low - min(every, default=low), max(every, default=high) - high
    ends = low - min(max(below, least), most), high + min(max(above, least), most)
    return floor(10 * ends[0]) / 10, ceil(10 * ends[1]) / 10


def spread(points: Numbers) -> Iterator[float]:
    """The ends of all bands, and all single seeds."""
    for point in points:
        yield from (each for each in (point["low"], point["high"], *point["seeds"]) if each is not None)


def draw_panel(alt: Any, panel: Panel, axes: Axes) -> Any:
    """Band or thin lines, dashes, line and triangle."""
    x, y = _across(alt, panel, axes), _up(alt, panel, axes)
    base = alt.Chart(alt.Data(values=panel.points)).encode(x=x)
    measured = base.transform_filter("datum.points !== null")
    band = measured.transform_filter("datum.low !== null").mark_area(**BAND, clip=True)
    printed = base.transform_filter("datum.printed !== null").mark_line(**DASHES)
    layers = [
        band.encode(y=y("low:Q"), y2="high:Q"),
        _seeds(alt, panel.points).encode(x=x, y=y("points:Q"), detail="seed:N"),
        printed.encode(y=y("printed:Q")),
        measured.mark_line(**LINE).encode(y=y("points:Q")),
        measured.transform_filter("datum.selected").mark_point(**TRIANGLE).encode(y=y("points:Q")),
        *_words(alt, panel),
    ]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def _seeds(alt: Any, points: Numbers) -> Any:
    """A thin line for each seed of a row with few."""
    scores = [
        {"dimension": point["dimension"], "points": score, "seed": seed}
        for point in points
        for seed, score in enumerate(point["seeds"])
    ]
    return alt.Chart(alt.Data(values=scores)).mark_line(**SEED, clip=True)


def _across(alt: Any, panel: Panel, axes: Axes) -> Any:
    scale = alt.Scale(type="log", base=2, domain=list(axes.across), nice=False)
    shown = {"labels": panel.is_lowest, "ticks": panel.is_lowest, "title": "dimension" if panel.is_lowest else None}
    return alt.X("dimension:Q", scale=scale, axis=alt.Axis(values=list(axes.ticks), format="d", **shown))


def _up(alt: Any, panel: Panel, axes: Axes) -> Callable[..., Any]:
    shown = {"labels": panel.is_first, "ticks": panel.is_first, "title": "points" if panel.is_first else None}
    axis = alt.Axis(tickCount=5, labelExpr="datum.value ? format(datum.value, '+') : '0'", **shown)
    return partial(alt.Y, scale=alt.Scale(domain=list(axes.up), nice=False), axis=axis)


def _words(alt: Any, panel: Panel) -> list[Any]:
    """What stands above the panel and to its left, and in it where there is no line of ours."""
    is_missing = all(point["points"] is None for point in panel.points)
    inside = "no curve in the ledger" if is_missing else ""
    words: list[tuple[str, float, float, dict[str, Any]]] = [
        (panel.above, WIDTH / 2, ABOVE, HEAD),
        (panel.left, LEFT, HEIGHT / 2, {**HEAD, "angle": 270}),
        (inside, WIDTH / 2, HEIGHT / 2, {"color": "#888"}),
    ]
    return [
        _text(alt, text).mark_text(**style).encode(x=alt.value(x), y=alt.value(y))
        for text, x, y, style in words
        if text
    ]


def _text(alt: Any, text: str) -> Any:
    return alt.Chart(alt.Data(values=[{"text": text}])).encode(text="text:N")


def key_of(alt: Any, points: Numbers) -> Any:
    """Every kind of mark that the figure has, with its name."""
    one = alt.Chart(alt.Data(values=[{}]))
    every = {
        "our mean": ("points", one.mark_rule(**LINE)),
        "95 % interval": ("low", one.mark_rule(**BAND, strokeWidth=12)),
        "one seed": ("seeds", one.mark_rule(**SEED)),
        "printed in the paper": ("printed", one.mark_rule(**DASHES)),
        "selected by MinGE": ("selected", one.mark_point(**{**TRIANGLE, "yOffset": 0})),
    }
    has = {
        name: mark
        for name, (field, mark) in every.items()
        if any(point[field] not in (None, [], False) for point in points)
    }
    return draw_key(alt, has)
