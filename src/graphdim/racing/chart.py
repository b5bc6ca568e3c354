"""The curve of a race as an altair chart: means with intervals, the margin next to the best, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.racing.panel import side_of
from graphdim.report.charts.look import PAPER, config

if TYPE_CHECKING:
    from collections.abc import Mapping

    Facts = Mapping[str, Any]

__all__ = ["chart"]

WIDTH, HEIGHT = 520, 280
STANDINGS = {"sufficient": "structure", "open": "muted", "worse": "features"}


def chart(facts: Facts, title: tuple[str, str] | None) -> Any:
    """Everything in one frame, below a title that says what it answers."""
    alt = require("altair", "drawing charts")
    layers = alt.layer(*_margin(alt, facts), *_scores(alt, facts), *_answer(alt, facts))
    whole = layers.properties(
        width=WIDTH, height=HEIGHT, description=f"score by dimension, and the margin {side_of(facts)} the best"
    )
    if title is not None:
        answer, how = title
        whole = whole.properties(title=alt.TitleParams(answer, subtitle=how, anchor="start", frame="group"))
    return whole.configure(**config(PAPER), background="white", padding=20)


def _scores(alt: Any, facts: Facts) -> list[Any]:
    """A line through the means; intervals and points coloured by what is known of a dimension."""
    base = alt.Chart(alt.Data(values=facts["curve"])).encode(x=_x(alt))
    colours = alt.Scale(domain=list(STANDINGS), range=[PAPER[name] for name in STANDINGS.values()])
    colour = alt.Color("standing:N", scale=colours)
    tips = [alt.Tooltip("dimension:Q"), alt.Tooltip("seeds:Q")]
    tips += [alt.Tooltip(f"{name}:Q", format=".4f") for name in ("mean", "low", "high")]
    bars = base.transform_filter("datum.low !== null").mark_rule(strokeWidth=2)
    points = base.mark_point(filled=True, opacity=1, size=60)
    return [
        base.mark_line(strokeWidth=1.5, color=PAPER["muted"]).encode(y=_y(alt, "mean:Q")),
        bars.encode(y=_y(alt, "low:Q"), y2="high:Q", color=colour),
        points.encode(y=_y(alt, "mean:Q"), color=colour, tooltip=tips),
    ]


def _margin(alt: Any, facts: Facts) -> list[Any]:
    """The line that a sufficient dimension stays above; below, where the lowest score is the best."""
    side = 1 if side_of(facts) == "above" else -1
    best = [point["mean"] for point in facts["curve"] if point["dimension"] == facts["best"]]
    rows = [{"mean": mean + side * facts["margin"]} for mean in best]
    rule = alt.Chart(alt.Data(values=rows)).mark_rule(strokeDash=[4, 4], color=PAPER["muted"])
    return [rule.encode(y=_y(alt, "mean:Q"))]


def _answer(alt: Any, facts: Facts) -> list[Any]:
    if facts["dimension"] is None:
        return []
    base = alt.Chart(alt.Data(values=[point for point in facts["curve"] if point["dimension"] == facts["dimension"]]))
    label = base.mark_text(dy=-16, fontSize=15, fontWeight="bold", color=PAPER["accent"]).encode(text="dimension:Q")
    return [label.encode(x=_x(alt), y=_y(alt, "mean:Q"))]


def _x(alt: Any) -> Any:
    """Candidates are mostly doubled from one to the next."""
    axis = alt.Axis(grid=False, format=",~f", tickCount=6)
    return alt.X("dimension:Q", title="dimension", scale=alt.Scale(type="log", base=2, padding=12), axis=axis)


def _y(alt: Any, field: str) -> Any:
    axis = alt.Axis(domain=False, ticks=False, tickCount=6)
    return alt.Y(field, title="score", scale=alt.Scale(zero=False, padding=8), axis=axis)
