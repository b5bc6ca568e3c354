"""Facts → altair charts: the entropy curve, the balance of entropies, the degrees, the scores of a sweep.

Each chart is described once and drawn everywhere: on the page, where λ is a signal that the slider sets and colours are
CSS variables; in a notebook, where it brings its own slider; and as a still picture. One file a chart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.report.charts import balance, curve, degrees, scores
from graphdim.report.charts.look import PAPER, SCREEN, Look, config, look_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Facts = Mapping[str, Any]

__all__ = ["SLIDER", "page_charts", "picture"]

PURPOSE = "drawing charts"
SLIDER = {"min": 0, "max": 5, "step": 0.05}
WIDTH, GAP = 400, 30
LABELS = 56  # room for the longest label at the side, so that frames stand in line
TITLES = {
    "curve": "Graph entropy by dimension",
    "balance": "Feature and structure entropy",
    "degrees": "Degree distribution",
}


def page_charts(every: Sequence[Facts]) -> list[dict[str, dict[str, Any]]]:
    """The Vega-Lite specifications of each graph, by the place on the page that takes them."""
    alt = require("altair", PURPOSE)
    look = look_at(every, SCREEN)
    return [
        {place: _for_page(alt, drawn, look) for place, drawn in _charts(alt, facts, look).items()} for facts in every
    ]


def picture(every: Sequence[Facts], *, live: bool = False) -> Any:
    """All charts of one graph, or of several side by side, as one altair chart; `live` gives it a slider for λ."""
    alt = require("altair", PURPOSE)
    look = look_at(every, PAPER, live=live)
    columns = [_column(alt, facts, look) for facts in every]
    whole = alt.hconcat(*columns, spacing=2 * GAP) if len(columns) > 1 else columns[0]
    whole = whole.resolve_scale(color="independent", strokeDash="independent")
    whole = whole.add_params(_weight(alt, look, bound=live))
    return whole.configure(**config(PAPER), axisY={"minExtent": LABELS}, background="white", padding=20)


def _charts(alt: Any, facts: Facts, look: Look) -> dict[str, Any]:
    """What there is to show of a graph, in the order of the page; degrees may have stayed where they are."""
    drawn = {"curve": curve.chart(alt, facts, look), "balance": balance.chart(alt, facts, look)}
    if facts["degrees"] and degrees.rows(facts):
        drawn["degrees"] = degrees.chart(alt, facts, look)
    sweeps = facts.get("sweeps", ())
    return drawn | {f"scores{number}": scores.chart(alt, facts, each, look) for number, each in enumerate(sweeps)}


def _for_page(alt: Any, drawn: Any, look: Look) -> dict[str, Any]:
    whole = drawn.add_params(_weight(alt, look)).properties(width="container")
    specification: dict[str, Any] = whole.configure(**config(SCREEN), background="transparent", padding=2).to_dict()
    return specification


def _column(alt: Any, facts: Facts, look: Look) -> Any:
    titles = TITLES | {f"scores{number}": each["title"] for number, each in enumerate(facts.get("sweeps", ()))}
    charts = [
        drawn.properties(width=WIDTH, title=alt.TitleParams(titles[place], anchor="start", frame="group"))
        for place, drawn in _charts(alt, facts, look).items()
    ]
    answer, how = facts["headline"]
    title = alt.TitleParams(answer, subtitle=[facts["source"], how], fontSize=24, offset=16, anchor="start")
    column = alt.vconcat(*charts, spacing=GAP).resolve_scale(color="independent", strokeDash="independent")
    return column.properties(title=title)


def _weight(alt: Any, look: Look, *, bound: bool = False) -> Any:
    """λ: what the slider of the page sets, or a slider of the chart's own."""
    slider = alt.binding_range(**SLIDER, name="λ ") if bound else alt.Undefined
    return alt.param(name="structure_weight", value=look.first["structure_weight"], bind=slider)
