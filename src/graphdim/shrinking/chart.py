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


def chart(facts: Mapping[str, Any], headline: tuple[str, str]) -> Any:
    """The curve with its title."""
    alt = require("altair", "drawing charts")
    best = max(facts["curve"], key=lambda point: point["score"])
    drawn = measured.chart(
        alt,
        {**facts, "best": best["dimension"], "best_score": best["score"], "selections": []},
        Look(PAPER, live=False),
    )
    answer, how = headline
    title = alt.TitleParams(answer, subtitle=how, anchor="start", frame="group")
    return drawn.properties(width=WIDTH, title=title).configure(**config(PAPER), background="white", padding=20)
