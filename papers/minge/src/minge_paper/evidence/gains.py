"""By how much one way to choose lies above another, graph by graph, and whether chance explains it.

Fed by judged.py; the first table (minute.py) and the comparison of MinGE with constants (constants.py) stand on it.
"""

from __future__ import annotations

from itertools import chain
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.judged import Way, situation, ways
from minge_paper.evidence.over_graphs import LEVEL, p_value
from minge_paper.statistics import holm
from minge_paper.text import interval, signed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from minge_paper.results import Results

__all__ = [
    "by_family",
    "difference",
    "gain",
    "in_words",
    "interval_in_words",
    "n_families",
    "shown",
    "shown_of_families",
    "strictness",
    "ways_by_name",
]

# Graphs of one origin; every other graph is a family of its own.
FAMILIES = {
    **dict.fromkeys(("cora", "citeseer", "pubmed"), "citations"),
    **dict.fromkeys(("airport", "air_europe", "air_usa"), "flights"),
    **dict.fromkeys(("amazon_photo", "amazon_computers"), "purchases"),
    **dict.fromkeys(("chameleon_filtered", "squirrel_filtered"), "pages"),
}


def ways_by_name(results: Results, name: str) -> dict[str, Way]:
    """Every way to choose in a situation."""
    return {way.name: way for way in ways(results, situation(name))}


def gain(way: Way | None, other: Way | None) -> Way | None:
    """By how much a way lies above another, if both are known."""
    return difference(way, other) if way and other else None


def difference(way: Way, other: Way) -> Way:
    """By how much a way lies above another, graph by graph."""
    shared = way.points.keys() & other.points.keys()
    return Way("", {graph: other.points[graph] - way.points[graph] for graph in sorted(shared)}, "")


def shown(gaps: Sequence[Way]) -> list[bool]:
    """Which gaps are more than chance explains: the exact test over graphs, with Holm's correction for their number."""
    corrected = holm({place: p_value(gap.points.values()) for place, gap in enumerate(gaps)})
    return [corrected[place] <= LEVEL for place in range(len(gaps))]


def by_family(gap: Way) -> Way:
    """The same with related graphs averaged first, since they are no independent witnesses."""
    families: dict[str, list[float]] = {}
    for graph, points in gap.points.items():
        families.setdefault(FAMILIES.get(graph, graph), []).append(points)
    return Way(gap.name, {family: fmean(points) for family, points in families.items()}, gap.cost)


def shown_of_families(gaps: Sequence[Way]) -> list[bool]:
    """Whether each gap is more than chance explains, and still is if related graphs count as one."""
    return [usual and related for usual, related in zip(shown(gaps), shown(list(map(by_family, gaps))), strict=True)]


def n_families(gaps: Iterable[Way]) -> int:
    """How many families of related graphs the gaps are over."""
    return max((len(by_family(gap).points) for gap in gaps), default=0)


def strictness(columns: Iterable[Mapping[str, Way]], barred: Collection[str] = ()) -> str:
    """How many gaps stay shown if all columns are corrected together, and if related graphs count as one.

    Columns have a gap for each situation; in those that are barred nothing counts as shown.
    """
    tested = [list(column.items()) for column in columns]
    gaps = [gap for column in tested for _, gap in column]
    counts = [name not in barred for column in tested for name, _ in column]
    usual, related = (
        list(chain(*(test([gap for _, gap in column]) for column in tested))) for test in (shown, shown_of_families)
    )
    n_shown, n_strict, n_related = (
        sum(map(all, zip(usual, counts, also, strict=True))) for also in (usual, shown(gaps), related)
    )
    strict = f"corrected for all {counted(len(gaps), 'cell')}, {n_strict} of {n_shown} would be bold"
    families = f"related graphs averaged first ({counted(n_families(gaps), 'family', 'families')})"
    return f"Bold is lenient in two ways: {strict}; with {families}, {n_related} of {n_shown} would be."


def in_words(gap: Way | None) -> str:
    """A gain with its sign and its interval; a dash where nothing is known."""
    return "–" if gap is None or not gap.points else f"{signed(gap.mean)}{interval_in_words(gap)}"


def interval_in_words(way: Way) -> str:
    """The interval, which a narrow column does not break in two; none over few graphs."""
    return f" {interval(*way.interval)}".replace(", ", ",\N{NO-BREAK SPACE}") if way.interval else ""
