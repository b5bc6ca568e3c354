"""The page of a sweep: the measured number leads, its curve and costs follow; MinGE's is a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.report.section import Section, common_cards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Card

    Facts = Mapping[str, Any]

__all__ = ["SweepSection", "led"]

ABOUT = (
    "A model was trained at several dimensions with shared seeds; the answer is the smallest that is shown to be at"
    " most the margin below the best. It holds for this model and task. At most 5 % of such answers are wrong by more"
    " than the margin, over all looks and candidates."
)


class SweepSection(Section):
    """The page of what was trained; the curves follow the cards, as they do on every page."""

    def cards(self, facts: Facts, words: Mapping[str, str]) -> list[Card]:
        """What every page has."""
        return common_cards(facts, words)

    def about(self, every: Sequence[Facts]) -> str:  # noqa: ARG002 - the same for every graph
        """What was measured, and what it holds for."""
        return f"<p>{ABOUT}</p>"


def led(every: Sequence[Facts]) -> list[dict[str, Any]] | None:
    """The facts of graphs with the answer of a sweep in front; None unless each has one, for a page has one section."""
    leads = [[sweep["lead"] for sweep in facts.get("sweeps", ()) if sweep.get("lead")] for facts in every]
    if not all(leads):
        return None
    return [{**facts, **first, "curve": None} for facts, (first, *_) in zip(every, leads, strict=True)]
