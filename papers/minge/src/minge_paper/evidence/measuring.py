"""What measuring gains over other ways to choose, situation by situation, and how far below the best it stays."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.actions import RIVALS, best_constant, lines, shown_to_gain
from minge_paper.evidence.constants import MINGE
from minge_paper.evidence.gains import in_words, interval_in_words, shown, shown_of_families, strictness, ways_by_name
from minge_paper.evidence.judged import FITTED_LINKS, TUNED, Way, curves, ways
from minge_paper.evidence.rows import shown as shown_graph
from minge_paper.markdown import listed, pipes
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minge_paper.evidence.actions import Line
    from minge_paper.results import Results

__all__ = [
    "better_by_families",
    "gains",
    "measured",
    "of_ecv",
    "unanswered",
    "verdict_on_measuring",
    "with_a_fitted_decoder",
]

NAMES = {TUNED: "the tuned constant", MINGE: "MinGE"}
UNDECIDED = "‡"
LEGEND = (
    "**Bold**: shown, each column corrected for its situations; intervals are not corrected. ‡: most races had too few"
    " seeds to decide, so that these gains are nearly those of a grid search; none of them counts as shown."
)


def gains(results: Results) -> str:
    """By how many points a measured dimension scores above each other choice."""
    every = lines(results)
    are_shown = {rival: shown_to_gain(every, rival) for rival in RIVALS}
    tuned, *others = (NAMES.get(rival, rival) for rival in RIVALS)
    head = ["measuring gains", f"over {tuned}", *(f"over {name}" for name in others)]
    return f"{pipes(head, [_cells(line, are_shown) for line in every])}\n\n{_legend(every)}"


def _cells(line: Line, are_shown: Mapping[str, Mapping[str, bool]]) -> list[str]:
    words = {rival: in_words(line.gain_over(rival)) for rival in RIVALS}
    bold = {rival: are_shown[rival].get(line.situation) for rival in RIVALS}
    name = f"{line.situation}{UNDECIDED if line.is_unclear else ''}"
    return [name, *(f"**{words[rival]}**" if bold[rival] else words[rival] for rival in RIVALS)]


def _legend(every: Sequence[Line]) -> str:
    """What the marks mean, and how much of what is shown stays with stricter corrections."""
    known = [{line.situation: over for line in every if (over := line.gain_over(rival))} for rival in RIVALS]
    return f"{LEGEND} {strictness(known, barred=[line.situation for line in every if line.is_unclear])}"


def measured(results: Results) -> str:
    """On which graphs there is one, how far below the best it lies, and how many races gave an answer."""
    head = ["a measured dimension", "graphs", "none on", "regret", "races decided"]
    return pipes(head, map(_measured, lines(results)))


def _measured(line: Line) -> list[str]:
    way = line.way
    if way is None:
        return [line.situation, "0", "", MISSING, MISSING]
    n_races, n_decided = way.races
    decided = f"{n_decided} of {n_races}" if n_races else MISSING
    regret = f"{number(way.mean)}{interval_in_words(way)}"
    return [
        line.situation,
        str(len(way.points)),
        listed(map(shown_graph, line.missed)) if line.missed else "",
        regret,
        decided,
    ]


def unanswered(results: Results) -> str:
    """Where measuring is advised and has no answer, so that its gain is over the other graphs."""
    advised = [line for line in lines(results) if line.way and line.missed and not line.taken]
    missed = [f"{line.situation}: without {listed(map(shown_graph, line.missed))}" for line in advised]
    return f" ({'; '.join(missed)}, where measuring gives no answer)" if missed else ""


def verdict_on_measuring(results: Results) -> str:
    """In how many situations a measured dimension is shown to do better than other choices; empty if none is known."""
    every = lines(results)
    if not any(line.gain_over(TUNED) for line in every):
        return ""
    by_rival = {rival: sum(shown_to_gain(every, rival).values()) for rival in RIVALS}
    others = listed(f"{NAMES.get(rival, rival)} in {n or 'none'}" for rival, n in by_rival.items() if rival != TUNED)
    n_beaten = by_rival[TUNED]
    beats = (
        f"is shown to beat such a constant in {n_beaten}" if n_beaten else "is not shown to beat such a constant either"
    )
    return f"A dimension that graphdim measures on the graph {beats}; it is shown to beat {others}."


def better_by_families(results: Results) -> str:
    """In how many situations measuring still is shown to be better if related graphs count as one."""
    every = lines(results)
    usual, left = (
        sum(sum(shown_to_gain(every, rival, test).values()) for rival in RIVALS) for test in (shown, shown_of_families)
    )
    return f"measuring to be better in {left or 'none'} instead of {usual}" if usual else ""


def with_a_fitted_decoder(results: Results) -> str:
    """What choices cost if links are scored as those of other embeddings are, and as they are, on the same graphs."""
    fitted = {way.name: way for way in ways(results, FITTED_LINKS)} if curves(results, FITTED_LINKS) else {}
    signed = ways_by_name(results, "Spectral embedding, links")
    if not fitted.keys() & signed.keys():
        return "not measured yet"
    names = {"always 128": "128 dimensions", "always 256": "256", MINGE: "MinGE's choice", "cv": "a measured dimension"}
    best = best_constant(fitted)
    names.setdefault(best, best.removeprefix("always "))
    costs = [
        f"{words} {number(fitted[name].mean)} (before {number(_mean_over(signed[name], fitted[name]))})"
        for name, words in names.items()
        if name in fitted.keys() & signed.keys()
    ]
    return f"over {counted(len(fitted[best].points), 'graph')}, {listed(costs)}"


def of_ecv(results: Results) -> str:
    """The regret of `ecv` on links by a spectral embedding."""
    way = ways_by_name(results, "Spectral embedding, links").get("ecv")
    return f"{number(way.mean)}{interval_in_words(way)}" if way else "not measured yet"


def _mean_over(way: Way, other: Way) -> float:
    """The mean of one way over the graphs of another."""
    return fmean(way.points[graph] for graph in way.points.keys() & other.points.keys())
