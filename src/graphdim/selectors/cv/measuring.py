"""Splits → scores at every dimension that matters: the rank rises and splits are added until the answer is clear."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from graphdim import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graphdim.embedding.scoring.guessing import Guessing
    from graphdim.selectors.cv.scores import SplitScores

__all__ = ["MOST_SPLITS", "Splits", "covering", "goes_higher", "measured", "measuring"]

MOST_SPLITS = 10


class Splits(Protocol):
    """Splits of one graph for one task."""

    task: ClassVar[str]
    first_rank: ClassVar[int]
    scouts: ClassVar[int]  # splits that find the rank
    first_splits: int

    @property
    def score(self) -> str:
        """What is scored."""

    @property
    def guessing(self) -> Guessing:
        """The score of guesses."""

    @property
    def drawn_negatives(self) -> str | None:
        """How non-edges are drawn; None where none are."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about the splits."""

    @property
    def is_cheap(self) -> bool:
        """Whether measuring at more dimensions costs little."""

    @property
    def most_dimensions(self) -> int:
        """The largest dimension that a split can have."""

    def harder(self, scores: SplitScores) -> Splits | None:
        """Splits that ask for more, where what these ask for needs no embedding; else None."""

    def grid(self, last: int) -> list[int]:
        """The dimensions to measure, up to the last."""

    def measure(self, dimensions: Sequence[int], splits: range) -> SplitScores:
        """The scores of some splits at rising dimensions."""


def measured(splits: Splits, *, margin: float, max_rank: int) -> SplitScores:
    """The scores once the answer is clear."""
    with progress.stage("cross-validating", MOST_SPLITS) as advance:
        n_splits = 0
        for scores in measuring(splits, margin=margin, max_rank=max_rank):
            advance(scores.n_splits - n_splits)
            n_splits = scores.n_splits
    return scores


def measuring(splits: Splits, *, margin: float, max_rank: int) -> Iterator[SplitScores]:
    """The scores after each split: the rank doubles while the best lies in its upper half, splits go on until clear."""
    limit = min(max_rank, splits.most_dimensions)
    rank = min(splits.first_rank, limit)
    # A few splits find the rank; the others then start with it.
    scores = splits.measure(splits.grid(rank), range(splits.scouts))
    yield scores
    while goes_higher(splits, scores, max_rank):
        rank = min(2 * rank, limit)
        scores = splits.measure(splits.grid(rank), range(splits.scouts))
        yield scores
    while scores.n_splits < splits.first_splits or _goes_on(scores, margin, splits.guessing):
        scores = scores.joined(splits.measure(splits.grid(rank), range(scores.n_splits, scores.n_splits + 1)))
        yield scores
    while goes_higher(splits, scores, max_rank):
        rank = min(2 * rank, limit)
        scores = covering(splits, scores, [rank])
        yield scores


def covering(
    splits: Splits, scores: SplitScores, dimensions: Iterable[int], most_splits: int = MOST_SPLITS
) -> SplitScores:
    """The same splits, or the first of them, measured at these dimensions too, as far as the graph has that many."""
    wanted = {dimension for dimension in dimensions if dimension <= splits.most_dimensions}
    missing = wanted - set(scores.dimensions.tolist())
    if not missing:
        return scores
    rank = max(int(scores.dimensions[-1]), *missing)
    return splits.measure(sorted({*splits.grid(rank), *wanted}), range(min(scores.n_splits, most_splits)))


def goes_higher(splits: Splits, scores: SplitScores, max_rank: int) -> bool:
    """Whether the search has to look at larger dimensions yet: the best lies in the upper half of those measured."""
    rank = int(scores.dimensions[-1])
    return rank < min(max_rank, splits.most_dimensions) and 2 * scores.best > rank


def _goes_on(scores: SplitScores, margin: float, guessing: Guessing) -> bool:
    return scores.n_splits < MOST_SPLITS and not scores.is_clear(margin, guessing)
