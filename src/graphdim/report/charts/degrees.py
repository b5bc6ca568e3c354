"""The degree distribution, log-log: nodes of each degree; from 32 on, the mean over a bin of degrees."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.report.charts.look import Facts, Look

__all__ = ["chart", "rows"]

HEIGHT = 240
FEW_DECADES = 2.5


def rows(facts: Facts) -> list[dict[str, Any]]:
    """A point for each bin: its middle on the logarithmic axis, and the nodes for each degree in it; none at zero.

    >>> rows({"degrees": [[0, 1, 4], [16, 26, 20]]})
    [{'degree': 20.0, 'nodes': 2.0, 'degrees': '16 to 25', 'count': 20}]
    """
    bins = facts["degrees"] or ()
    whole = _are_whole(facts)
    return [_point(low, high, count, whole=whole) for low, high, count in bins if low > 0]


def _are_whole(facts: Facts) -> bool:
    return all(float(end).is_integer() for low, high, _ in facts["degrees"] for end in (low, high))


def _point(low: float, high: float, count: int, *, whole: bool) -> dict[str, Any]:
    if not whole:
        return {
            "degree": math.sqrt(low) * math.sqrt(high),
            "nodes": count,
            "degrees": f"{low:.4g} to {high:.4g}",
            "count": count,
        }
    last = high - 1
    named = f"{low:,.0f}" if low == last else f"{low:,.0f} to {last:,.0f}"
    return {"degree": math.sqrt(low * last), "nodes": count / (high - low), "degrees": named, "count": count}


def chart(alt: Any, facts: Facts, look: Look) -> Any:
    """Points on two logarithmic axes."""
    whole, points = _are_whole(facts), rows(facts)
    across, up = (_logarithmic(alt, [point[name] for point in points]) for name in ("degree", "nodes"))
    return (
        alt.Chart(alt.Data(values=points))
        .mark_point(filled=True, size=42, opacity=0.8, color=look.colours["accent"])
        .encode(
            x=alt.X("degree:Q", title="degree" if whole else "degree, the sum of weights", **across),
            y=alt.Y("nodes:Q", title="nodes of that degree" if whole else "nodes near that degree", **up),
            tooltip=[alt.Tooltip("degrees:N", title="degree"), alt.Tooltip("count:Q", title="nodes", format=",")],
        )
        .properties(height=HEIGHT, description="number of nodes by degree, both axes logarithmic")
    )


def _logarithmic(alt: Any, values: list[float]) -> dict[str, Any]:
    """An axis with a line at every power of ten, and at 2 and 5 times it where there are few of them."""
    low, high = min(values) / 1.25, max(values) * 1.25
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    few = math.log10(high / low) < FEW_DECADES
    ticks = [factor * 10.0**power for power in powers for factor in ((1, 2, 5) if few else (1,))]
    axis = alt.Axis(values=[tick for tick in ticks if low <= tick <= high], format=",~g", ticks=False)
    return {"scale": alt.Scale(type="log", domain=(low, high), nice=False), "axis": axis}
