"""Facts → altair charts: those of a method's section, and the scores of sweeps.

Each chart is described once and drawn everywhere: on the page, where a control of the header may set its signals and
colours are CSS variables; in a notebook, where it brings its own controls; and as a still picture. One file per chart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.errors import UnsupportedError
from graphdim.extras import require
from graphdim.report.charts import degrees, scores
from graphdim.report.charts.look import PAPER, SCREEN, Look, config

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Section

    Facts = Mapping[str, Any]

__all__ = ["leading", "page_charts", "picture"]

PURPOSE = "drawing charts"
WIDTH, GAP = 400, 30
ALONE = 520  # the width of a chart that stands alone, in a notebook
LABELS = 56  # room for the longest label at the side, so that frames stand in line


def page_charts(
    every: Sequence[Facts], section: Section, *, with_common: bool = True
) -> list[dict[str, dict[str, Any]]]:
    """The Vega-Lite specifications of each graph, by the place on the page that takes them."""
    alt = require("altair", PURPOSE)
    look = section.look(every, SCREEN, live=True)
    signals = section.parameters(alt, look)
    drawn = [_charts(alt, facts, look, section, with_common=with_common) for facts in every]
    return [{place: _for_page(chart, signals) for place, chart in charts.items()} for charts in drawn]


def picture(every: Sequence[Facts], section: Section, *, live: bool = False) -> Any:
    """All charts of one graph, or of several side by side, as one altair chart; `live` gives it the controls."""
    alt = require("altair", PURPOSE)
    look = section.look(every, PAPER, live=live)
    columns = [_column(alt, facts, look, section) for facts in every]
    whole = alt.hconcat(*columns, spacing=2 * GAP) if len(columns) > 1 else columns[0]
    whole = whole.resolve_scale(color="independent", strokeDash="independent")
    whole = whole.add_params(*section.parameters(alt, look, bound=live))
    return whole.configure(**config(PAPER), axisY={"minExtent": LABELS}, background="white", padding=20)


def leading(facts: Facts, section: Section, *, titled: bool = True) -> Any:
    """The first chart of a graph as an altair chart of its own, with its controls; a title says what it answers."""
    alt = require("altair", PURPOSE)
    look = section.look([facts], PAPER, live=True)
    drawn = next(iter(_charts(alt, facts, look, section).values()), None)
    if drawn is None:
        msg = f"{facts['source']}: there is no chart of this result, as neither scores nor degrees are known"
        raise UnsupportedError(msg)
    if titled:
        drawn = drawn.properties(title=_title(alt, facts))
    whole = drawn.properties(width=ALONE).add_params(*section.parameters(alt, look, bound=True))
    return whole.configure(**config(PAPER), background="white", padding=12)


def _charts(alt: Any, facts: Facts, look: Look, section: Section, *, with_common: bool = True) -> dict[str, Any]:
    """What there is to show of a graph, in the order of the page; the common charts are degrees and sweeps."""
    own = section.charts(alt, facts, look)
    if not with_common:
        return own
    sweeps = enumerate(facts.get("sweeps", ()))
    measured = {f"scores{number}": scores.chart(alt, facts, sweep, look) for number, sweep in sweeps}
    return own | _degree_chart(alt, facts, look) | measured


def _degree_chart(alt: Any, facts: Facts, look: Look) -> dict[str, Any]:
    """The degree distribution, if it is known and a node has a neighbour."""
    known = facts["degrees"] and degrees.rows(facts)
    return {"degrees": degrees.chart(alt, facts, look)} if known else {}


def _for_page(drawn: Any, signals: list[Any]) -> dict[str, Any]:
    whole = drawn.add_params(*signals).properties(width="container")
    specification: dict[str, Any] = whole.configure(**config(SCREEN), background="transparent", padding=2).to_dict()
    return specification


def _column(alt: Any, facts: Facts, look: Look, section: Section) -> Any:
    sweeps = {f"scores{number}": sweep["title"] for number, sweep in enumerate(facts.get("sweeps", ()))}
    titles = section.titles(facts) | {"degrees": "Degree distribution"} | sweeps
    charts = [
        drawn.properties(width=WIDTH, title=alt.TitleParams(titles[place], anchor="start", frame="group"))
        for place, drawn in _charts(alt, facts, look, section).items()
    ]
    column = alt.vconcat(*charts, spacing=GAP).resolve_scale(color="independent", strokeDash="independent")
    return column.properties(title=_title(alt, facts))


def _title(alt: Any, facts: Facts) -> Any:
    answer, how = facts["headline"]
    return alt.TitleParams(answer, subtitle=[facts["source"], how], fontSize=24, offset=16, anchor="start")
