"""Axes of the entropy charts, the same for graphs side by side, and the λ that they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim.report.charts.look import Look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Facts = Mapping[str, Any]

__all__ = ["AT_WEIGHT", "ENTROPY", "EntropyLook", "current", "shared_look"]

AT_WEIGHT = "datum.structure_weight === structure_weight"
ENTROPY = "entropy, nats"
# Axes end a little beyond what they show: the furthest zero of all λ, or the one zero of a still picture.
ROOM, BEYOND = 1.06, 1.6


@dataclass(frozen=True, slots=True)
class EntropyLook(Look):
    """Colours and axes; `live` when every λ of the slider may be shown, not only the one of the result."""

    structure_weight: float
    dimension_entropy: Sequence[Sequence[float]]
    dimensions: tuple[float, float]
    entropies: tuple[float, float]
    most_structure: float

    def steps(self, facts: Facts) -> list[Facts]:
        """The steps of λ that the chart may be asked for."""
        return list(facts["steps"]) if self.live else [current(facts)]

    def selected(self, alt: Any, facts: Facts) -> Any:
        """A chart over the selected dimension, which follows λ."""
        return alt.Chart(alt.Data(values=self.steps(facts))).transform_filter(AT_WEIGHT)


def shared_look(every: Sequence[Facts], colours: Mapping[str, str], *, live: bool = True) -> EntropyLook:
    """Axes that hold every graph of the report at every λ that may be asked for."""
    steps = [(facts, step) for facts in every for step in (facts["steps"] if live else [current(facts)])]
    furthest = (ROOM if live else BEYOND) * max(step["crossing"] for _, step in steps)
    # h(n) is the same for every graph: the table that reaches furthest serves all.
    table = max((facts["dimension_entropy"] for facts in every), key=lambda points: points[-1][0])
    dimension_entropy = [point for point in table if point[0] <= furthest]
    highest = max(_graph_entropy(facts, step["structure_weight"], dimension_entropy[0][1]) for facts, step in steps)
    lowest = min(_graph_entropy(facts, 0, dimension_entropy[-1][1]) for facts in every)
    margin = (highest - lowest) / 12
    return EntropyLook(
        colours,
        live,
        structure_weight=every[0]["structure_weight"],
        dimension_entropy=dimension_entropy,
        dimensions=(0, furthest),
        entropies=(lowest - 1.5 * margin, highest + margin / 3),
        most_structure=max(facts["structure_entropy"] for facts in every),
    )


def current(facts: Facts) -> Facts:
    """The step of λ that the result was asked for."""
    return next(step for step in facts["steps"] if step["structure_weight"] == facts["structure_weight"])


def _graph_entropy(facts: Facts, structure_weight: float, dimension_entropy: float) -> float:
    """H_g = 2 ln N + h(n) + λ·H_s, with h(n) given."""
    structure = structure_weight * facts["structure_entropy"]
    return float(facts["pair_entropy"] + dimension_entropy + structure)
