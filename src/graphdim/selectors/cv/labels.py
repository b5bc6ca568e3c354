r"""Cross-validation on labels: embed all edges once, learn the labels of half of the nodes, score the other half.

    rows_k = |λ_l|^½ v_l, l ≤ k, each scaled to norm 1        multinomial logistic regression, stratified halves

More training labels favour larger dimensions, so the share is a parameter. Two lopsided classes are scored by ROC-AUC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdim.embedding.scoring.labels import (
    SHARE,
    is_lopsided,
    label_score,
    learnable_nodes,
    name_of_score,
    stratified_halves,
)
from graphdim.linalg.blas import single_threaded_blas
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.graph.spectra import Spectra

__all__ = ["LabelSplits"]

ENOUGH_NODES = 500


@dataclass(eq=False)
class LabelSplits:
    """Stratified splits of the labelled nodes that have an edge; one label for each node, below 0 for none."""

    spectra: Spectra
    labels: NDArray[np.int64]
    seed: int = 0
    share: float = SHARE
    first_splits: int = 5
    task: ClassVar[str] = "node-classification"

    def __post_init__(self) -> None:
        labels = self.labels if self.spectra.nodes is None else self.labels[self.spectra.nodes]
        self.nodes = learnable_nodes(labels)
        self.targets = labels[self.nodes]
        self.lopsided = is_lopsided(self.targets)

    @property
    def score(self) -> str:
        """What is scored."""
        return name_of_score(lopsided=self.lopsided)

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
        jobs = [(self.halves(number), cut) for number in splits for cut in cuts]
        with single_threaded_blas():
            scores = map_in_threads(lambda job: self._scored(rows, *job), jobs)
        return SplitScores(np.array(dimensions), np.reshape(scores, (len(splits), len(cuts))))

    def halves(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes to learn from and those to score, as places among the usable nodes."""
        return stratified_halves(self.targets, self.seed, number, self.share)

    def _scored(self, rows: NDArray[Any], halves: tuple[NDArray[np.int64], NDArray[np.int64]], cut: int) -> float:
        return label_score(rows[:, : max(cut, 1)], self.targets, halves, lopsided=self.lopsided)
