"""The measured curve: scores by dimension on a logarithmic axis, the range that is as good, every method as a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.report.charts.look import Facts, Look

__all__ = ["chart"]

HEIGHT = 300
# The axis spans at least this many points, so that noise does not look like a hill.
LEAST_SPAN = 2.0


def chart(alt: Any, facts: Facts, look: Look) -> Any:
    """The band of the range, the interval, the line, and the marks."""
    x, y = _axes(alt, facts)
    layers = [_range(alt, facts, look, x), *_curve(alt, facts, look, x, y), _marks(alt, facts, look, x, y)]
    says = f"{facts['score']} by dimension; best at {facts['best']}, as good from {facts['as_good'][0]} on"
    return alt.layer(*layers).properties(height=HEIGHT, description=says)


def _axes(alt: Any, facts: Facts) -> tuple[Any, Any]:
    scores = [100 * point["score"] for point in facts["curve"]]
    top, bottom = max(scores), min(*scores, max(scores) - LEAST_SPAN)
    last = facts["curve"][-1]["dimension"]
    powers = [2**octave for octave in range(last.bit_length())]
    x = alt.X(
        "dimension:Q",
        title="dimension",
        scale=alt.Scale(type="log", base=2, domain=(1, last), nice=False),
        axis=alt.Axis(grid=False, values=powers, format=",~f"),
    )
    room = 0.04 * (top - bottom)
    y = alt.Y(
        "score:Q",
        title=f"{facts['score']}, %",
        scale=alt.Scale(domain=(bottom - room, min(top + room, 100)), zero=False, nice=False, clamp=True),
        axis=alt.Axis(domain=False, ticks=False, tickCount=5),
    )
    return x, y


def _range(alt: Any, facts: Facts, look: Look, x: Any) -> Any:
    low, high = facts["as_good"]
    # A single dimension still shows as a band.
    row = {"dimension": low / 1.03, "until": high * 1.03, "says": f"as good: {low} to {high}"}
    band = alt.Chart(alt.Data(values=[row])).mark_rect(opacity=0.14, color=look.colours["accent"], clip=True)
    return band.encode(x=x, x2="until:Q", tooltip=alt.Tooltip("says:N", title="range"))


def _curve(alt: Any, facts: Facts, look: Look, x: Any, y: Any) -> list[Any]:
    rows = [
        {name: point[name] if name == "dimension" else 100 * point[name] for name in point} for point in facts["curve"]
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(x=x)
    interval = base.mark_area(opacity=0.15, color=look.colours["ink"], clip=True)
    tips = [
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("score:Q", title=facts["score"], format=".1f"),
        alt.Tooltip("low:Q", title="95 % from", format=".1f"),
        alt.Tooltip("high:Q", title="to", format=".1f"),
    ]
    line = base.mark_line(strokeWidth=2, color=look.colours["ink"], clip=True).encode(y=y)
    points = base.mark_point(filled=True, size=22, opacity=0.9, color=look.colours["ink"]).encode(y=y, tooltip=tips)
    return [interval.encode(y=alt.Y("low:Q", title=f"{facts['score']}, %"), y2="high:Q"), line, points]


def _marks(alt: Any, facts: Facts, look: Look, x: Any, y: Any) -> Any:
    """Every method that chose a measured dimension, on the curve where it chose."""
    best = 100 * facts["best_score"]
    rows = [
        {
            "dimension": choice["dimension"],
            "score": best - 100 * choice["regret"],
            "method": choice["method"],
            "looks_at": choice["looks_at"],
            "worse": 100 * choice["regret"],
        }
        for choice in facts["selections"]
        if choice["regret"] is not None
    ]
    tips = [
        alt.Tooltip("method:N"),
        alt.Tooltip("looks_at:N", title="looks at"),
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("worse:Q", title="points below the best", format=".1f"),
    ]
    marks = alt.Chart(alt.Data(values=rows)).mark_point(
        filled=True, size=90, opacity=1, stroke=look.colours["surface"], color=look.colours["accent"], clip=True
    )
    return marks.encode(x=x, y=y, tooltip=tips)
