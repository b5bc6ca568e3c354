"""The curve of a cut as an altair chart: scores by dimension, and the range that is as good as the uncut rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.report.charts import measured
from graphdim.report.charts.look import PAPER, Look, config

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["chart"]

WIDTH = 400


def chart(facts: Mapping[str, Any], headline: tuple[str, str] | None = None) -> Any:
    """The curve; with a headline, that is its title."""
    alt = require("altair", "drawing charts")
    drawn = measured.chart(alt, _marked(facts), Look(PAPER, live=False)).properties(width=WIDTH)
    if headline is not None:
        answer, how = headline
        drawn = drawn.properties(title=alt.TitleParams(answer, subtitle=how, anchor="start", frame="group"))
    return drawn.configure(**config(PAPER), background="white", padding=20)


def _marked(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts in the shape of a comparison's: the answer and the user's own by how far they lie below the best."""
    scores = {point["dimension"]: point["score"] for point in facts["curve"]}
    best = max(scores, key=scores.__getitem__)

    def mark(dimension: int) -> dict[str, Any]:
        deficit = scores[best] - scores[dimension] if dimension in scores else None
        return {"dimension": dimension, "deficit": deficit, "method": facts["method"], "looks_at": facts["task"]}

    return {
        **facts,
        "best": best,
        "best_score": scores[best],
        "selections": [] if facts["dimension"] is None else [mark(facts["dimension"])],
        "at": [mark(own["dimension"]) for own in facts["at"]],
    }
