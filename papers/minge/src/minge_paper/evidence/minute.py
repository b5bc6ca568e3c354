"""The first minute of the page: its title, what to do in which situation, and whether MinGE beats a constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.evidence.findings import headline
from minge_paper.evidence.judged import FEWEST_GRAPHS, FIXED, RACE, SITUATIONS, TUNED, Way, situation, ways
from minge_paper.evidence.over_graphs import LEVEL, p_value
from minge_paper.markdown import pipes
from minge_paper.statistics import holm
from minge_paper.text import interval, number, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minge_paper.results import Results

__all__ = ["minute", "of_minge", "title", "verdict_on_minge"]

USUAL = ("always 128", "always 256")
MINGE = "minge"
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
    factorised, trained = (_named(results, name) for name in (SPECTRAL, NETWORK))
    if not {"cv", "always 128"} <= factorised.keys() or "always 128" not in trained:
        return headline(results)
    best = _best_constant(factorised)
    others = {MINGE: "MinGE's choice"} | ({} if best == "always 128" else {best: best.removeprefix("always ")})
    losses = [f", {number(factorised[name].mean)} at {words}" for name, words in others.items() if name in factorised]
    return (
        f"Compared with the best dimension, a spectral embedding for links loses"
        f" {number(factorised['always 128'].mean)} points at 128 dimensions on average over"
        f" {len(factorised['always 128'].points)} graphs{''.join(losses)} and {number(factorised['cv'].mean)} at a"
        f" measured one; a graph neural network for labels loses {number(trained['always 128'].mean)} at 128"
    )


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
        gain = _gain(self.way, self.known.get(TUNED))
        return gain if gain and len(gain.points) >= FEWEST_GRAPHS else None


def minute(results: Results) -> str:
    """You have, do this, how far below the best a measured dimension is, and what it gains over other choices."""
    lines = [Line(advice, _named(results, advice.situation)) for advice in ADVICE]
    shown = _shown(lines)
    gains = [f"gains over {name}" for name in ("the tuned constant", *USUAL, "MinGE")]
    head = ["you have", "do this", "graphs", "measured: below the best", *gains]
    return pipes(head, [_cells(line, is_shown=line.advice in shown) for line in lines], left=2)


def _shown(lines: Sequence[Line]) -> set[Advice]:
    """Where measuring is shown to gain something over the tuned constant, with Holm's correction over the lines.

    Races without an answer show nothing: their best so far is mostly the dimension that they are measured against.
    """
    gains = {line.advice: line.gain for line in lines if line.gain}
    rejected = dict(zip(gains, _rejected(list(gains.values())), strict=True))
    unclear = {line.advice for line in lines if line.way and line.way.is_mostly_undecided}
    return {advice for advice, gain in gains.items() if rejected[advice] and gain.mean > 0} - unclear


def _named(results: Results, name: str) -> dict[str, Way]:
    return {way.name: way for way in ways(results, situation(name))}


def _cells(line: Line, *, is_shown: bool) -> list[str]:
    advice, known, way = line.advice, line.known, line.way
    if way is None:
        return [advice.have, f"`{advice.command}`", "0", *["–"] * 5]
    gains = [_gain(way, known.get(name)) for name in (TUNED, *USUAL, MINGE)]
    n_races, n_decided = way.races
    below = f"{number(way.mean)}{_whole(way)}{f'; {n_decided} of {n_races} races decided' if n_races else ''}"
    return [advice.have, _action(line, is_shown=is_shown), str(len(way.points)), below, *map(_words, gains)]


def _action(line: Line, *, is_shown: bool) -> str:
    """Measure what needs no training where no constant does better; train only where that is shown to gain something.

    Too few graphs to say: measure.
    """
    command, known = f"`{line.advice.command}`", line.known
    best = _gain(line.way, known[_best_constant(known)])
    if line.gain is None or best is None or (is_shown if line.advice.trains else best.mean > 0):
        return command
    constant = known[_smallest_enough(known)]
    words = f"take {constant.name.removeprefix('always ')} ({number(constant.mean)} below the best)"
    return f"{words}; to know better, {command}"


def _smallest_enough(known: dict[str, Way]) -> str:
    """The smallest constant that is at most a quarter of a point worse than the best, and not shown to be worse."""
    best = _best_constant(known)
    others = [name for dimension in FIXED if (name := f"always {dimension}") != best]
    losses = [_difference(known[best], known[name]) for name in others]
    rejected = zip(others, losses, _rejected(losses), strict=True)
    worse = {name for name, loss, is_rejected in rejected if loss.mean > ENOUGH or (is_rejected and loss.mean > 0)}
    return next(name for dimension in FIXED if (name := f"always {dimension}") not in worse)


def _rejected(gaps: Sequence[Way]) -> list[bool]:
    """Which gaps are more than chance explains: the exact test over graphs, with Holm's correction for their number."""
    corrected = holm({place: p_value(gap.points.values()) for place, gap in enumerate(gaps)})
    return [corrected[place] <= LEVEL for place in range(len(gaps))]


