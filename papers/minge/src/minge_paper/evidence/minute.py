"""The first minute of the page: its title, its first sentences, and what to do in which situation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.evidence.constants import MINGE, USUAL, verdict_on_minge
from minge_paper.evidence.findings import headline
from minge_paper.evidence.gains import difference, gain, in_words, interval_in_words, shown, ways_by_name
from minge_paper.evidence.judged import FEWEST_GRAPHS, FIXED, RACE, TUNED, Way
from minge_paper.markdown import listed, pipes
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.results import Results

__all__ = ["lead", "measured", "minute", "title"]

SPECTRAL, WALKS, NETWORK = "Spectral embedding, links", "DeepWalk, links", "Graph neural network, labels"
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
        f"Links by a spectral embedding lose {number(factorised['always 128'].mean)} points at 128 dimensions and"
        f" {number(factorised['cv'].mean)} at a measured one; labels by a graph neural network lose"
        f" {number(trained['always 128'].mean)} at 128"
    )


def lead(results: Results) -> str:
    """What the numbers of the title mean, what MinGE and the best constant lose, and whether MinGE beats a constant."""
    if not _has_numbers(results):
        return verdict_on_minge(results)
    known = ways_by_name(results, SPECTRAL)
    best = _best_constant(known)
    graphs = counted(len(known["always 128"].points), "graph")
    others = {MINGE: "MinGE's choice", best: f"the best constant, {best.removeprefix('always ')}"}
    losses = listed(f"{number(known[name].mean)} at {words}" for name, words in others.items() if name in known)
    loss = f"That is compared with the best dimension, on average over {graphs}; the same links lose {losses}"
    return f"{loss}. {verdict_on_minge(results)}"


def _has_numbers(results: Results) -> bool:
    factorised, trained = (ways_by_name(results, name) for name in (SPECTRAL, NETWORK))
    return {"cv", "always 128"} <= factorised.keys() and "always 128" in trained


def _best_constant(known: dict[str, Way]) -> str:
    constants = [name for name in known if name.startswith("always ")]
    return min(constants, key=lambda name: known[name].mean)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the first table: an advice, and every way to choose in its situation."""

    advice: Advice
    known: dict[str, Way]

    @property
    def way(self) -> Way | None:
        """The measured way."""
        return self.known.get(self.advice.way)

    @property
    def gain(self) -> Way | None:
        """What it gains over the tuned constant; None over too few graphs."""
        over = gain(self.way, self.known.get(TUNED))
        return over if over and len(over.points) >= FEWEST_GRAPHS else None


def minute(results: Results) -> str:
    """You have, do this, and what measuring gains over other choices."""
    lines = _lines(results)
    advised = _advised(lines)
    head = [
        "you have",
        "do this",
        "measuring gains over the tuned constant",
        *(f"over {name}" for name in (*USUAL, "MinGE")),
    ]
    return pipes(head, [_cells(line, is_advised=line.advice in advised) for line in lines], left=2)


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


def _advised(lines: Sequence[Line]) -> set[Advice]:
    """Where measuring is shown to gain something over the tuned constant, with Holm's correction over the lines.

    Races without an answer show nothing: their best so far is mostly the dimension that they are measured against.
    """
    gains = {line.advice: line.gain for line in lines if line.gain}
    are_shown = dict(zip(gains, shown(list(gains.values())), strict=True))
    unclear = {line.advice for line in lines if line.way and line.way.is_mostly_undecided}
    return {advice for advice, over in gains.items() if are_shown[advice] and over.mean > 0} - unclear


def _cells(line: Line, *, is_advised: bool) -> list[str]:
    gains = [gain(line.way, line.known.get(name)) for name in (TUNED, *USUAL, MINGE)]
    return [line.advice.have, _action(line, is_advised=is_advised), *map(in_words, gains)]


def _action(line: Line, *, is_advised: bool) -> str:
    """Measure what needs no training where no constant does better; train only where that is shown to gain something.

    Too few graphs to say: measure.
    """
    known = line.known
    best = gain(line.way, known[_best_constant(known)]) if known else None
    if line.gain is None or best is None or (is_advised if line.advice.trains else best.mean > 0):
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
