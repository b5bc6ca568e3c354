"""The first minute of the page: its title, its first sentences, and what to do in which situation."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.evidence.constants import MINGE, USUAL, verdict_on_minge
from minge_paper.evidence.findings import headline
from minge_paper.evidence.gains import difference, gain, in_words, interval_in_words, shown, ways_by_name
from minge_paper.evidence.judged import FEWEST_GRAPHS, FITTED_LINKS, FIXED, RACE, TUNED, Way, curves, ways
from minge_paper.markdown import listed, pipes
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minge_paper.results import Results

__all__ = ["lead", "measured", "minute", "title", "with_a_fitted_decoder"]

SPECTRAL, WALKS, NETWORK = "Spectral embedding, links", "DeepWalk, links", "Graph neural network, labels"
RIVALS = (TUNED, *USUAL, MINGE)
NAMES = {TUNED: "the tuned constant", MINGE: "MinGE"}
ENOUGH = 0.25  # points; a constant so close to the best constant is as good


@dataclass(frozen=True, slots=True)
class Advice:
    """What a reader has, the command that measures, where that was judged, and the way to choose behind it."""

    have: str
    command: str
    situation: str
    way: str

    @property
    def trains(self) -> bool:
        """Whether to measure means to train, which takes longer."""
        return self.way == RACE


ADVICE = (
    Advice("a spectral embedding, to predict links", "graphdim compare edges.csv", SPECTRAL, "cv"),
    Advice(
        "a spectral embedding, to predict labels",
        "graphdim compare edges.csv --labels labels.csv",
        "Spectral embedding, labels",
        ON_LABELS,
    ),
    Advice("ProNE, for links", "graphdim sweep edges.csv --model prone", "ProNE, links", RACE),
    Advice("ProNE, for labels", "graphdim sweep edges.csv --labels labels.csv --model prone", "ProNE, labels", RACE),
    Advice("DeepWalk, for links", "graphdim sweep edges.csv --model deepwalk", WALKS, RACE),
    Advice(
        "DeepWalk, for labels",
        "graphdim sweep edges.csv --labels labels.csv --model deepwalk",
        "DeepWalk, labels",
        RACE,
    ),
    Advice("a GNN for labels", "graphdim sweep edges.csv --labels labels.csv --model gcn", NETWORK, RACE),
    Advice("a GNN for links", "graphdim sweep edges.csv --model gcn", "Graph neural network, links", RACE),
)


def title(results: Results) -> str:
    """One sentence with the numbers that matter most; before they are there, what the paper's rows show."""
    if not _has_numbers(results):
        return headline(results)
    factorised, trained = (ways_by_name(results, name) for name in (SPECTRAL, NETWORK))
    return (
        f"128 dimensions cost a spectral embedding {number(factorised['always 128'].mean)} points on links, a measured"
        f" dimension {number(factorised['cv'].mean)}; they cost a graph neural network"
        f" {number(trained['always 128'].mean)} on labels"
    )


def lead(results: Results) -> str:
    """What the numbers of the title mean, what MinGE and the best constant cost, and what beats a constant."""
    if not _has_numbers(results):
        return verdict_on_minge(results)
    known = ways_by_name(results, SPECTRAL)
    best = _best_constant(known)
    graphs = counted(len(known["always 128"].points), "graph")
    medians = listed(number(median(known[name].points.values())) for name in ("always 128", "cv"))
    others = {MINGE: "MinGE's choice", best: f"the best constant, {best.removeprefix('always ')},"}
    costs = listed(f"{words} costs it {number(known[name].mean)}" for name, words in others.items() if name in known)
    meaning = f"That is compared with the best dimension, on average over {graphs} (in the median {medians}); {costs}"
    return f"{meaning}. {verdict_on_minge(results)} {verdict_on_measuring(results)}".rstrip()


def with_a_fitted_decoder(results: Results) -> str:
    """What choices cost if links are scored as those of other embeddings are, and as they are, on the same graphs."""
    fitted = {way.name: way for way in ways(results, FITTED_LINKS)} if curves(results, FITTED_LINKS) else {}
    signed = ways_by_name(results, SPECTRAL)
    if not fitted.keys() & signed.keys():
        return "not measured yet"
    names = {"always 128": "128 dimensions", "always 256": "256", MINGE: "MinGE's choice", "cv": "a measured dimension"}
    best = _best_constant(fitted)
    names.setdefault(best, best.removeprefix("always "))
    costs = [
        f"{words} {number(fitted[name].mean)} (before {number(_mean_over(signed[name], fitted[name]))})"
        for name, words in names.items()
        if name in fitted.keys() & signed.keys()
    ]
    return f"over {counted(len(fitted[best].points), 'graph')}, {listed(costs)}"


def _mean_over(way: Way, other: Way) -> float:
    """The mean of one way over the graphs of another."""
    return fmean(way.points[graph] for graph in way.points.keys() & other.points.keys())


