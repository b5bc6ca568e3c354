"""The scores of a sweep against dimension, with 95 % intervals, and three dimensions marked.

Marked are the selected one, which follows λ, the default of the model, and the smallest that is as good as the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.report.charts.look import Facts, Look

__all__ = ["MARKS", "chart"]

HEIGHT = 240
MARKS = {"selected": "accent", "default": "other", "smallest sufficient": "structure"}
DASHES = {"selected": [1, 0], "default": [6, 6], "smallest sufficient": [0, 6, 6, 0]}


def chart(alt: Any, facts: Facts, sweep: Facts, look: Look) -> Any:
    """Band, line and points, and a rule for each mark."""
    says = f"{sweep['score']} by dimension: {sweep['title']}"
    x = _x(alt, facts, sweep)
    layers = alt.layer(*_rules(alt, facts, sweep, look, x), *_line(alt, sweep, look, x))
    return layers.properties(height=HEIGHT, description=says)


def _rows(sweep: Facts) -> list[dict[str, Any]]:
    """The curve, in percent unless it says otherwise; a single seed has no interval."""
    names, factor = ("mean", "low", "high"), _factor(sweep)
    return [
        {"dimension": point["dimension"], "seeds": point.get("seeds")}
        | {name: None if point[name] is None else round(factor * point[name], 6) for name in names}
        for point in sweep["curve"]
    ]


def _factor(sweep: Facts) -> int:
    return 100 if sweep.get("percent", True) else 1


def _score(sweep: Facts) -> str:
    """What the vertical axis shows."""
    return f"{sweep['score']}, %" if sweep.get("percent", True) else str(sweep["score"])


def _marked(sweep: Facts) -> dict[str, int]:
    """The dimensions that are marked whatever λ is; an MLP has no default, and few seeds tell no smallest."""
    marks = {"default": sweep["default"], "smallest sufficient": sweep["smallest"]}
    return {mark: number for mark, number in marks.items() if number is not None}


def _line(alt: Any, sweep: Facts, look: Look, x: Any) -> list[Any]:
    base = alt.Chart(alt.Data(values=_rows(sweep))).encode(x=x)
    with_interval = base.transform_filter("datum.low !== null")
    band = with_interval.mark_area(opacity=0.15, color=look.colours["ink"]).encode(
        y=_y(alt, sweep, "low:Q"), y2="high:Q"
    )
    mean = base.encode(y=_y(alt, sweep, "mean:Q"))
    digits = ".1f" if sweep.get("percent", True) else ".4g"
    tips = [
        alt.Tooltip("dimension:Q"),
        alt.Tooltip("mean:Q", title=_score(sweep), format=digits),
        alt.Tooltip("low:Q", title="95 % from", format=digits),
        alt.Tooltip("high:Q", title="to", format=digits),
        alt.Tooltip("seeds:Q"),
    ]
    points = mean.mark_point(filled=True, opacity=1, size=36, color=look.colours["ink"]).encode(tooltip=tips)
    return [band, mean.mark_line(strokeWidth=1.5, color=look.colours["ink"]), points]


def _rules(alt: Any, facts: Facts, sweep: Facts, look: Look, x: Any) -> list[Any]:
    """One rule for each mark; where two fall together, their dashes interlock."""
    rules, names = [], list(_marked(sweep))
    if facts["dimension"] is not None:
        selected = look.selected(alt, facts).transform_calculate(mark="'selected'")
        rules.append(selected.mark_rule(strokeWidth=2.5, clip=True))
        names.insert(0, "selected")
    rows = [{"dimension": number, "mark": mark} for mark, number in _marked(sweep).items()]
    if rows:
        rules.append(alt.Chart(alt.Data(values=rows)).mark_rule(strokeWidth=2.5))
    shown = {"x": x, "color": _colour(alt, names, look), "strokeDash": _dash(alt, names)}
    tips = [alt.Tooltip("mark:N"), alt.Tooltip("dimension:Q")]
    return [rule.encode(**shown, tooltip=tips) for rule in rules]


def _colour(alt: Any, names: list[str], look: Look) -> Any:
    scale = alt.Scale(domain=names, range=[look.colours[MARKS[name]] for name in names])
    return alt.Color("mark:N", scale=scale, legend=alt.Legend(symbolType="stroke", symbolSize=300))


def _dash(alt: Any, names: list[str]) -> Any:
    return alt.StrokeDash("mark:N", scale=alt.Scale(domain=names, range=[DASHES[name] for name in names]))


def _x(alt: Any, facts: Facts, sweep: Facts) -> Any:
    """A logarithmic axis for what was trained and what is marked; a selected dimension beyond it is not drawn."""
    shown = [point["dimension"] for point in sweep["curve"]]
    marked = [*shown, *filter(None, [facts["dimension"]]), *_marked(sweep).values()]
    powers = [2**octave for octave in range(max(marked).bit_length())]
    scale = alt.Scale(type="log", base=2, domain=(0.94 * min(marked), 1.08 * max(marked)), nice=False)
    return alt.X("dimension:Q", title="dimension", scale=scale, axis=alt.Axis(grid=False, values=powers, format=",~f"))


def _y(alt: Any, sweep: Facts, field: str) -> Any:
    axis = alt.Axis(domain=False, ticks=False, tickCount=5)
    return alt.Y(field, title=_score(sweep), scale=alt.Scale(zero=False, padding=8), axis=axis)
