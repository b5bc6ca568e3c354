r"""PCA: embed once at a large dimension, then drop principal components while links are predicted as well (Wang 2019).

    rows |λ|^½ v of L at d_max → principal axes → the first k of them → ROC-AUC of dot products at every k

The rows are rotated to their principal axes but not centred, so that all components together keep the dot products of
the embedding. Splits are those of `cv`; unlike there, the sign of an eigenvalue is lost, as in every trained embedding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts, check_margin
from graphdim.linalg import Spectrum
from graphdim.linalg.blas import single_threaded_blas
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv import curve_of
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView
    from graphdim.selectors.cv.held_out import HeldOutLinks

__all__ = ["PCA", "principal"]

CAVEAT = "no dimension predicts held-out links clearly better than chance, so the choice means little"


@dataclass(frozen=True, slots=True)
class PCA:
    """The fewest principal components of one embedding that predict held-out links as well as any number does.

    Parameters
    ----------
    max_rank
        Dimension of the embedding; at most what the graph has.
    margin
        How far below the best a dimension may score and still be as good, in units of the score.
    splits
        Splits over which scores are averaged.
    seed
        Draws the splits.
    """

    name: ClassVar[str] = "pca"
    looks_at: ClassVar[str] = "held-out edges"

    max_rank: int = 128
    margin: float = 0.005
    splits: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, max_rank=1, splits=1, seed=0)
        object.__setattr__(self, "margin", check_margin(self.margin))

    def select(self, view: GraphView) -> Selection:
        """The smallest dimension that is as good as the best."""
        splits = LinkSplits(view.adjacency(), self.seed, known_sides=view.sides)
        most = min(self.max_rank, splits.most_dimensions)
        grid = dimension_grid(most)
        rows = [_scores(splits.split(number), grid) for number in range(self.splits)]
        scores = SplitScores(np.array(grid), np.array(rows))
        as_good = scores.as_good(self.margin)
        return Selection(
            selector=self,
            dimension=as_good[0],
            facts=view.facts,
            as_good=as_good,
            curve=curve_of(scores, splits.score),
            details={"best": scores.best, "best_score": float(scores.mean.max()), "embedding_dimension": most},
            notes=splits.notes if scores.beats(splits.guessing) else (*splits.notes, CAVEAT),
        )


def _scores(split: HeldOutLinks, grid: list[int]) -> list[float]:
    """The ROC-AUC of one split at each number of components."""
    spectrum = split.spectra.normalised(grid[-1])
    # The last dimensions are left out where the embedding would end inside a group of equal values.
    return split.scores_of(principal(spectrum.cut(floor_cuts(spectrum.values, [grid[-1]])[0])), grid)


def principal(spectrum: Spectrum) -> Spectrum:
    """The rows |λ|^½ v along their principal axes: values are variances, and dot products of rows are kept."""
    rows = np.sqrt(np.abs(spectrum.values)) * spectrum.left
    centred = rows - rows.mean(axis=0)
    with single_threaded_blas():
        variances, axes = np.linalg.eigh(centred.T @ centred)
    variances, axes = variances[::-1], axes[:, ::-1]
    present = variances > 1e-6 * variances.max(initial=0.0)
    scaled = (rows @ axes[:, present]) / np.sqrt(variances[present])
    return Spectrum(variances[present], scaled, scaled, spectrum.complete)
