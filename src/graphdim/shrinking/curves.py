r"""Scores of the cut rows at every dimension of a grid, over a few splits; the last is that of the rows as they are.

    links     ROC-AUC of edges against non-edges, see shrinking.links
    labels    accuracy (ROC-AUC for two lopsided classes) of a regression on rows of norm 1
    rows      the share of the ten nearest neighbours that a row keeps: all that can be said without a task

Feeds the result, which reads the answer off these curves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim import progress
from graphdim.embedding.scoring.guessing import guessing_labels
from graphdim.embedding.scoring.labels import (
    is_lopsided,
    label_score,
    learnable_nodes,
    name_of_score,
    stratified_halves,
)
from graphdim.embedding.scoring.measures import unit_rows
from graphdim.linalg.blas import single_threaded_blas
from graphdim.selectors.cv import curve_of
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from graphdim.embedding.scoring.guessing import Guessing
    from graphdim.shrinking.projection import Projection
    from graphdim.shrinking.rows import Rows

__all__ = ["TaskCurve", "label_curve", "neighbour_curve", "wanted_dimensions"]

STEPS = 4  # dimensions to an octave
NO_TASK = "whether a task needs this many is not known; give edges or labels to measure one"
LABEL_SPLITS, GROUPS = 5, 5
SHARED_HALVES = 0.5  # the largest correlation of two splits that score half of the nodes
LUCKY_AUC = 0.55  # a ROC-AUC up to here says little, however many pairs it is of
MOST_LABELLED = 20_000  # nodes that labels are learned from and scored on
MOST_NEIGHBOURS, N_NEAREST = 2000, 10


@dataclass(frozen=True, slots=True, eq=False)
class TaskCurve:
    """What was measured: the task, the name of the score, how it came about, and the scores.

    `guessing` is what guesses score, if the task has such a score; `degrees` is the score of degrees against random
    pairs, where it nearly suffices; non-edges are then drawn `by_degree`, if the rows know more than degrees. `note`
    says what the scores do not tell.
    """

    task: str
    score: str
    how: str
    scores: SplitScores
    needs_mixing: bool = False
    guessing: Guessing | None = None
    degrees: float | None = None
    by_degree: bool = False
    note: str = ""

    @property
    def points(self) -> list[dict[str, Any]]:
        """The mean score at each dimension with its interval over splits."""
        return [point._asdict() for point in curve_of(self.scores, self.score).points]

    @property
    def lucky(self) -> float:
        """What the best dimension reaches by chance."""
        reached = 0.0 if self.guessing is None else self.guessing.reached(self.scores.n_splits)
        return max(LUCKY_AUC, reached) if self.score == "ROC-AUC" else reached

    @property
    def is_chance(self) -> bool:
        """Whether no dimension is better than lucky guesses."""
        return self.guessing is not None and bool(self.scores.mean.max() <= self.lucky)

    @property
    def is_doubtful(self) -> bool:
        """Whether the uncut rows are no better than guesses by the interval over splits, or than lucky ones."""
        low = self.scores.intervals()[0][-1]
        return self.guessing is not None and bool(low <= self.guessing.score or self.scores.mean[-1] <= self.lucky)

    def reference(self, margin: float) -> int:
        """The dimension that others must come close to: all, or the best if it surely gains more than the margin.

        A cut takes noise away, so that new edges and labels are sometimes told better by cut rows.
        """
        uncut = int(self.scores.dimensions[-1])
        gain = self.scores.deficit(uncut)
        return self.scores.best if gain and gain.low is not None and gain.low > margin else uncut

    def as_good(self, margin: float) -> tuple[int, int]:
        """The ends of the unbroken range around the reference that is at most the margin below it."""
        return self.scores.as_good(margin, self.reference(margin))

    def smallest(self, margin: float) -> int:
        """The smallest dimension that is as good."""
        return self.as_good(margin)[0]

    def possible(self, margin: float) -> tuple[int, int]:
        """The smallest dimension that may be as good by its 95 % interval, and the smallest that surely is."""
        reference = self.reference(margin)
        deficits = ((each, self.scores.deficit(each, reference)) for each in self.scores.dimensions.tolist())
        maybe = next(each for each, deficit in deficits if deficit and (deficit.low is None or deficit.low <= margin))
        return maybe, replace(self.scores, surely=True).as_good(margin, reference)[0]


def wanted_dimensions(n_columns: int, at: Sequence[int]) -> list[int]:
    """The grid, with the user's own dimensions."""
    return sorted({*dimension_grid(n_columns, steps=STEPS), *(one for one in at if one <= n_columns)})


