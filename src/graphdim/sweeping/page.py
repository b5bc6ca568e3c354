"""The page of a sweep: the measured number leads, its curve and costs follow; MinGE's is a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.report.charts import scores
from graphdim.report.parts import sweep_card
from graphdim.report.section import Section

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Card

    Facts = Mapping[str, Any]

__all__ = ["SweepSection", "led"]

ABOUT = (
    "A model was trained at several dimensions with shared seeds; the answer is the smallest that is shown to be at"
    " most the margin below the best. It holds for this model and task. At most 5 % of such answers are wrong by more"
    " than the margin, over all looks and candidates, as long as no dimension is more than about five times as noisy as"
    " another."
)


class SweepSection(Section):
    """The page of what was trained: the curve of the answer is the main chart."""

    def cards(self, facts: Facts, words: Mapping[str, str]) -> list[Card]:  # noqa: ARG002 - nothing moves
        """The curve whose answer leads."""
        return [sweep_card(facts["leading"], "curve")]

    def charts(self, alt: Any, facts: Facts, look: Any) -> dict[str, Any]:
        """The curve whose answer leads."""
        return {"curve": scores.chart(alt, facts, facts["leading"], look)}

    def titles(self, facts: Facts) -> dict[str, str]:
        """Its title in a picture."""
        return {"curve": facts["leading"]["title"]}

    def about(self, every: Sequence[Facts]) -> str:  # noqa: ARG002 - the same for every graph
        """What was measured, and what it holds for."""
        return f"<p>{ABOUT}</p>"


def led(every: Sequence[Facts]) -> list[dict[str, Any]] | None:
    """The facts of graphs with the answer of a sweep in front; None unless each has one, for a page has one section."""
    led_facts = [_led(facts, facts.get("sweeps", ())) for facts in every]
    return [facts for facts in led_facts if facts is not None] if all(led_facts) else None


def _led(facts: Facts, sweeps: Sequence[Facts]) -> dict[str, Any] | None:
    """A graph led by its first sweep with an answer; the other sweeps stay where they are."""
    leading = next((sweep for sweep in sweeps if sweep.get("lead")), None)
    if leading is None:
        return None
    others = [sweep for sweep in sweeps if sweep is not leading]
    return {**facts, **leading["lead"], "curve": None, "leading": leading, "sweeps": others}
