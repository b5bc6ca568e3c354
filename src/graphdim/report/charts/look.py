"""What all charts of one report share: colours, fonts, and the dimension that they mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    Facts = Mapping[str, Any]

__all__ = ["PAPER", "SCREEN", "Look", "config"]

# For pictures, on white. Each has a contrast of at least 4.5 to it, the grid apart.
PAPER = {
    "ink": "#1d2129",
    "muted": "#5b6472",
    "grid": "#e3e7ec",
    "accent": "#0b62c4",
    "features": "#a04a00",
    "structure": "#00705a",
    "other": "#7a4fb5",
    "surface": "#ffffff",
}
# For the page, whose style sheet holds them twice, light and dark; the drawings then follow without being redrawn.
SCREEN = {name: f"var(--{name})" for name in PAPER}
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Look:
    """Colours; `live` when a control may move what is shown, which a still picture has not."""

    colours: Mapping[str, str]
    live: bool

    def selected(self, alt: Any, facts: Facts) -> Any:
        """A chart over the selected dimension, to draw a mark with."""
        return alt.Chart(alt.Data(values=[{"dimension": facts["dimension"]}]))


def config(colours: Mapping[str, str]) -> dict[str, Any]:
    """Calm axes: no frame, a faint grid, text that can be read on a phone."""
    text = {"labelFont": FONT, "titleFont": FONT, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    tint = {"labelColor": colours["muted"], "titleColor": colours["muted"]}
    lines = {"gridColor": colours["grid"], "domainColor": colours["muted"], "tickColor": colours["muted"]}
    return {
        "font": FONT,
        "view": {"stroke": None},
        "axis": {**text, **tint, **lines, "labelPadding": 5, "titlePadding": 9, "labelOverlap": True},
        "legend": {**text, **tint, "orient": "bottom", "title": None, "symbolStrokeWidth": 2, "columnPadding": 16},
        "title": {"font": FONT, "subtitleFont": FONT, "fontSize": 14, "color": colours["ink"], "offset": 12}
        | {"subtitleColor": colours["muted"], "subtitleFontSize": 12, "subtitlePadding": 6},
        "text": {"font": FONT, "fontSize": 12, "color": colours["ink"]},
    }
