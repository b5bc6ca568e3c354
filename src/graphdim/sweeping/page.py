"""The page of a sweep: the measured number leads, its curve and costs follow; MinGE's is a line.

A sweep without an answer leads as well, since its curve was measured; MinGE's section then stands below it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.report.charts import scores
from graphdim.report.parts import sweep_card
from graphdim.report.section import NO_ANSWER, Section

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
    """The page of what was trained: the curve of the answer is the main chart, and a prior may stand below."""

    def __init__(self, prior: Section | None = None) -> None:
        self.prior = prior

    def below(self, every: Sequence[Facts]) -> Sequence[tuple[Section, Sequence[Facts]]]:
        """What a method without training says, where some sweep has no answer."""
        is_open = any(facts["dimension"] is None for facts in every)
        return ((self.prior, [facts["prior"] for facts in every]),) if self.prior is not None and is_open else ()

    def words(self, facts: Facts) -> dict[str, str]:
        """The numbers of the page, or that there is no answer."""
        return {"dimension": NO_ANSWER} if facts["dimension"] is None else super().words(facts)

    def lead(self, facts: Facts, words: Mapping[str, str]) -> str:
        """The reasons; where there is no answer, first that there is none, and why."""
        reasons = super().lead(facts, words)
        if facts["dimension"] is not None:
            return reasons
        (short, long), why = map(escape, facts["headline"]), escape(facts["why_undecided"])
        verdict = f'<p class="verdict">{why}.</p>\n' if why else ""
        return f'<p class="range"><strong>{short}</strong>: {long}.</p>\n{verdict}{reasons}'

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
    """The facts of graphs with a sweep in front; None unless each has one, for a page has one section."""
    led_facts = [_led(facts, facts.get("sweeps", ())) for facts in every]
    return [facts for facts in led_facts if facts is not None] if all(led_facts) else None


def _led(facts: Facts, sweeps: Sequence[Facts]) -> dict[str, Any] | None:
    """A graph led by its first sweep with an answer, else by its first; the other sweeps stay where they are."""
    trained = [sweep for sweep in sweeps if "lead" in sweep and sweep["curve"]]
    if not trained:
        return None
    leading = next((sweep for sweep in trained if sweep["lead"]["dimension"]), trained[0])
    led_facts = {
        "curve": None,
        "leading": leading,
        "sweeps": [sweep for sweep in sweeps if sweep is not leading],
        "prior": {**facts, "sweeps": []},
        "unmeasured": "",
    }
    return {**facts, **leading["lead"], **led_facts}
