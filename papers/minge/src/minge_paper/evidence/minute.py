"""The first minute of the page: its title, what to do in which situation, and whether MinGE beats a constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphdim.training.text import interval, number, signed
from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.evidence.findings import headline
from minge_paper.evidence.judged import FEWEST_GRAPHS, FIXED, RACE, SITUATIONS, Way, situation, ways
from minge_paper.markdown import listed, pipes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.results import Results

__all__ = ["minute", "of_minge", "title"]

USUAL = ("always 128", "always 256")
MINGE = "minge"
SPECTRAL, WALKS, NETWORK = "Spectral embedding, links", "DeepWalk, links", "Graph neural network, labels"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a reader has, what we would do, where it was measured, and the way to choose behind it."""

    have: str
    command: str
    situation: str
    way: str


ADVICE = (
    Advice("edges alone, and links to predict", "graphdim compare edges.csv", SPECTRAL, "cv"),
    Advice(
        "a factorisation whose rows feed a classifier",
        "graphdim compare edges.csv --labels labels.csv",
        "Spectral embedding, labels",
        ON_LABELS,
    ),
    Advice("DeepWalk or node2vec", "graphdim sweep edges.csv --model deepwalk", WALKS, RACE),
    Advice("a GNN for labels", "graphdim sweep edges.csv --labels labels.csv --model gcn", NETWORK, RACE),
    Advice("a GNN for links", "graphdim sweep edges.csv --model gcn", "Graph neural network, links", RACE),
)


def title(results: Results) -> str:
    """One sentence with the two numbers that matter most; before they are there, what the paper's rows show."""
    factorised, trained = (_named(results, name) for name in (SPECTRAL, NETWORK))
    if not {"cv", "always 128"} <= factorised.keys() or "always 128" not in trained:
        return headline(results)
    return (
        f"Always taking 128 dimensions costs a factorised embedding {number(factorised['always 128'].mean)} points of"
        f" link prediction, where seconds of measuring cost {number(factorised['cv'].mean)}; it costs a graph neural"
        f" network {number(trained['always 128'].mean)} points of accuracy"
    )


def minute(results: Results) -> str:
    """You have, do this, what it gains over the usual numbers and over MinGE."""
    lines = [_line(advice, _named(results, advice.situation)) for advice in ADVICE]
    head = ["you have", "do this", "graphs", "below the best", *(f"gains over {name}" for name in (*USUAL, "MinGE"))]
    return pipes(head, lines, left=2)


def _named(results: Results, name: str) -> dict[str, Way]:
    return {way.name: way for way in ways(results, situation(name))}


def _line(advice: Advice, known: dict[str, Way]) -> list[str]:
    way = known.get(advice.way)
    if way is None:
        return [advice.have, f"`{advice.command}`", "0", *["–"] * 4]
    gains = [_gain(way, known.get(name)) for name in (*USUAL, MINGE)]
    below = f"{number(way.mean)} {interval(*way.interval)}"
    return [advice.have, _action(advice, way, known), str(len(way.points)), below, *map(_words, gains)]


def _action(advice: Advice, way: Way, known: dict[str, Way]) -> str:
    """Measure where that certainly gains something over both usual numbers; else take one, and measure to save."""
    gains = [gain for name in USUAL if (gain := _gain(way, known.get(name)))]
    if gains and all(gain.interval[0] > 0 for gain in gains):
        return f"`{advice.command}`"
    best = min((known[name] for name in USUAL if name in known), key=lambda one: one.mean, default=None)
    taken = best.name.removeprefix("always ") if best else "128"
    return f"take {taken}; where its size matters, `{advice.command}`"


def _gain(way: Way, other: Way | None) -> Way | None:
    """By how much a way lies above another, graph by graph."""
    if other is None:
        return None
    shared = way.points.keys() & other.points.keys()
    return Way("", {graph: other.points[graph] - way.points[graph] for graph in sorted(shared)}, "")


def _words(gain: Way | None) -> str:
    return "–" if gain is None or not gain.points else f"{signed(gain.mean)} {interval(*gain.interval)}"


def of_minge(results: Results) -> str:
    """In which situations MinGE's choice beats the best constant, and in which it loses to it."""
    verdicts = {of.name: _against_constants(_named(results, of.name)) for of in SITUATIONS}
    judged = {name: verdict for name, verdict in verdicts.items() if verdict}
    if not judged:
        return "Nothing is measured yet that MinGE could be judged by."
    groups = [
        (words, [name for name, verdict in judged.items() if verdict == words])
        for words in ("better", "worse", "not told apart")
    ]
    parts = [f"{_phrase(words)} in {_situations(names)}" for words, names in groups if names]
    better = any(verdict == "better" for verdict in judged.values())
    lead = "MinGE is the paper's method" if better else "**MinGE, the paper's method, is no better than a constant**"
    rival = f"the best of {listed(FIXED)} dimensions, picked in hindsight for each situation"
    return f"{lead}: compared with {rival}, its choice is {listed(parts)}."


def _phrase(words: str) -> str:
    return {"better": "certainly better", "worse": "certainly worse"}.get(words, "not told apart")


def _situations(names: Sequence[str]) -> str:
    return f"{counted(len(names), 'situation')} ({'; '.join(name.lower() for name in names)})"


def _against_constants(known: dict[str, Way]) -> str:
    """MinGE against the best constant."""
    constants = [way for name, way in known.items() if name.startswith("always ")]
    if MINGE not in known or not constants:
        return ""
    gain = _gain(known[MINGE], min(constants, key=lambda way: way.mean))
    if gain is None or len(gain.points) < FEWEST_GRAPHS:
        return ""
    low, high = gain.interval
    return "better" if low > 0 else "worse" if high < 0 else "not told apart"
