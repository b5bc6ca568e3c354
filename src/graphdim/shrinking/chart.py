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
    best = max(facts["curve"], key=lambda point: point["score"])
    marked = {**facts, "best": best["dimension"], "best_score": best["score"], "selections": []}
    drawn = measured.chart(alt, marked, Look(PAPER, live=False)).properties(width=WIDTH)
    if headline is not None:
        answer, how = headline
        drawn = drawn.properties(title=alt.TitleParams(answer, subtitle=how, anchor="start", frame="group"))
    return drawn.configure(**config(PAPER), background="white", padding=20)
