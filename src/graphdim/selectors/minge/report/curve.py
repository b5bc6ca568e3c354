r"""The entropy curve: H_g(n) = 2 ln N + h(n) + λ·H_s against n, its zero, and what N alone leaves open.

the line      H_g at the λ of the slider          the dashes   H_f, features alone (λ = 0)
the point     the crossing, with the dimension    the bar      the crossings of all graphs of N nodes
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.selectors.minge.report.axes import ENTROPY

if TYPE_CHECKING:
    from graphdim.selectors.minge.report.axes import EntropyLook, Facts

__all__ = ["chart"]

HEIGHT = 300


def chart(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    """Everything in one frame; the parts that λ moves are filtered or calculated by it."""
    return alt.layer(
        _zero(alt, look),
        _features(alt, facts, look),
        _graph(alt, facts, look),
        *_answer(alt, facts, look),
        _name(alt, facts, look),
    ).properties(height=HEIGHT, description="graph entropy against dimension, falling through zero at the crossing")


def _x(alt: Any, look: EntropyLook, field: str = "dimension:Q") -> Any:
    axis = alt.Axis(grid=False, tickCount=6, format=",~f")
    return alt.X(field, title="dimension n", scale=alt.Scale(domain=look.dimensions, nice=False), axis=axis)


def _y(alt: Any, look: EntropyLook, field: str = "entropy:Q") -> Any:
    scale = alt.Scale(domain=look.entropies, nice=False)
    return alt.Y(field, title=f"graph {ENTROPY}", scale=scale, axis=alt.Axis(domain=False, ticks=False, tickCount=6))


def _points(facts: Facts, look: EntropyLook) -> list[dict[str, float]]:
    """Feature entropy at each dimension on the axis; λ·H_s is added where it is drawn."""
    pairs = facts["pair_entropy"]
    return [
        {"dimension": round(n, 3), "features": round(pairs + dimension_entropy, 6)}
        for n, dimension_entropy in look.dimension_entropy
    ]


def _zero(alt: Any, look: EntropyLook) -> Any:
    return alt.Chart(alt.Data(values=[{"y": 0}])).mark_rule(color=look.colours["muted"]).encode(y="y:Q")


def _features(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    base = alt.Chart(alt.Data(values=_points(facts, look)))
    line = base.mark_line(color=look.colours["muted"], strokeDash=[4, 4], strokeWidth=1.25, clip=True)
    return line.encode(x=_x(alt, look), y=_y(alt, look, "features:Q"))


def _graph(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    added = f"datum.features + structure_weight * {facts['structure_entropy']!r}"
    base = alt.Chart(alt.Data(values=_points(facts, look))).transform_calculate(entropy=added)
    tips = [
        alt.Tooltip("dimension:Q", format=",.1f"),
        alt.Tooltip("entropy:Q", title="graph entropy", format=",.3f"),
        alt.Tooltip("features:Q", title="of which features", format=",.3f"),
    ]
    line = base.mark_line(color=look.colours["accent"], strokeWidth=2.5, clip=True)
    return line.encode(x=_x(alt, look), y=_y(alt, look), tooltip=tips)


def _answer(alt: Any, facts: Facts, look: EntropyLook) -> list[Any]:
    """The bar of bounds, the crossing on it, and the dimension beside it."""
    base = look.selected(alt, facts).encode(y=alt.datum(0))
    tips = [
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("crossing:Q", format=",.2f"),
        alt.Tooltip("low:Q", title="least for this N", format=",.2f"),
        alt.Tooltip("high:Q", title="most for this N", format=",.2f"),
    ]
    here = base.encode(x=_x(alt, look, "crossing:Q"), tooltip=tips)
    bar = base.mark_rule(strokeWidth=7, opacity=0.35, strokeCap="round", color=look.colours["accent"])
    point = here.mark_point(
        filled=True, opacity=1, size=110, color=look.colours["accent"], stroke=look.colours["surface"]
    )
    label = here.mark_text(align="left", dx=8, dy=-15, fontSize=15, fontWeight="bold", color=look.colours["accent"])
    return [bar.encode(x=_x(alt, look, "low:Q"), x2="high:Q", tooltip=tips), point, label.encode(text="dimension:Q")]


def _name(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    """The dashes named below their end, clear of both lines at every λ."""
    last = alt.Chart(alt.Data(values=_points(facts, look)[-1:]))
    name = last.mark_text(align="right", dx=-2, dy=16, text="features alone, λ = 0", color=look.colours["muted"])
    return name.encode(x=_x(alt, look), y=_y(alt, look, "features:Q"))
