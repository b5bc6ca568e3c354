"""The measured curve: scores by dimension on a logarithmic axis, the range that is as good, every method as a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.report.charts.look import Facts, Look

__all__ = ["chart"]

HEIGHT = 320
# The axis spans at least this many points, so that noise does not look like a hill.
LEAST_SPAN = 2.0


def chart(alt: Any, facts: Facts, look: Look) -> Any:
    """The band of the range, the interval, the line, the methods' choices, the user's own, and the answer."""
    x, y = _axes(alt, facts)
    layers = [
        *_range(alt, facts, look, x),
        *_curve(alt, facts, look, x, y),
        _methods(alt, facts, look).encode(x=x, y=y),
        _own(alt, facts, look).encode(x=x, y=y),
        *(label.encode(x=x, y=y) for label in _labels(alt, facts, look)),
    ]
    good = "as good from {} to {}".format(*facts["as_good"]) if facts["as_good"] else "no better than guessing"
    says = f"{facts['score']} by dimension; best at {facts['best']}, {good}"
    return alt.layer(*layers).properties(height=HEIGHT, description=says)


def _axes(alt: Any, facts: Facts) -> tuple[Any, Any]:
    scores = [100 * point["score"] for point in facts["curve"]]
    top, bottom = max(scores), min(*scores, max(scores) - LEAST_SPAN)
    last = facts["curve"][-1]["dimension"]
    powers = [2**octave for octave in range(last.bit_length())]
    x = alt.X(
        "dimension:Q",
        title="dimension",
        scale=alt.Scale(type="log", base=2, domain=(0.94, 1.08 * last), nice=False),
        axis=alt.Axis(grid=False, values=powers, format=",~f"),
    )
    room = 0.06 * (top - bottom)
    y = alt.Y(
        "score:Q",
        title=f"{facts['score']}, %",
        scale=alt.Scale(domain=(bottom - room, top + 2.5 * room), zero=False, nice=False, clamp=True),
        axis=alt.Axis(domain=False, ticks=False, tickCount=5),
    )
    return x, y


def _range(alt: Any, facts: Facts, look: Look, x: Any) -> list[Any]:
    """The band of the range that is as good, if there is one."""
    if facts["as_good"] is None:
        return []
    low, high = facts["as_good"]
    # A single dimension still shows as a band.
    row = {"dimension": low / 1.03, "until": high * 1.03, "says": f"{low} to {high}"}
    band = alt.Chart(alt.Data(values=[row])).mark_rect(opacity=0.14, color=look.colours["accent"], clip=True)
    return [band.encode(x=x, x2="until:Q", tooltip=alt.Tooltip("says:N", title="as good"))]


def _curve(alt: Any, facts: Facts, look: Look, x: Any, y: Any) -> list[Any]:
    rows = [
        {"dimension": point["dimension"]}
        | {name: None if point[name] is None else 100 * point[name] for name in ("score", "low", "high")}
        for point in facts["curve"]
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(x=x)
    interval = base.mark_area(opacity=0.15, color=look.colours["ink"], clip=True)
    tips = [
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("score:Q", title=f"{facts['score']}, %", format=".1f"),
        alt.Tooltip("low:Q", title="95 % from", format=".1f"),
        alt.Tooltip("high:Q", title="to", format=".1f"),
    ]
    line = base.mark_line(strokeWidth=2, color=look.colours["ink"], clip=True).encode(y=y)
    points = base.mark_point(filled=True, size=22, opacity=0.9, color=look.colours["ink"]).encode(y=y, tooltip=tips)
    return [interval.encode(y=alt.Y("low:Q", title=f"{facts['score']}, %"), y2="high:Q"), line, points]


def _methods(alt: Any, facts: Facts, look: Look) -> Any:
    """Every dimension that some method chose, on the curve; methods that agree share a mark."""
    tips = [
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("methods:N", title="chosen by"),
        alt.Tooltip("looks:N", title="looks at"),
        alt.Tooltip("below:Q", title="points below the best", format=".1f"),
    ]
    marks = alt.Chart(alt.Data(values=_chosen(facts))).mark_point(
        filled=True, size=95, opacity=1, stroke=look.colours["surface"], color=look.colours["accent"], clip=True
    )
    return marks.encode(tooltip=tips)


def _chosen(facts: Facts) -> list[dict[str, Any]]:
    by_dimension: dict[int, list[Facts]] = {}
    for choice in facts["selections"]:
        if choice["deficit"] is not None:
            by_dimension.setdefault(choice["dimension"], []).append(choice)
    return [
        _place(facts, chosen[0])
        | {
            "methods": ", ".join(choice["method"] for choice in chosen),
            "looks": "; ".join(dict.fromkeys(choice["looks_at"] for choice in chosen)),
        }
        for chosen in by_dimension.values()
    ]


def _own(alt: Any, facts: Facts, look: Look) -> Any:
    """The user's own dimensions."""
    tips = [
        alt.Tooltip("dimension:Q", title="your own"),
        alt.Tooltip("below:Q", title="points below the best", format=".1f"),
    ]
    marks = alt.Chart(alt.Data(values=_places(facts, facts["at"]))).mark_point(
        shape="diamond", filled=True, size=170, opacity=1, color=look.colours["features"]
    )
    return marks.encode(tooltip=tips)


def _labels(alt: Any, facts: Facts, look: Look) -> list[Any]:
    """The answer in figures above the curve, and the user's own below it."""
    answer = [choice for choice in facts["selections"] if choice["method"] == facts["method"]]
    shown = (("accent", 20, -16, answer), ("features", 14, 20, facts["at"]))
    halo = {"stroke": look.colours["surface"], "strokeWidth": 5, "strokeJoin": "round"}  # the curve may run below
    return [
        alt.Chart(alt.Data(values=_places(facts, choices)))
        .mark_text(dy=up, fontSize=font, fontWeight="bold", color=look.colours[colour], **around)
        .encode(text=alt.Text("dimension:Q", format=",d"))
        for colour, font, up, choices in shown
        for around in (halo, {})
    ]


def _places(facts: Facts, choices: Iterable[Facts]) -> list[dict[str, Any]]:
    return [_place(facts, choice) for choice in choices if choice["deficit"] is not None]


def _place(facts: Facts, choice: Facts) -> dict[str, Any]:
    """Where a choice lies on the curve, in points."""
    below = 100 * choice["deficit"]
    return {"dimension": choice["dimension"], "score": 100 * facts["best_score"] - below, "below": below}
