r"""Cross-validation on labels: embed all edges once, learn the labels of four fifths of the nodes, score the others.

    rows_k = |λ_l|^½ v_l, l ≤ k, each scaled to norm 1        multinomial logistic regression, stratified folds

More training labels favour larger dimensions. Who asks will learn from all labels given, so the splits learn from most
of them; halves chose too few dimensions. Five splits are one round of folds, which scores every node once. Two lopsided
classes are scored by ROC-AUC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdim.errors import GraphError
from graphdim.linalg.blas import single_threaded_blas
from graphdim.selectors.cv.links import floor_cuts, roc_auc
from graphdim.selectors.cv.logistic import LogisticRegression
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.threads import each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.graph.spectra import Spectra

__all__ = ["LabelSplits", "is_lopsided"]

LOPSIDED = 0.7
FEWEST_PER_CLASS = 2
ENOUGH_NODES = 500


@dataclass(eq=False)
class LabelSplits:
    """Stratified splits of the labelled nodes that have an edge; one label for each node, below 0 for none."""

    spectra: Spectra
    labels: NDArray[np.int64]
    seed: int = 0
    folds: int = 5
    first_splits: int = 5
    # Labels often gain from a hundred dimensions and more, and one fold is too noisy to tell.
    first_rank: ClassVar[int] = 128
    scouts: ClassVar[int] = 5

    def __post_init__(self) -> None:
        labels = self.labels if self.spectra.nodes is None else self.labels[self.spectra.nodes]
        classes, counts = np.unique(labels[labels >= 0], return_counts=True)
        # A class of one node cannot be both learned and scored.
        usable = np.isin(labels, classes[counts >= FEWEST_PER_CLASS])
        self.nodes = np.flatnonzero(usable)
        classes, self.targets = np.unique(labels[self.nodes], return_inverse=True)
        if len(classes) < 2:  # noqa: PLR2004 - one class leaves nothing to learn
            msg = "the labels have fewer than two classes of two connected nodes each; there is nothing to learn"
            raise GraphError(msg)
        self.lopsided = is_lopsided(self.targets)
        # Every fold has a node to score, and of two lopsided classes one of each.
        self.folds = min(self.folds, np.bincount(self.targets).min() if self.lopsided else len(self.nodes))

    @property
    def score(self) -> str:
        """What is scored."""
        return "ROC-AUC" if self.lopsided else "accuracy"

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
        if len(self.nodes) >= ENOUGH_NODES:
            return ()
        return (f"only {len(self.nodes):,} labelled nodes with an edge: the noise of the test decides much",)

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
            scores = each(lambda job: self._scored(rows, *job), jobs)
        return SplitScores(np.array(dimensions), np.reshape(scores, (len(splits), len(cuts))))

    def parts(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes to learn from and those to score, as places among the usable nodes."""
        cycle, fold = divmod(number, self.folds)
        is_test = stratified(self.targets, self.folds, np.random.default_rng([self.seed, cycle])) == fold
        return np.flatnonzero(~is_test), np.flatnonzero(is_test)

    def _scored(self, rows: NDArray[Any], parts: tuple[NDArray[np.int64], NDArray[np.int64]], cut: int) -> float:
        train, test = parts
        cut_rows = scaled(rows[:, : max(cut, 1)]).astype(np.float32)
        model = LogisticRegression.fit(cut_rows[train], self.targets[train])
        if self.lopsided:
            margins, second = model.margins(cut_rows[test]), self.targets[test] == 1
            margin = margins[1] - margins[0]
            return roc_auc(margin[second], margin[~second])
        return float(np.mean(model.predict(cut_rows[test]) == self.targets[test]))


def is_lopsided(labels: NDArray[np.int64]) -> bool:
    """Whether there are two classes and one holds most nodes: accuracy would then reward a constant answer."""
    _, counts = np.unique(labels[labels >= 0], return_counts=True)
    return len(counts) == 2 and bool(counts.max() >= LOPSIDED * counts.sum())  # noqa: PLR2004 - two classes


def stratified(classes: NDArray[np.int64], folds: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random fold for each node: one class after the other, its nodes are dealt out in turn.

    >>> np.bincount(stratified(np.array([0, 0, 0, 0, 1, 1]), 3, np.random.default_rng(0))).tolist()
    [2, 2, 2]
    """
    shuffled = rng.permutation(len(classes))
    dealt = np.empty(len(classes), dtype=np.int64)
    dealt[shuffled[np.argsort(classes[shuffled], kind="stable")]] = np.arange(len(classes)) % folds
    return dealt


def scaled(rows: NDArray[Any]) -> NDArray[Any]:
    """Rows of norm 1; rows of zeros stay as they are."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    units: NDArray[Any] = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return units