def _gain(way: Way | None, other: Way | None) -> Way | None:
    """By how much a way lies above another, if both are known."""
    return _difference(way, other) if way and other else None


def _difference(way: Way, other: Way) -> Way:
    """By how much a way lies above another, graph by graph."""
    shared = way.points.keys() & other.points.keys()
    return Way("", {graph: other.points[graph] - way.points[graph] for graph in sorted(shared)}, "")


def _words(gain: Way | None) -> str:
    return "–" if gain is None or not gain.points else f"{signed(gain.mean)}{_whole(gain)}"


def _whole(way: Way) -> str:
    """The interval, which a narrow column does not break in two; none over few graphs."""
    return f" {interval(*way.interval)}".replace(", ", ",\N{NO-BREAK SPACE}") if way.interval else ""


def of_minge(results: Results) -> str:
    """By how much MinGE's choice does worse than a constant, or better, in each situation."""
    against = {rival: _compared(results, rival) for rival in (TUNED, *USUAL)}
    if not against[TUNED]:
        return "Nothing is measured yet that MinGE could be judged by."
    rivals = [f"the {TUNED}", *USUAL]
    head = ["MinGE's regret minus that of", "graphs", *rivals]
    lines = [
        [name, str(len(known.loss.points)), *(_cell(against[rival].get(name)) for rival in against)]
        for name, known in against[TUNED].items()
    ]
    return f"**{verdict_on_minge(results)}.**\n\n{pipes(head, lines)}\n\n{_legend(against.values())}"


def _legend(against: Iterable[dict[str, Compared]]) -> str:
    """What bold means, and how much of it stays with a correction over the whole table."""
    cells = [one for known in against for one in known.values()]
    n_shown, n_left = sum(one.is_shown for one in cells), sum(_rejected([one.loss for one in cells]))
    lead = "Above zero: MinGE does worse. **Bold**: shown, each column corrected for its own situations"
    return f"{lead}; corrected for all {counted(len(cells), 'cell')}, {n_left} of {n_shown} would be."


def verdict_on_minge(results: Results) -> str:
    """In how many situations MinGE's choice is shown to be better than a tuned constant, or is worse."""
    known = _compared(results, TUNED).values()
    better = sum(one.is_shown and one.loss.mean < 0 for one in known)
    worse = sum(one.is_shown and one.loss.mean > 0 for one in known)
    on_average = sum(round(one.loss.mean, 1) > 0 for one in known)
    rival = "the constant that does best on the other graphs"
    shown = f"in {better or 'none'} of {counted(len(known), 'situation')} shown to be better than {rival}"
    also = f" and in {worse} shown to be worse" if worse else ""
    return f"MinGE, the paper's method, is {shown}{also}; on average it is worse in {on_average}"


@dataclass(frozen=True, slots=True)
class Compared:
    """How far MinGE's choice lies below a rival's, graph by graph, and whether that is more than chance explains."""

    loss: Way
    is_shown: bool


def _cell(one: Compared | None) -> str:
    return "–" if one is None else f"**{_words(one.loss)}**" if one.is_shown else _words(one.loss)


def _compared(results: Results, rival: str) -> dict[str, Compared]:
    """MinGE and a constant, by situation: the test over graphs, with Holm's correction over situations."""
    losses: dict[str, Way] = {}
    for of in SITUATIONS:
        known = _named(results, of.name)
        loss = _gain(known.get(rival), known.get(MINGE))
        if loss and len(loss.points) >= FEWEST_GRAPHS:
            losses[of.name] = loss
    rejected = _rejected(list(losses.values()))
    return {name: Compared(loss, is_shown=shown) for (name, loss), shown in zip(losses.items(), rejected, strict=True)}
