r"""One split of the edges: the spectra of those that are left, and how each prefix of them scores those held out.

    score_k(i, j) = Σ_{l ≤ k} λ_l v_il v_jl           L of the remaining edges, by falling |λ|
    AUC_k = P(score of a held-out edge > score of a non-edge)

One factorisation gives the whole curve: the sums are cumulative. Where eigenvalues are equal, cutting between them
means nothing, and a dimension inside such a group counts as the end of the group before it. Made by cv.links.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphdim.embedding.scoring.links import score_of_degrees
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.linalg.spectrum import floor_cuts
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.graph.pairs import Pairs
    from graphdim.graph.spectra import Spectra
    from graphdim.linalg import Spectrum

__all__ = ["HeldOutLinks", "prefix_scores"]

CHUNK = 2**14
NEGLIGIBLE = 1e-5  # of a score, times the number of nodes


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutLinks:
    """The spectra of the remaining edges, held-out edges and as many non-edges, as rows of its nodes.

    `bridges` marks held-out edges that come last, since nothing that remains can tell of them.
    """

    spectra: Spectra
    held_out: Pairs
    non_edges: Pairs
    bridges: NDArray[np.bool_] | None = None

    def scores(self, dimensions: Sequence[int]) -> list[float]:
        """The ROC-AUC at each dimension."""
        return self.scores_of(self.spectra.normalised(max(dimensions)), dimensions)

    def scores_of(self, spectrum: Spectrum, dimensions: Sequence[int]) -> list[float]:
        """The ROC-AUC of another factorisation at each dimension."""
        cuts = floor_cuts(spectrum.values, dimensions)
        positive, negative = (prefix_scores(spectrum, pairs, cuts) for pairs in (self.held_out, self.non_edges))
        if self.bridges is not None:
            positive[self.bridges] = -np.inf
        return map_in_threads(lambda place: roc_auc(positive[:, place], negative[:, place]), range(len(cuts)))

    def score_of_degrees(self) -> float:
        """The ROC-AUC of d_i d_j, with degrees of the remaining edges: what a pair scores by its ends alone."""
        degree = np.asarray(self.spectra.adjacency.sum(axis=0)).ravel()
        return score_of_degrees(degree, self.held_out, self.non_edges)


def prefix_scores(spectrum: Spectrum, pairs: Pairs, cuts: Sequence[int]) -> NDArray[np.float32]:
    """For every pair, Σ λ_l v_il v_jl over the first `cut` vectors, a column for each cut; cuts rise."""
    chunks = [pairs[start : start + CHUNK] for start in range(0, len(pairs), CHUNK)]
    # Segments between different cuts are summed once; a cut of 0 has no segment.
    distinct = [cut for cut in sorted(set(cuts)) if cut]
    columns = np.searchsorted([0, *distinct], cuts)
    starts = [0, *distinct[:-1]]

    def scored(chunk: Pairs) -> NDArray[np.float32]:
        sums = np.zeros((len(chunk), len(distinct) + 1), dtype=np.float32)
        if distinct:
            last = distinct[-1]
            products = spectrum.left[chunk[:, 0], :last] * spectrum.right[chunk[:, 1], :last]
            products *= spectrum.values[:last].astype(products.dtype)
            np.cumsum(np.add.reduceat(products, starts, axis=1), axis=1, out=sums[:, 1:])
        return sums[:, columns]

    scores = np.concatenate(map_in_threads(scored, chunks))
    # What rounding leaves of a score of zero, as between two components, is a tie and no order.
    scores[np.abs(scores) < NEGLIGIBLE / len(spectrum.left)] = 0
    return scores
