"""A comparison under way: the curve is measured, then every method chooses; after Ctrl-C there is a partial answer."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphdim.comparing.comparison import Choice, Comparison
from graphdim.errors import GraphDimError
from graphdim.selectors import run, selector
from graphdim.selectors.cv.measuring import covering, goes_higher, measuring
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graphdim.engines.view import GraphView
    from graphdim.selectors.cv import CrossValidation
    from graphdim.selectors.cv.measuring import Splits
    from graphdim.selectors.cv.scores import SplitScores
    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["Work"]

# What methods call the largest rank of their factorisation.
RANKS = ("max_rank", "reference")


@dataclass(slots=True, eq=False)
class Work:
    """What was measured and chosen so far; `most_rank` is the largest rank that memory allows, where that is known."""

    view: GraphView
    splits: Splits
    cv: CrossValidation
    at: tuple[int, ...]
    notes: tuple[str, ...]
    sample: int | None = None
    most_rank: int | None = None
    started: float = field(default_factory=time.perf_counter)
    scores: SplitScores | None = None
    cv_seconds: float = 0.0
    choices: list[Choice] = field(default_factory=list)

    def measured(self, advance: Callable[[float], None]) -> SplitScores:
        """The curve; where these splits ask for too little, that of harder ones. `advance` is told the share done."""
        scores = self._measured(advance)
        harder = self.splits.harder(scores)
        if harder is None:
            return scores
        self.splits, self.scores = harder, None
        return self._measured(lambda _: None)

    def _measured(self, advance: Callable[[float], None]) -> SplitScores:
        """The curve; `advance` is told which share of the usual splits each step adds: with labels, several at once."""
        n_splits, usual = 0, self.splits.first_splits
        for scores in measuring(self.splits, margin=self.cv.margin, max_rank=self.cv.max_rank):
            advance((min(scores.n_splits, usual) - min(n_splits, usual)) / usual)
            n_splits, self.scores = scores.n_splits, scores
            self.cv_seconds = time.perf_counter() - self.started
        return scores

    def choose(self, names: Iterable[str], advance: Callable[[str], None]) -> None:
        """Let each method choose; `advance` is told its name."""
        for name in names:
            self.choices.append(_choice(name, self.view, self.most_rank))
            advance(name)

    def covered(self, scores: SplitScores) -> tuple[SplitScores, ...]:
        """The curve at the user's own dimensions and, where that is cheap, at what the methods chose.

        Choices within the rank of these cost next to nothing; the first splits are enough to tell what others cost.
        """
        own = {dimension for dimension in self.at if dimension <= self.cv.max_rank}
        if not self.splits.is_cheap:
            return (covering(self.splits, scores, own),)
        reach = max(int(scores.dimensions[-1]), *own, 0)
        chosen = {choice.dimension for choice in self.choices if choice.dimension}
        near = covering(self.splits, scores, own | {dimension for dimension in chosen if dimension <= reach})
        beyond = {dimension for dimension in chosen if reach < dimension <= self.cv.max_rank}
        return near, covering(self.splits, near, beyond, self.splits.first_splits)

    def interrupted(self, scores: SplitScores, names: Sequence[str]) -> Comparison:
        """The answer after Ctrl-C, which says what it rests on."""
        done = f"{counted(scores.n_splits, 'split')} and {len(self.choices)} of {counted(len(names), 'other method')}"
        if not goes_higher(self.splits, scores, self.cv.max_rank):
            return self.comparison(scores, (), f"interrupted: {done} were done")
        larger = f"dimensions above {scores.dimensions[-1]} were not measured yet, and the best may be there"
        found = self.comparison(scores, (), f"interrupted: {done} were done; {larger}")
        return replace(found, is_partial=True)

    def comparison(self, scores: SplitScores, covered: tuple[SplitScores, ...], *notes: str) -> Comparison:
        """The answer from the scores, costs from what they cover with the choices, and notes on how it ended."""
        on_links = self.splits.task == "link-prediction"
        answers = scores.beats(self.splits.guessing)
        first = Choice(
            self.cv.name,
            "held-out edges" if on_links else "held-out labels",
            scores.as_good(self.cv.margin)[0] if answers else None,
            self.cv_seconds,
            "" if answers else "no dimension is better than guessing",
        )
        return Comparison(
            scores=scores,
            covered=covered,
            margin=self.cv.margin,
            task=self.splits.task,
            score=self.splits.score,
            guessing=self.splits.guessing,
            most_dimensions=min(self.splits.most_dimensions, self.most_rank or sys.maxsize),
            max_rank=self.cv.max_rank,
            negatives=self.splits.drawn_negatives,
            seed=self.cv.seed,
            facts=self.view.facts,
            choices=(first, *self.choices),
            at=self.at,
            sample=self.sample,
            notes=(*self.notes, *self.splits.notes, *notes),
            seconds=time.perf_counter() - self.started,
        )


def _choice(name: str, view: GraphView, most_rank: int | None) -> Choice:
    """What a method chooses, or why it cannot."""
    chosen, of_memory = _within_memory(selector(name), most_rank)
    started = time.perf_counter()
    try:
        selection = run(chosen, view)
    except GraphDimError as error:
        return Choice(name, chosen.looks_at, None, time.perf_counter() - started, str(error))
    note = "; ".join((*_notes(selection), *of_memory))
    return Choice(name, chosen.looks_at, selection.dimension, selection.seconds, note, selection)


def _within_memory(chosen: Selector, most_rank: int | None) -> tuple[Selector, tuple[str, ...]]:
    """A method whose ranks stay within memory, and a note if they would not have."""
    if most_rank is None:
        return chosen, ()
    above = {name: most_rank for name in RANKS if getattr(chosen, name, 0) > most_rank}
    note = (f"looked at {most_rank} dimensions, for which there is memory",) if above else ()
    return (replace(chosen, **above) if above else chosen), note  # type: ignore[type-var]


def _notes(selection: Selection) -> Iterator[str]:
    """What to know of a choice; more dimensions than nodes are never of use."""
    yield from (note for note in selection.notes if note not in selection.facts.notes)
    if selection.dimension > selection.n_nodes:
        yield f"more than the {counted(selection.n_nodes, 'node')} of the graph can use"