def label_curve(
    rows: Rows, labels: NDArray[np.int64], projection: Projection, grid: Sequence[int], seed: int
) -> TaskCurve:
    """How well labels are learned from cut rows."""
    nodes = learnable_nodes(labels)
    if len(nodes) > MOST_LABELLED:
        nodes = np.sort(np.random.default_rng(seed).permutation(nodes)[:MOST_LABELLED])
        nodes = nodes[learnable_nodes(labels[nodes])]
    targets = labels[nodes]
    whole, lopsided = rows.take(nodes), is_lopsided(targets)
    cut = projection.apply(whole, rows.shape[1])

    def scored(job: tuple[int, int]) -> float:
        number, dimension = job
        table = whole if dimension == rows.shape[1] else cut[:, :dimension]
        return label_score(table, targets, stratified_halves(targets, seed, number), lopsided=lopsided)

    scores = _scored(scored, grid, LABEL_SPLITS, "learning labels")
    how = "logistic regression on rows of norm 1, learned from half of the labelled nodes"
    return TaskCurve(
        "node-classification", name_of_score(lopsided=lopsided), how, scores,
        guessing=guessing_labels(targets, 2, SHARED_HALVES, lopsided=lopsided),
    )  # fmt: skip


def _scored(scored: Callable[[tuple[int, int]], float], grid: Sequence[int], n_splits: int, stage: str) -> SplitScores:
    """Every split at every dimension, in threads."""
    scores = []
    with progress.stage(stage, n_splits) as advance, single_threaded_blas():
        for number in range(n_splits):
            scores.append(map_in_threads(scored, [(number, dimension) for dimension in grid]))
            advance(1)
    return SplitScores(np.array(grid), np.array(scores))


def neighbour_curve(rows: Rows, projection: Projection, grid: Sequence[int], seed: int) -> TaskCurve:
    """How many of the nearest rows, by cosine, are still the nearest after the cut; among a sample of the rows."""
    rng = np.random.default_rng(seed)
    sample = np.sort(rng.permutation(rows.shape[0])[:MOST_NEIGHBOURS])
    table = projection.apply(rows.take(sample), rows.shape[1])
    n_nearest = min(N_NEAREST, len(sample) - 1)
    groups = np.array_split(rng.permutation(len(sample)), min(GROUPS, len(sample)))
    nearest = _nearest(table, n_nearest)

    def kept(dimension: int) -> list[float]:
        still = _nearest(table[:, :dimension], n_nearest)
        shares = [np.isin(now, before).mean() for now, before in zip(still, nearest, strict=True)]
        return [float(np.mean(np.array(shares)[group])) for group in groups]

    with single_threaded_blas():
        scores = np.array(map_in_threads(kept, list(grid))).T
    how = f"{n_nearest} nearest by cosine among {len(sample):,} rows"
    return TaskCurve("rows", "neighbours kept", how, SplitScores(np.array(grid), scores), note=NO_TASK)


def _nearest(table: NDArray[Any], n_nearest: int) -> NDArray[np.intp]:
    """The rows with the highest cosine to each row, without itself."""
    units = unit_rows(table)
    cosines = units @ units.T
    np.fill_diagonal(cosines, -np.inf)
    return np.argpartition(-cosines, n_nearest - 1, axis=1)[:, :n_nearest]
