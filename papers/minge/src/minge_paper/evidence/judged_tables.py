"""The tables of every way to choose: one over all situations, and one for each of them, which unfolds."""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.judged import FEWEST_GRAPHS, GRID, SITUATIONS, Situation, Way, curves, is_rare, n_graphs, ways
from minge_paper.evidence.rows import shown
from minge_paper.markdown import folded, pipes
from minge_paper.text import MISSING, interval, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minge_paper.results import Results

__all__ = ["section"]

BEYOND, UNDECIDED = "†", "‡"


def section(results: Results) -> str:
    """One table over all situations, then a table for each, which unfolds."""
    measured = [of for of in SITUATIONS if curves(results, of)]
    if not measured:
        return "Nothing was embedded yet: missing."
    return "\n\n".join([_overview(results, measured), *(_table(results, of) for of in measured)])


def _overview(results: Results, measured: Sequence[Situation]) -> str:
    """The mean regret of every way in every situation with several graphs; the lowest of each situation in bold."""
    several = [of for of in measured if n_graphs(results, of) >= FEWEST_GRAPHS]
    known = {of: {way.name: way for way in ways(results, of) if way.name != GRID} for of in several}
    ranked = _by_rank(list(known.values()))
    rare = {
        way.name for of, by_name in known.items() for way in by_name.values() if is_rare(way, n_graphs(results, of))
    }
    order = sorted(ranked, key=lambda name: name in rare)
    lowest = {of: number(min(way.mean for way in by_name.values() if way.is_plain)) for of, by_name in known.items()}

    def cell(of: Situation, name: str) -> str:
        way = known[of].get(name)
        if way is None:
            return MISSING
        shown_mean = number(way.mean)
        is_lowest = shown_mean == lowest[of] and way.is_plain
        missed = n_graphs(results, of) - len(way.points)
        return f"{f'**{shown_mean}**' if is_lowest else shown_mean}{_marks(way, missed)}"

    lines = [[_bold_minge(name), *(cell(of, name) for of in several)] for name in order]
    head = [f"{of.name} ({counted(n_graphs(results, of), 'graph')})" for of in several]
    return pipes(["way to choose", *head], lines)


def _by_rank(known: Sequence[Mapping[str, Way]]) -> list[str]:
    """Names by their average place, from 0 for the first to 1 for the last, over the situations that have them."""
    places: dict[str, list[float]] = {}
    for by_name in known:
        for place, name in enumerate(sorted(by_name, key=lambda name: by_name[name].mean)):
            places.setdefault(name, []).append(place / len(by_name))
    return sorted(places, key=lambda name: fmean(places[name]))


def _marks(way: Way, missed: int) -> str:
    """What makes a number hard to compare: choices beyond the curve, races without an answer, graphs without one."""
    mark = BEYOND if way.n_beyond else UNDECIDED if way.is_mostly_undecided else ""
    return f"{mark}{f' (-{missed})' if missed else ''}"


def _table(results: Results, of: Situation) -> str:
    measured, judged = curves(results, of), ways(results, of)
    head = ["way to choose", "graphs", "beyond", "mean [95 %]", "median", "worst", "takes"]
    size = f"{counted(n_graphs(results, of), 'graph')}, {counted(len(measured), 'curve')}"
    return folded(f"{of.name} ({size})", pipes(head, map(_line, judged)))


def _line(way: Way) -> list[str]:
    points = list(way.points.values())
    worst = f"{number(max(points))} ({shown(way.worst)})" if max(points) > 0 else number(max(points))
    spread = f" {interval(*way.interval)}" if way.interval else ""
    mean = f"{number(way.mean)}{spread}"
    beyond = str(way.n_beyond) if way.n_beyond else ""
    n_races, n_decided = way.races
    cost = f"{way.cost}; {n_decided} of {n_races} decided" if n_races else way.cost
    return [_bold_minge(way.name), str(len(points)), beyond, mean, number(median(points)), worst, cost]


def _bold_minge(name: str) -> str:
    return f"**{name}**" if name.startswith("minge") else name
