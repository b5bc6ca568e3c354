"""The first minute of the page: its title, its first sentences, and what to do in which situation."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.actions import best_constant, lines
from minge_paper.evidence.constants import MINGE, verdict_on_minge
from minge_paper.evidence.findings import headline
from minge_paper.evidence.gains import gain, in_words, shown, ways_by_name
from minge_paper.evidence.judged import FEWEST_GRAPHS, TUNED
from minge_paper.evidence.measuring import verdict_on_measuring
from minge_paper.markdown import listed, pipes
from minge_paper.text import number

if TYPE_CHECKING:
    from minge_paper.evidence.actions import Line
    from minge_paper.evidence.judged import Way
    from minge_paper.results import Results

__all__ = ["lead", "minute", "sweeping", "title", "verdicts"]

SPECTRAL, NETWORK = "Spectral embedding, links", "Graph neural network, links"
USUAL = "always 128"
HAVE = {
    "Spectral embedding": "edges alone, or a spectral embedding",
    "ProNE": "ProNE",
    "DeepWalk": "DeepWalk",
    "Graph neural network": "a graph neural network",
}
TASKS = ("links", "labels")
MEANING = """\
A *point* is a hundredth of ROC-AUC for links, of accuracy for labels. A choice *costs* as many points as it scores
below the best dimension, on average over {graphs} (in brackets: in the median). For links by a spectral embedding,
{costs}. Choices were made on whole graphs; [Ways to choose](selectors.md#how-they-do) judges them on edges that they
did not see."""


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


def lead(results: Results) -> str:
    """MinGE and measuring, judged; what the numbers of the title mean, and what other choices cost."""
    if not _has_numbers(results):
        return verdicts(results)
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
    graphs = counted(len(known[USUAL].points), "graph")
    return f"{verdicts(results)}\n\n{MEANING.format(graphs=graphs, costs=listed(costs))}"


def _cost(way: Way) -> str:
    return f"{number(way.mean)} ({number(median(way.points.values()))})"


def verdicts(results: Results) -> str:
    """Whether MinGE and measuring are shown to beat constants."""
    return f"{verdict_on_minge(results)} {verdict_on_measuring(results)}".rstrip()


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