def verdict_on_measuring(results: Results) -> str:
    """In how many situations a measured dimension is shown to do better than other choices; empty if none is known."""
    lines = _lines(results)
    if not any(line.gain_over(TUNED) for line in lines):
        return ""
    by_rival = {rival: sum(_are_shown(lines, rival).values()) for rival in RIVALS}
    words = listed(f"than {NAMES.get(rival, rival)} in {n or 'none'}" for rival, n in by_rival.items())
    return f"A measured dimension is shown to be better {words}."


def _has_numbers(results: Results) -> bool:
    factorised, trained = (ways_by_name(results, name) for name in (SPECTRAL, NETWORK))
    return {"cv", "always 128"} <= factorised.keys() and "always 128" in trained


def _best_constant(known: dict[str, Way]) -> str:
    constants = [name for name in known if name.startswith("always ")]
    return min(constants, key=lambda name: known[name].mean)


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of the first table: an advice, and every way to choose in its situation."""

    advice: Advice
    known: dict[str, Way]

    @property
    def way(self) -> Way | None:
        """The measured way."""
        return self.known.get(self.advice.way)

    def gain_over(self, rival: str) -> Way | None:
        """What it gains over another way to choose; None over too few graphs."""
        over = gain(self.way, self.known.get(rival))
        return over if over and len(over.points) >= FEWEST_GRAPHS else None

    @property
    def is_unclear(self) -> bool:
        """Whether most races had no answer: their best so far is mostly what they are measured against."""
        return self.way is not None and self.way.is_mostly_undecided


def minute(results: Results) -> str:
    """You have, do this, and what measuring gains over other choices."""
    lines = _lines(results)
    are_shown = {rival: _are_shown(lines, rival) for rival in RIVALS}
    tuned, *others = (NAMES.get(rival, rival) for rival in RIVALS)
    head = ["you have", "do this", f"measuring gains over {tuned}", *(f"over {name}" for name in others)]
    return pipes(head, [_cells(line, are_shown) for line in lines], left=2)


def measured(results: Results) -> str:
    """Behind the first table: on how many graphs, and how far below the best a measured dimension is."""
    head = ["you have", "graphs", "measured: below the best", "races decided"]
    return pipes(head, [_measured(line) for line in _lines(results)])


def _lines(results: Results) -> list[Line]:
    return [Line(advice, ways_by_name(results, advice.situation)) for advice in ADVICE]


def _measured(line: Line) -> list[str]:
    way = line.way
    if way is None:
        return [line.advice.have, "0", MISSING, MISSING]
    n_races, n_decided = way.races
    decided = f"{n_decided} of {n_races}" if n_races else MISSING
    return [line.advice.have, str(len(way.points)), f"{number(way.mean)}{interval_in_words(way)}", decided]


def _are_shown(lines: Sequence[Line], rival: str) -> dict[Advice, bool]:
    """Where measuring is shown to gain something over another choice, with Holm's correction over the lines."""
    gains = {line: over for line in lines if (over := line.gain_over(rival))}
    corrected = zip(gains.items(), shown(list(gains.values())), strict=True)
    return {line.advice: is_shown and over.mean > 0 and not line.is_unclear for (line, over), is_shown in corrected}


def _cells(line: Line, are_shown: Mapping[str, Mapping[Advice, bool]]) -> list[str]:
    gains = {rival: in_words(gain(line.way, line.known.get(rival))) for rival in RIVALS}
    cells = [f"**{words}**" if are_shown[rival].get(line.advice) else words for rival, words in gains.items()]
    return [line.advice.have, _action(line, is_advised=are_shown[TUNED].get(line.advice, False)), *cells]


def _action(line: Line, *, is_advised: bool) -> str:
    """Measure what needs no training where no constant does better; train only where that is shown to gain something.

    Too few graphs to say: measure.
    """
    known = line.known
    best = gain(line.way, known[_best_constant(known)]) if known else None
    if line.gain_over(TUNED) is None or best is None or (is_advised if line.advice.trains else best.mean > 0):
        return f"measure: `{line.advice.command}`"
    constant = known[_smallest_enough(known)]
    return f"take {constant.name.removeprefix('always ')} ({number(constant.mean)} below the best)"


def _smallest_enough(known: dict[str, Way]) -> str:
    """The smallest constant that is at most a quarter of a point worse than the best, and not shown to be worse."""
    best = _best_constant(known)
    others = [name for dimension in FIXED if (name := f"always {dimension}") != best]
    losses = [difference(known[best], known[name]) for name in others]
    compared = zip(others, losses, shown(losses), strict=True)
    worse = {name for name, loss, is_shown in compared if loss.mean > ENOUGH or (is_shown and loss.mean > 0)}
    return next(name for dimension in FIXED if (name := f"always {dimension}") not in worse)
