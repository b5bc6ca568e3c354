"""What to do in each situation, by rule: measure the dimension, or take a constant. The first tables stand on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from minge_paper.choices import ON_LABELS
from minge_paper.evidence.constants import MINGE, USUAL
from minge_paper.evidence.gains import difference, gain, shown, ways_by_name
from minge_paper.evidence.judged import FEWEST_GRAPHS, RACE, SITUATIONS, TUNED, Way

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from minge_paper.results import Results

    Test = Callable[[Sequence[Way]], list[bool]]

__all__ = ["MEASURING", "RIVALS", "Line", "best_constant", "lines", "shown_to_gain"]

RIVALS = (TUNED, *USUAL, MINGE)
CONSTANT = "always "
ENOUGH = 0.25  # points; a constant so close to the best constant is as good

# The way that measures in each situation, and its command.
MEASURING = {
    "Spectral embedding, links": ("cv", "graphdim compare edges.csv"),
    "Spectral embedding, labels": (ON_LABELS, "graphdim compare edges.csv --labels labels.csv"),
    "ProNE, links": (RACE, "graphdim sweep edges.csv --model prone"),
    "ProNE, labels": (RACE, "graphdim sweep edges.csv --labels labels.csv --model prone"),
    "DeepWalk, links": (RACE, "graphdim sweep edges.csv --model deepwalk"),
    "DeepWalk, labels": (RACE, "graphdim sweep edges.csv --labels labels.csv --model deepwalk"),
    "Graph neural network, links": (RACE, "graphdim sweep edges.csv --model gcn"),
    "Graph neural network, labels": (RACE, "graphdim sweep edges.csv --labels labels.csv --model gcn"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One situation: every way to choose in it, and whether training is shown to gain over the tuned constant."""

    situation: str
    known: dict[str, Way]
    is_shown: bool = False

    @property
    def way(self) -> Way | None:
        """The way that measures."""
        return self.known.get(MEASURING[self.situation][0])

    @property
    def trains(self) -> bool:
        """Whether to measure means to train, which takes longer."""
        return MEASURING[self.situation][0] == RACE

    @property
    def is_unclear(self) -> bool:
        """Whether most races had no answer: their best so far is mostly what they are measured against."""
        return self.way is not None and self.way.is_mostly_undecided

    @property
    def missed(self) -> list[str]:
        """The graphs of the situation on which measuring has no answer."""
        graphs = {graph for way in self.known.values() for graph in way.points}
        return sorted(graphs - set(self.way.points if self.way else ()))

    def gain_over(self, rival: str) -> Way | None:
        """What measuring gains over another way to choose; None over too few graphs."""
        over = gain(self.way, self.known.get(rival))
        return over if over and len(over.points) >= FEWEST_GRAPHS else None

    @property
    def taken(self) -> Way | None:
        """The constant to take; None where the advice is to measure.

        Measure what needs no training where no constant does better; train only where that is shown to gain something.
        Too few graphs to say: measure.
        """
        best = gain(self.way, self.known[best_constant(self.known)]) if self.known else None
        if self.gain_over(TUNED) is None or best is None or (self.is_shown if self.trains else best.mean > 0):
            return None
        return self.known[_smallest_enough(self.known)]

    @property
    def advised(self) -> Way | None:
        """The way to choose that is advised: that constant, or the way that measures."""
        return self.taken or self.way

    @property
    def action(self) -> str:
        """The advice in words."""
        taken = self.taken
        return f"take {_dimension(taken.name)}" if taken else f"measure: `{MEASURING[self.situation][1]}`"


def lines(results: Results) -> list[Line]:
    """Every situation."""
    every = [Line(of.name, ways_by_name(results, of.name)) for of in SITUATIONS]
    are_shown = shown_to_gain(every, TUNED)
    return [Line(line.situation, line.known, is_shown=are_shown.get(line.situation, False)) for line in every]


def shown_to_gain(every: Sequence[Line], rival: str, test: Test = shown) -> dict[str, bool]:
    """Where measuring is shown to gain something over another choice, with Holm's correction over the situations."""
    gains = {line: over for line in every if (over := line.gain_over(rival))}
    corrected = zip(gains.items(), test(list(gains.values())), strict=True)
    return {line.situation: is_shown and over.mean > 0 and not line.is_unclear for (line, over), is_shown in corrected}


def best_constant(known: dict[str, Way]) -> str:
    """The name of the constant that does best on average."""
    return min((name for name in known if name.startswith(CONSTANT)), key=lambda name: known[name].mean)


def _smallest_enough(known: dict[str, Way]) -> str:
    """The smallest constant that is at most a quarter of a point worse than the best, and not shown to be worse."""
    best = best_constant(known)
    constants = sorted((name for name in known if name.startswith(CONSTANT)), key=_dimension)
    others = [name for name in constants if name != best]
    losses = [difference(known[best], known[name]) for name in others]
    compared = zip(others, losses, shown(losses), strict=True)
    worse = {name for name, loss, is_shown in compared if loss.mean > ENOUGH or (is_shown and loss.mean > 0)}
    return next(name for name in constants if name not in worse)


def _dimension(constant: str) -> int:
    return int(constant.removeprefix(CONSTANT))
