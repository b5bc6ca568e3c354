r"""Normalised embedding loss of DeepWalk, as Gu, Tandon, Ahn and Radicchi (2021) used it for skip-grams.

    L(d) = mean |C_d - C_ref| over pairs of nodes          C = cosines of mean-centred rows of a skip-gram

One set of walks serves all dimensions 2, 4, 8, …, and a skip-gram is trained on it for each, so it is slow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim import progress
from graphdim.embedding.deepwalk import DeepWalk
from graphdim.selectors.normalized_loss import NormalizedLoss, check_enough

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.embedding.protocol import Rows
    from graphdim.engines.view import GraphView
    from graphdim.graph.pairs import Pairs

__all__ = ["NormalizedLossOfWalks"]


@dataclass(frozen=True, slots=True)
class NormalizedLossOfWalks(NormalizedLoss):
    """The dimension at which the cosines of DeepWalk embeddings are as good as settled; it needs gensim.

    The parameters are those of `NormalizedLoss`; the seed also draws the walks.
    """

    name: ClassVar[str] = "normalized-loss-walks"
    looks_at: ClassVar[str] = "cosines of DeepWalk embeddings"

    def losses(self, view: GraphView) -> tuple[list[int], NDArray[np.float64], int]:
        """The dimensions that are compared, their losses, and the dimensions of the reference."""
        adjacency = view.spectra.adjacency
        n_reference = min(self.reference, adjacency.shape[0])
        dimensions = [2**power for power in range(1, (n_reference // 2).bit_length())]
        check_enough(dimensions)
        pairs, walks = self.pairs(adjacency.shape[0]), DeepWalk().prepare(adjacency, self.seed)
        cosines = []
        with progress.stage("training skip-grams", n_reference + sum(dimensions)) as advance:
            for dimension in (n_reference, *dimensions):
                cosines.append(_cosines(walks.rows(dimension), pairs))
                advance(dimension)
        reference, *others = cosines
        return dimensions, np.array([np.abs(other - reference).mean() for other in others]), n_reference


def _cosines(rows: Rows, pairs: Pairs) -> NDArray[np.float64]:
    """The cosine of each pair of mean-centred rows; 0 for a node without a direction.

    >>> _cosines(np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]], dtype=np.float32), np.array([[0, 3]]))
    array([-1.])
    """
    centred = rows.astype(np.float64) - rows.mean(axis=0)
    first, second = centred[pairs[:, 0]], centred[pairs[:, 1]]
    sizes = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    products = np.einsum("ij,ij->i", first, second)
    cosines: NDArray[np.float64] = np.divide(products, sizes, out=np.zeros_like(products), where=sizes > 0)
    return cosines
