r"""The balance of entropies: H_f(n) and λ·H_s at the selected dimension, and their sum, which is about zero.

The mark on the bar of the structure is λ·ln N, the most that N nodes allow.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from graphdim.selectors.minge.report.axes import AT_WEIGHT, ENTROPY

if TYPE_CHECKING:
    from graphdim.selectors.minge.report.axes import EntropyLook, Facts

__all__ = ["chart"]

HEIGHT = 190
ROOM_FOR_NUMBERS = 1.3
KINDS = ("features", "structure", "graph")
NAMES = "{features: 'feature entropy', structure: 'λ · structure', graph: 'sum'}[datum.value]"


def chart(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    """Three bars from zero, each with its value."""
    parts = (_bars(alt, facts, look), _most(alt, facts, look), *_values(alt, facts, look))
    says = "Feature entropy, weighted structure entropy and their sum at the selected dimension"
    return alt.layer(*parts).properties(height=HEIGHT, description=says)


def _base(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    """One row for each bar, at the λ of the slider."""
    structure = repr(facts["structure_entropy"])
    rows = [
        {"structure_weight": step["structure_weight"], "features": round(step["feature_entropy"], 6)}
        for step in look.steps(facts)
    ]
    chart = alt.Chart(alt.Data(values=rows)).transform_filter(AT_WEIGHT)
    sums = chart.transform_calculate(structure=f"datum.structure_weight * {structure}").transform_calculate(
        graph="datum.features + datum.structure"
    )
    bars = sums.transform_fold(list(KINDS), as_=["kind", "nats"])
    return bars.encode(
        y=alt.Y("kind:N", sort=list(KINDS), title=None, axis=alt.Axis(domain=False, ticks=False, labelExpr=NAMES)),
        tooltip=[alt.Tooltip("kind:N", title="entropy"), alt.Tooltip("nats:Q", format=",.3f")],
    )


def _x(alt: Any, look: EntropyLook, field: str = "nats:Q") -> Any:
    # The axis holds λ up to 2 unchanged, where bars grow with λ, and grows itself from there on.
    end = f"{ROOM_FOR_NUMBERS * look.most_structure!r} * max(structure_weight, 2)"
    scale = alt.Scale(domain=[{"expr": f"-{end}"}, {"expr": end}], nice=False)
    return alt.X(field, title=ENTROPY, scale=scale, axis=alt.Axis(tickCount=6, format="~f", domain=False, ticks=False))


def _bars(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    colours = [look.colours[name] for name in ("features", "structure", "accent")]
    kind = alt.Color("kind:N", scale=alt.Scale(domain=list(KINDS), range=colours), legend=None)
    return _base(alt, facts, look).mark_bar(size=28, cornerRadiusEnd=3).encode(x=_x(alt, look), color=kind)


def _most(alt: Any, facts: Facts, look: EntropyLook) -> Any:
    most = f"structure_weight * {math.log(facts['n_nodes'])!r}"
    base = _base(alt, facts, look).transform_filter("datum.kind === 'structure'").transform_calculate(most=most)
    return base.mark_tick(size=40, thickness=2, color=look.colours["ink"]).encode(
        x=_x(alt, look, "most:Q"), tooltip=[alt.Tooltip("most:Q", title="the most for this N", format=",.3f")]
    )


def _values(alt: Any, facts: Facts, look: EntropyLook) -> list[Any]:
    """The numbers, beyond the end of their bar."""
    labels = _base(alt, facts, look).encode(x=_x(alt, look), text=alt.Text("nats:Q", format=",.2f"))
    sides = (("datum.nats < 0", "right", -6), ("datum.nats >= 0", "left", 8))
    return [
        labels.transform_filter(side).mark_text(align=align, dx=dx, color=look.colours["ink"])
        for side, align, dx in sides
    ]
