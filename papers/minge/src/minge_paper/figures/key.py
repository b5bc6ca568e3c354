"""The key to the marks of a figure, in one line: each mark as it is drawn, with its name.

A legend of Vega shows all its marks in one shape; here a line is a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.report.charts.look import PAPER

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["draw_key"]

SIGN, POINT, LETTER = 26, 8, 5.7  # pixels of a line or band, of a point, and of a letter beside it
HEIGHT = 12


def draw_key(alt: Any, marks: Mapping[str, Any]) -> Any:
    """Rules and points by name, as charts without data."""
    layers, left = [], 0.0
    for name, mark in marks.items():
        layers += _named(alt, name, mark, left)
        left += _width(mark) + LETTER * len(name) + 28
    return alt.layer(*layers).properties(width=left, height=HEIGHT, view=alt.ViewConfig(stroke=None))


def _named(alt: Any, name: str, mark: Any, left: float) -> list[Any]:
    width = _width(mark)
    words = alt.Chart(alt.Data(values=[{"text": name}])).mark_text(
        align="left", baseline="middle", fontSize=11, color=PAPER["muted"]
    )
    ends = {"x": left, "x2": left + width} if width == SIGN else {"x": left + width / 2}
    middle = alt.value(HEIGHT / 2)
    return [
        mark.encode(y=middle, **{end: alt.value(place) for end, place in ends.items()}),
        words.encode(text="text:N", x=alt.value(left + width + 6), y=middle),
    ]


def _width(mark: Any) -> int:
    return SIGN if mark.mark["type"] == "rule" else POINT
