"""What all figures share: the look, seeds of a band, the specification, what stands where the ledger holds nothing.

The look is that of graphdim's own pictures, in letters for small panels.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from graphdim.report.charts.look import PAPER, config

if TYPE_CHECKING:
    from collections.abc import Callable

    from minge_paper.results import Results

__all__ = ["FEWEST_SEEDS", "MINGE", "OURS", "heading", "not_in_the_ledger", "panel_title", "specification"]

FEWEST_SEEDS = 5  # of a band: with fewer, an interval is many times wider than the seeds themselves
MINGE, OURS = "#c8502d", "#2f6fd0"
SMALL, BODY, HEAD = 10, 11, 14  # sizes of letters


def specification(chart: Callable[[Results], Any], results: Results) -> dict[str, Any]:
    """The Vega-Lite specification of a chart."""
    with warnings.catch_warnings():
        # One choice of training size for all panels is meant; altair warns that it made one of many.
        warnings.filterwarnings("ignore", message="Automatically deduplicated", category=UserWarning)
        drawn: dict[str, Any] = chart(results).to_dict()
    return {**drawn, "config": _look()}


def _look() -> dict[str, Any]:
    usual = config(PAPER)
    letters: dict[str, dict[str, Any]] = {
        "axis": {"labelFontSize": SMALL, "titleFontSize": SMALL, "labelPadding": 3, "titlePadding": 6},
        "legend": {"labelFontSize": BODY, "titleFontSize": BODY, "labelLimit": 300},
        "title": {"fontSize": BODY, "offset": 7},
        "view": {"stroke": PAPER["grid"]},
    }
    return {**usual, **{part: {**usual[part], **changed} for part, changed in letters.items()}}


def heading(alt: Any, title: str, how: list[str]) -> Any:
    """The title of a figure, and how to read it."""
    sizes = {"fontSize": HEAD, "subtitleFontSize": BODY, "subtitleLineHeight": HEAD}
    return alt.TitleParams(title, subtitle=how, anchor="start", offset=HEAD, **sizes)


def panel_title(alt: Any, title: str, *below: str) -> Any:
    """The title of one panel, and a line below it."""
    under: dict[str, Any] = {"subtitle": list(below), "subtitleFontSize": SMALL, "subtitlePadding": 2} if below else {}
    return alt.TitleParams(title, **under)


def not_in_the_ledger(alt: Any) -> Any:
    """These words as a chart."""
    data = alt.Data(values=[{"text": "not in the ledger"}])
    return alt.Chart(data).mark_text(color="#888").encode(text="text:N")
