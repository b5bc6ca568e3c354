r"""Edge cross-validation: hold out node pairs, edges and non-edges alike, and predict them (Li, Levina, Zhu 2020).

    hold out 10 % of all pairs, set them to 0, divide the rest by 0.9 → rank-k fits → ROC-AUC on the held-out pairs

The scale changes no ranking, so it is left out. Of the held-out non-edges, which are nearly all pairs, a sample of as
many as there are held-out edges is scored. Unlike `cv`, a held-out edge may be a node's last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.checks import check_counts
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.cv.measuring import measured
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView

__all__ = ["EdgeCrossValidation"]


@dataclass(frozen=True, slots=True)
class EdgeCrossValidation:
    """The dimension with the best mean ROC-AUC on held-out node pairs.

    Parameters
    ----------
    splits
        How often pairs are held out.
    max_rank
        The largest dimension that is tried.
    seed
        Draws the splits.
    """

    name: ClassVar[str] = "ecv"
    looks_at: ClassVar[str] = "held-out pairs"

    splits: int = 3
    max_rank: int = 512
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        check_counts(self, splits=1, max_rank=1, seed=0)

    def select(self, view: GraphView) -> Selection:
        """The best dimension."""
        pairs = PairSplits(view.adjacency(), self.seed, known_sides=view.sides, first_splits=self.splits)
        # A margin as wide as the score: any number of splits is clear.
        scores = measured(pairs, margin=1.0, max_rank=self.max_rank)
        return Selection(selector=self, dimension=scores.best, facts=view.facts)


class PairSplits(LinkSplits):
    """Splits that hold out every edge alike."""

    def draw(self, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Each edge with the same probability; at least one of them."""
        held_out: NDArray[np.bool_] = rng.random(len(self.pairs)) < self.share
        held_out[rng.integers(len(held_out))] = True
        return held_out
