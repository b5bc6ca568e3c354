"""The first minute of the page: its title, its first sentences, and what to do in which situation."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.actions import best_constant, lines
from minge_paper.evidence.constants import MINGE, verdict_on_minge, worse_by_families
from minge_paper.evidence.findings import headline
from minge_paper.evidence.gains import gain, in_words, n_families, shown, ways_by_name
from minge_paper.evidence.judged import FEWEST_GRAPHS, TUNED
from minge_paper.evidence.measuring import better_by_families, verdict_on_measuring
from minge_paper.markdown import listed, pipes
from minge_paper.text import number

if TYPE_CHECKING:
    from minge_paper.evidence.actions import Line
    from minge_paper.evidence.judged import Way
    from minge_paper.results import Results

__all__ = ["meaning", "minute", "stricter", "sweeping", "title", "verdicts"]

SPECTRAL, NETWORK = "Spectral embedding, links", "Graph neural network, links"
USUAL = "always 128"
HAVE = {
    "Spectral embedding": "edges, for a spectral embedding",
    "ProNE": "ProNE",
    "DeepWalk": "DeepWalk",
    "Graph neural network": "a graph neural network",
}
TASKS = ("links", "labels")
STRICTER = "The tests take graphs as independent. If related ones count as one ({n}), {stricter}."
MEANING = """\
For links by a spectral embedding, {costs}: on average over {graphs}, in brackets in the median. These choices were made
on whole graphs; [on edges that they did not see](selectors.md#how-they-do), 128 dimensions cost 7.5, MinGE's choice
5.3, always 16 costs 1.0 and a measured dimension 0.5. A spectral embedding here is that of the adjacency normalised by
degrees; with another matrix, 128 [may cost far less, or more](factorise.md#another-matrix)."""


def title(results: Results) -> str:
    """One sentence with the numbers that matter most; before they are there, what the paper's rows show."""
    if not _has_numbers(results):
        return headline(results)
    factorised, trained = (ways_by_name(results, name) for name in (SPECTRAL, NETWORK))
    return (
        f"On links, 128 dimensions cost a spectral embedding {number(factorised[USUAL].mean)} points and a graph neural"
        f" network {number(trained[USUAL].mean)}; a measured dimension costs the spectral embedding"
        f" {number(factorised['cv'].mean)}"
    )


def meaning(results: Results) -> str:
    """What common choices, the best constant and measuring cost where the dimension matters most."""
    if not _has_numbers(results):
        return "Nothing is measured yet that choices could be judged by."
    known = ways_by_name(results, SPECTRAL)
    constant = best_constant(known)
    names = {
        USUAL: "128 dimensions cost",
        "always 256": "256 cost",
        MINGE: "MinGE's choice costs",
        constant: f"the best constant, {constant.removeprefix('always ')}, costs",
        "cv": "a measured dimension costs",
    }
    costs = [f"{words} {_cost(known[name])}" for name, words in names.items() if name in known]
    return MEANING.format(graphs=counted(len(known[USUAL].points), "graph"), costs=listed(costs))


def _cost(way: Way) -> str:
    return f"{number(way.mean)} ({number(median(way.points.values()))})"


def verdicts(results: Results) -> str:
    """Whether MinGE and measuring are shown to beat constants."""
    return f"{verdict_on_minge(results)} {verdict_on_measuring(results)}".rstrip()


def stricter(results: Results) -> str:
    """What is left of what is shown if related graphs count as one; empty where nothing is shown."""
    left = [words for words in (worse_by_families(results), better_by_families(results)) if words]
    n = counted(n_families(ways_by_name(results, SPECTRAL).values()), "family", "families")
    return STRICTER.format(n=n, stricter=listed(left)) if left else ""


def _has_numbers(results: Results) -> bool:
    factorised, trained = (ways_by_name(results, name) for name in (SPECTRAL, NETWORK))
    return {"cv", USUAL} <= factorised.keys() and USUAL in trained


def minute(results: Results) -> str:
    """You have, do this, and what it gains over always 128, for links and for labels."""
    by_name = {line.situation: line for line in lines(results)}
    gained = {name: over for name, line in by_name.items() if (over := _gained(line))}
    are_shown = dict(zip(gained, shown(list(gained.values())), strict=True))
    head = ["you have", *(f"for {task}" for task in TASKS), *(f"gains on {task}" for task in TASKS)]
    rows = []
    for model, have in HAVE.items():
        names = [f"{model}, {task}" for task in TASKS]
        words = {name: in_words(gained.get(name)) for name in names}
        numbers = [f"**{words[name]}**" if are_shown.get(name) else words[name] for name in names]
        rows.append([have, *(by_name[name].action for name in names), *numbers])
    return pipes(head, rows, left=1 + len(TASKS))


def _gained(line: Line) -> Way | None:
    """What the advice gains over always 128; None over too few graphs, and where it is 128."""
    over = gain(line.advised, line.known.get(USUAL))
    is_other = line.advised and line.advised.name != USUAL
    return over if over and is_other and len(over.points) >= FEWEST_GRAPHS else None


def sweeping(results: Results) -> str:
    """What the best sweep gains where a constant is advised."""
    gained = [over.mean for line in lines(results) if line.trains and line.taken and (over := line.gain_over(TUNED))]
    return f"at most {number(max(gained))} points" if gained else "something that is not measured yet"
