"""The first minute of the page: its title, what to do in which situation, and whether MinGE beats a constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim.training.statistics import holm
from graphdim.training.text import interval, number, signed
from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.evidence.findings import headline
from minge_paper.evidence.judged import FEWEST_GRAPHS, FIXED, RACE, SITUATIONS, TUNED, Way, situation, ways
from minge_paper.evidence.over_graphs import LEVEL, p_value
from minge_paper.markdown import pipes

if TYPE_CHECKING:
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


def minute(results: Results) -> str:
    """You have, do this, how far below the best a measured dimension is, and what it gains over other choices."""
    lines = [_line(advice, _named(results, advice.situation)) for advice in ADVICE]
    gains = [f"gains over {name}" for name in ("the tuned constant", *USUAL, "MinGE")]
    return pipes(["you have", "do this", "graphs", "measured: below the best", *gains], lines, left=2)


def _named(results: Results, name: str) -> dict[str, Way]:
    return {way.name: way for way in ways(results, situation(name))}


def _line(advice: Advice, known: dict[str, Way]) -> list[str]:
    way = known.get(advice.way)
    if way is None:
        return [advice.have, f"`{advice.command}`", "0", *["–"] * 5]
    gains = [_gain(way, known.get(name)) for name in (TUNED, *USUAL, MINGE)]
    n_races, n_decided = way.races
    below = f"{number(way.mean)}{_whole(way)}{f'; {n_decided} of {n_races} races decided' if n_races else ''}"
    return [advice.have, _action(advice, way, known), str(len(way.points)), below, *map(_words, gains)]


def _action(advice: Advice, way: Way, known: dict[str, Way]) -> str:
    """Measure what needs no training where no constant does better; train only where that certainly gains something.

    Too few graphs to say: measure.
    """
    gain, best = _gain(way, known.get(TUNED)), _gain(way, known[_best_constant(known)])
    if gain is None or best is None or len(gain.points) < FEWEST_GRAPHS:
        return f"`{advice.command}`"
    if _is_shown(gain) if advice.trains else best.mean > 0:
        return f"`{advice.command}`"
    constant = known[_smallest_enough(known)]
    words = f"take {constant.name.removeprefix('always ')} ({number(constant.mean)} below the best)"
    return f"{words}; to know better, `{advice.command}`"


def _smallest_enough(known: dict[str, Way]) -> str:
    """The smallest constant that is at most a quarter of a point worse than the best, and not shown to be worse."""
    best = known[_best_constant(known)]
    return next(
        name
        for name in (f"always {dimension}" for dimension in FIXED)
        if (loss := _gain(best, known[name])) and loss.mean <= ENOUGH and not _is_shown(loss)
    )


def _is_shown(gain: Way) -> bool:
    """Whether a gain is more than chance explains: the exact test over graphs."""
    return gain.mean > 0 and p_value(gain.points.values()) <= LEVEL


def _gain(way: Way, other: Way | None) -> Way | None:
    """By how much a way lies above another, graph by graph."""
    if other is None:
        return None
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
    return f"**{verdict_on_minge(results)}.**\n\n{pipes(head, lines)}"


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
        loss = _gain(known[rival], known[MINGE]) if {rival, MINGE} <= known.keys() else None
        if loss and len(loss.points) >= FEWEST_GRAPHS:
            losses[of.name] = loss
    corrected = holm({place: p_value(loss.points.values()) for place, loss in enumerate(losses.values())})
    return {
        name: Compared(loss, is_shown=corrected[place] <= LEVEL) for place, (name, loss) in enumerate(losses.items())
    }
