r"""Cross-validation on labels: embed all edges once, learn the labels of nine tenths of the nodes, score the others.

    rows_k = |λ_l|^½ v_l, l ≤ k, each scaled to norm 1        multinomial logistic regression, stratified folds

More training labels favour larger dimensions. Who asks will learn from all labels given, so the splits learn from most
of them; halves and four fifths chose too few dimensions. Ten splits are one round of folds, which scores every node
once. Two lopsided classes are scored by ROC-AUC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdim.embedding.scoring.guessing import guessing_labels
from graphdim.embedding.scoring.labels import (
    classifier_score,
    is_lopsided,
    learnable_nodes,
    name_of_score,
    stratified_folds,
)
from graphdim.embedding.scoring.measures import unit_rows
from graphdim.linalg.blas import single_threaded_blas
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.embedding.scoring.guessing import Guessing
    from graphdim.graph.spectra import Spectra

__all__ = ["LabelSplits"]

ENOUGH_NODES = 500
ENOUGH_OF_CLASS = 50
SHARED = 0.1  # correlation of two folds by the accidents of their labels: benchmarks/chance.py


@dataclass(eq=False)
class LabelSplits:
    """Stratified splits of the labelled nodes that have an edge; one label for each node, below 0 for none."""

    spectra: Spectra
    labels: NDArray[np.int64]
    seed: int = 0
    folds: int = 10
    first_splits: int = 10
    # Labels often gain from a hundred dimensions and more, and one fold is too noisy to tell.
    first_rank: ClassVar[int] = 128
    scouts: ClassVar[int] = 5
    task: ClassVar[str] = "node-classification"
    drawn_negatives: ClassVar[None] = None

    def __post_init__(self) -> None:
        labels = self.labels if self.spectra.nodes is None else self.labels[self.spectra.nodes]
        self.nodes = learnable_nodes(labels)
        _, self.targets = np.unique(labels[self.nodes], return_inverse=True)
        self.lopsided = is_lopsided(self.targets)
        # Every fold has a node to score, and of two lopsided classes one of each.
        self.folds = min(self.folds, np.bincount(self.targets).min() if self.lopsided else len(self.nodes))

    @property
    def score(self) -> str:
        """What is scored."""
        return name_of_score(lopsided=self.lopsided)

    @property
    def guessing(self) -> Guessing:
        """The accuracy of always naming the largest class, or the ROC-AUC of chance."""
        guessing = guessing_labels(self.targets, self.folds, SHARED, lopsided=self.lopsided)
        return guessing._replace(most_apart=self.folds)

    @property
    def most_dimensions(self) -> int:
        """The largest dimension that the graph has."""
        return self.spectra.most_dimensions

    @property
    def is_cheap(self) -> bool:
        """Every further dimension is another regression."""
        return False

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about the splits."""
        counts = [(len(self.nodes), "labelled nodes with an edge", ENOUGH_NODES)]
        if self.lopsided:
            counts.append((int(np.bincount(self.targets).min()), "nodes of the smaller class", ENOUGH_OF_CLASS))
        few = [f"{n:,} {kind}" for n, kind, enough in counts if n < enough]
        return (f"only {' and '.join(few)}: the noise of the test decides much",) if few else ()

    def harder(self, scores: SplitScores) -> None:
        """Labels are what they are."""

    def grid(self, last: int) -> list[int]:
        """Dimensions to measure, four to an octave: each costs a regression for every split."""
        return dimension_grid(last, steps=4)

    def measure(self, dimensions: Sequence[int], splits: range) -> SplitScores:
        """The scores of some splits at rising dimensions."""
        spectrum = self.spectra.normalised(max(dimensions))
        rows = np.sqrt(np.abs(spectrum.values)) * spectrum.left[self.nodes]
        cuts = floor_cuts(spectrum.values, dimensions)
        jobs = [(self.parts(number), cut) for number in splits for cut in cuts]
        with single_threaded_blas():
            scores = map_in_threads(lambda job: self._scored(rows, *job), jobs)
        return SplitScores(np.array(dimensions), np.reshape(scores, (len(splits), len(cuts))), surely=True)

    def parts(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes to learn from and those to score, as places among the usable nodes."""
        cycle, fold = divmod(number, self.folds)
        is_test = stratified_folds(self.targets, self.folds, np.random.default_rng([self.seed, cycle])) == fold
        return np.flatnonzero(~is_test), np.flatnonzero(is_test)

    def _scored(self, rows: NDArray[Any], parts: tuple[NDArray[np.int64], NDArray[np.int64]], cut: int) -> float:
        units = unit_rows(rows[:, : max(cut, 1)]).astype(np.float32)
        return classifier_score(units, self.targets, parts, lopsided=self.lopsided)
