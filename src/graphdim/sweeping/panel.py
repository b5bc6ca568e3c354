"""The summary of a sweep as text: the answer first, what the user's own number costs, how sure it is, the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.racing.panel import STANDINGS, certainty_of, note_of, trainings_of, with_table
from graphdim.report import panel as panels
from graphdim.report.facts import graph_line
from graphdim.sweeping.chance import chance_note
from graphdim.words import points, times

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Facts = Mapping[str, Any]

__all__ = ["NAMES", "curve_table", "headline", "lines", "note", "panel"]

NAMES = {"node-classification": "node classification", "link-prediction": "link prediction"}


def panel(facts: Facts) -> str:
    """The answer on the first line, one indented line for each reason, and the curve as a table."""
    return with_table(panels.panel(headline(facts), lines(facts)), curve_table(facts))


def curve_table(facts: Facts) -> list[tuple[str, ...]]:
    """The curve, a line per dimension, below a header."""
    header = ("dimension", f"{facts['score']}, %", "95 % interval", "seeds", "seconds each", "")
    return [header, *map(_row, facts["curve"])]


def headline(facts: Facts) -> tuple[str, str]:
    """The answer, and what it means."""
    what, margin = f"{facts['model']}, {NAMES[facts['task']]}", points(facts["margin"])
    if chance_note(facts):
        return "No dimension is shown to be better than guessing", what
    if facts["dimension"] is None:
        return "No dimension yet", f"{what}: none is shown to be at most {margin} below the best"
    return f"Dimension {facts['dimension']}", f"{what}: the smallest shown to be at most {margin} below the best"


def lines(facts: Facts) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    guess = chance_note(facts)
    if guess:
        yield "note", guess
    yield "graph", graph_line(facts)
    if facts["sufficient"]:
        yield "as good", ", ".join(map(str, facts["sufficient"]))
    if facts["best"] is not None:
        mean = {point["dimension"]: point["mean"] for point in facts["curve"]}[facts["best"]]
        yield "best", f"{facts['best']}, {100 * mean:.1f} % {facts['score']}"
    for verdict in facts["at"]:
        yield str(verdict["dimension"]), _verdict(verdict, facts)
    yield "minge", _minge(facts)
    if facts["certainty"] is not None:
        yield "sure", certainty_of(facts)
    yield "trainings", trainings_of(facts)
    for sentence in (*filter(None, [_unsettled(facts)]), *facts["notes"]):
        yield "note", sentence


def note(facts: Facts) -> str:
    """Why there is no answer, and what would probably give one; "" for a sweep that is decided."""
    return "; ".join(filter(None, [chance_note(facts), _unsettled(facts)]))


def _unsettled(facts: Facts) -> str:
    """What would probably end a sweep that stopped early; more of the same does not help against guesses."""
    return "" if facts["ended"] == "guessing" else note_of(facts, points(facts["margin"]))


def _minge(facts: Facts) -> str:
    """What the prior says; it needs no training, and is measured only if it was raced."""
    verdict = facts["minge"]
    if verdict["standing"] is None:
        return f"{verdict['dimension']}, from the number of nodes almost alone; it was not trained"
    return f"{verdict['dimension']}: {_verdict(verdict, facts)}"


def _verdict(verdict: Facts, facts: Facts) -> str:
    """What a dimension costs."""
    if verdict["deficit"] is None:
        return "not trained yet"
    memory = _memory(verdict["dimension"], facts["dimension"])
    if verdict["dimension"] == facts["best"]:
        return f"the best so far{memory}"
    interval = "" if verdict["low"] is None else f" [{100 * verdict['low']:.1f}, {100 * verdict['high']:.1f}]"
    return f"{_standing(verdict, facts)}: {100 * verdict['deficit']:.1f} points below the best{interval}{memory}"


def _standing(verdict: Facts, facts: Facts) -> str:
    """What is shown of a dimension; one that no interval leaves a chance may still be open, as many are tested."""
    if verdict["standing"] == "open" and verdict["low"] is not None and verdict["low"] > facts["margin"]:
        return "probably worse, but not shown"
    return STANDINGS[verdict["standing"]]


def _memory(dimension: int, answer: int | None) -> str:
    if answer is None or answer == dimension:
        return ""
    return f", {times(dimension / answer)} the memory of {answer}"


def _row(point: Facts) -> tuple[str, ...]:
    low, high = (None if point[name] is None else 100 * point[name] for name in ("low", "high"))
    interval = "" if low is None or high is None else f"{max(low, 0.0):.1f} to {min(high, 100.0):.1f}"
    score, seconds = f"{100 * point['mean']:.1f}", f"{point['seconds']:.2f}"
    return f"{point['dimension']:,}", score, interval, f"{point['seeds']}", seconds, STANDINGS[point["standing"]]
