"""What all charts of one report share: colours, fonts, and axes that are the same for graphs side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Facts = Mapping[str, Any]

__all__ = ["PAPER", "SCREEN", "Look", "config", "current", "look_at"]

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

# Axes end a little beyond what they show: the furthest zero of all λ, or the one zero of a still picture.
ROOM, BEYOND = 1.06, 1.6


@dataclass(frozen=True, slots=True)
class Look:
    """Colours and axes; `live` when every λ of the slider may be shown, not only the one of the result."""

    colours: Mapping[str, str]
    live: bool
    first: Facts
    excess: Sequence[Sequence[float]]
    dimensions: tuple[float, float]
    entropies: tuple[float, float]
    most_structure: float

    def steps(self, facts: Facts) -> list[Facts]:
        """The steps of λ that the chart may be asked for."""
        return list(facts["steps"]) if self.live else [current(facts)]


def look_at(every: Sequence[Facts], colours: Mapping[str, str], *, live: bool = True) -> Look:
    """Axes that hold every graph of the report at every λ that may be asked for."""
    steps = [(facts, step) for facts in every for step in (facts["steps"] if live else [current(facts)])]
    furthest = (ROOM if live else BEYOND) * max(step["crossing"] for _, step in steps)
    # h(n) is the same for every graph: the table that reaches furthest serves all.
    table = max((facts["excess"] for facts in every), key=lambda points: points[-1][0])
    excess = [point for point in table if point[0] <= furthest]
    highest = max(_graph_entropy(facts, step["structure_weight"], excess[0][1]) for facts, step in steps)
    lowest = min(_graph_entropy(facts, 0, excess[-1][1]) for facts in every)
    margin = (highest - lowest) / 12
    most_structure = max(facts["structure_entropy"] for facts in every)
    return Look(
        colours, live, every[0], excess, (0, furthest), (lowest - 1.5 * margin, highest + margin / 3), most_structure
    )


def current(facts: Facts) -> Facts:
    """The step of λ that the result was asked for."""
    return next(step for step in facts["steps"] if step["structure_weight"] == facts["structure_weight"])


def _graph_entropy(facts: Facts, structure_weight: float, excess: float) -> float:
    """H_g = 2 ln N + h(n) + λ·H_s, with h(n) given."""
    structure = structure_weight * facts["structure_entropy"]
    return float(facts["pair_entropy"] + excess + structure)


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
