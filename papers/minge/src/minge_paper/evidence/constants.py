"""Whether MinGE beats a constant: its choice compared with the tuned constant, always 128 and always 256."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.gains import (
    gain,
    in_words,
    shown,
    shown_of_families,
    strictness,
    ways_by_name,
)
from minge_paper.evidence.judged import FEWEST_GRAPHS, SITUATIONS, TUNED, Way
from minge_paper.markdown import pipes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minge_paper.results import Results

__all__ = ["MINGE", "USUAL", "of_minge", "verdict_on_minge", "worse_by_families"]

USUAL = ("always 128", "always 256")
MINGE = "minge"
METHOD = "MinGE, the method of Luo et al. (IJCAI 2021)"


@dataclass(frozen=True, slots=True)
class Compared:
    """How far MinGE's choice lies below a rival's, graph by graph, and whether that is more than chance explains.

    `of_families`: and still is if related graphs count as one.
    """

    loss: Way
    is_shown: bool
    of_families: bool

    @property
    def is_shown_better(self) -> bool:
        """Whether MinGE is shown to do better."""
        return self.is_shown and self.loss.mean < 0

    @property
    def is_shown_worse(self) -> bool:
        """Whether MinGE is shown to do worse."""
        return self.is_shown and self.loss.mean > 0


def of_minge(results: Results) -> str:
    """By how much MinGE's choice does worse than a constant, or better, in each situation."""
    against = {rival: _compared(results, rival) for rival in (TUNED, *USUAL)}
    if not against[TUNED]:
        return "Nothing is measured yet that MinGE could be judged by."
    head = ["MinGE's regret minus that of", "graphs", f"the {TUNED}", *USUAL]
    lines = [
        [name, str(len(known.loss.points)), *(_cell(against[rival].get(name)) for rival in against)]
        for name, known in against[TUNED].items()
    ]
    return f"{pipes(head, lines)}\n\n{_legend(against.values())}"


def _cell(one: Compared | None) -> str:
    return "–" if one is None else f"**{in_words(one.loss)}**" if one.is_shown else in_words(one.loss)


def _legend(against: Iterable[dict[str, Compared]]) -> str:
    """What bold means, and how much of it stays with stricter corrections."""
    columns = [{name: one.loss for name, one in known.items()} for known in against]
    bold = "**Bold**: shown, each column corrected for its own situations; intervals are not corrected"
    return f"Above zero: MinGE does worse. {bold}. {strictness(columns)}"


def verdict_on_minge(results: Results) -> str:
    """In how many situations MinGE's choice is shown to be better than a constant, or worse."""
    tuned, *usual = (list(_compared(results, rival).values()) for rival in (TUNED, *USUAL))
    if not tuned:
        return f"Nothing is measured yet that {METHOD}, could be judged by."
    better, _ = _counts(tuned)
    beats = f"is {'' if better else 'not '}shown to beat a constant, one dimension that is picked on other graphs"
    of = f"of {counted(len(tuned), 'situation')} (an embedding or a network, for links or for labels)"
    lead = f"{METHOD}, {beats}: {of}, it is shown to be {_shares(tuned)}"
    (first, of_first), *rest = zip(USUAL, map(_shares, usual), strict=True)
    others = "".join(f"; with {rival}, {shares}" for rival, shares in rest)
    return f"{lead}. Compared with {first}, it is shown to be {of_first}{others}."


def worse_by_families(results: Results) -> str:
    """In how many situations MinGE still is shown to be worse than such a constant if related graphs count as one."""
    every = list(_compared(results, TUNED).values())
    worse = [one for one in every if one.is_shown_worse]
    if not worse:
        return ""
    left = sum(one.of_families for one in worse)
    return f"MinGE is shown to be worse than such a constant in {left or 'none'} instead of {len(worse)}"


def _shares(known: Iterable[Compared]) -> str:
    better, worse = _counts(known)
    return f"worse in {worse or 'none'} and better in {better or 'none'}"


def _counts(known: Iterable[Compared]) -> tuple[int, int]:
    """In how many situations MinGE is shown to be better, and in how many worse."""
    every = list(known)
    return sum(one.is_shown_better for one in every), sum(one.is_shown_worse for one in every)


def _compared(results: Results, rival: str) -> dict[str, Compared]:
    """MinGE and a constant, by situation: the test over graphs, with Holm's correction over situations."""
    losses: dict[str, Way] = {}
    for of in SITUATIONS:
        known = ways_by_name(results, of.name)
        loss = gain(known.get(rival), known.get(MINGE))
        if loss and len(loss.points) >= FEWEST_GRAPHS:
            losses[of.name] = loss
    tested = zip(losses.items(), *(test(list(losses.values())) for test in (shown, shown_of_families)), strict=True)
    return {name: Compared(loss, is_shown=one, of_families=also) for (name, loss), one, also in tested}
