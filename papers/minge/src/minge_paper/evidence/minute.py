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
from minge_paper.markdown import listed, pipes

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["minute", "of_minge", "title", "verdict_on_minge"]

USUAL = ("always 128", "always 256")
MINGE = "minge"
SPECTRAL, WALKS, NETWORK = "Spectral embedding, links", "DeepWalk, links", "Graph neural network, labels"
ENOUGH = 0.5  # points; a constant so close to the best constant is as good


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
    Advice("DeepWalk or node2vec, for links", "graphdim sweep edges.csv --model deepwalk", WALKS, RACE),
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
        f"For links, a spectral embedding loses {number(factorised['always 128'].mean)} points at 128 dimensions"
        f"{''.join(losses)} and {number(factorised['cv'].mean)} at a measured dimension; for labels, a graph neural"
        f" network loses {number(trained['always 128'].mean)} at 128"
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
    below = f"{number(way.mean)}{_whole(way)}"
    return [advice.have, _action(advice, way, known), str(len(way.points)), below, *map(_words, gains)]


def _action(advice: Advice, way: Way, known: dict[str, Way]) -> str:
    """Measure what needs no training where no constant does better; train only where that certainly gains something.

    Too few graphs to say: measure.
    """
    gain, best = _gain(way, known.get(TUNED)), _gain(way, known[_best_constant(known)])
    if gain is None or best is None or len(gain.points) < FEWEST_GRAPHS:
        return f"`{advice.command}`"
    is_certain = gain.mean > 0 and p_value(gain.points.values()) <= LEVEL
    if is_certain if advice.trains else best.mean > 0:
        return f"`{advice.command}`"
    return f"take {_smallest_enough(known)}; to know better, `{advice.command}`"


def _smallest_enough(known: dict[str, Way]) -> int:
    """The smallest constant that is at most half a point worse than the best one."""
    limit = known[_best_constant(known)].mean + ENOUGH
    return next(n for n in FIXED if known[f"always {n}"].mean <= limit)


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
    """In which situations MinGE's choice beats a constant, and in which it loses to it."""
    against = {rival: _verdicts(results, rival) for rival in (TUNED, *USUAL)}
    if not against[TUNED]:
        return "Nothing is measured yet that MinGE could be judged by."
    rival = f"the one of {listed(FIXED)} dimensions that does best on the other graphs"
    usual = [f"Compared with {name}, it is {_counts(against[name])}." for name in USUAL if against[name]]
    lead = verdict_on_minge(results)
    return " ".join([f"**{lead}**: compared with {rival}, its choice is {_places(against[TUNED])}.", *usual])


def verdict_on_minge(results: Results) -> str:
    """In how many situations MinGE's choice is certainly better than a tuned constant."""
    n_better = list(_verdicts(results, TUNED).values()).count("better")
    situations = counted(n_better, "situation") if n_better else "no situation"
    return f"MinGE, the paper's method, is in {situations} certainly better than a tuned constant"


PHRASES = {"better": "certainly better", "worse": "certainly worse", "alike": "indistinguishable"}


def _grouped(verdicts: dict[str, str]) -> dict[str, list[str]]:
    groups = {words: [name for name, verdict in verdicts.items() if verdict == kind] for kind, words in PHRASES.items()}
    return {words: names for words, names in groups.items() if names}


def _places(verdicts: dict[str, str]) -> str:
    return listed(
        f"{words} in {counted(len(names), 'situation')} ({'; '.join(names)})"
        for words, names in _grouped(verdicts).items()
    )


def _counts(verdicts: dict[str, str]) -> str:
    parts = [f"{words} in {len(names)}" for words, names in _grouped(verdicts).items()]
    return f"{listed(parts)} of them"


def _verdicts(results: Results, rival: str) -> dict[str, str]:
    """MinGE against a constant, by situation: the test over graphs, with Holm's correction over situations."""
    gains: dict[str, Way] = {}
    for of in SITUATIONS:
        known = _named(results, of.name)
        gain = _gain(known[MINGE], known.get(rival)) if MINGE in known else None
        if gain and len(gain.points) >= FEWEST_GRAPHS:
            gains[of.name] = gain
    corrected = holm({place: p_value(gain.points.values()) for place, gain in enumerate(gains.values())})
    return {
        name: "alike" if corrected[place] > LEVEL else "better" if gain.mean > 0 else "worse"
        for place, (name, gain) in enumerate(gains.items())
    }
