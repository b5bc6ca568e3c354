r"""Cross-validation on the graph itself: the dimension whose factorisation predicts held-out edges best.

    hold out 10 % of the edges → factorise the rest → ROC-AUC of Σ_{l ≤ k} λ_l v_il v_jl at every k → mean over splits

The answer is the smallest dimension within a margin of the best. `held_out` has the formulas, `links` draws
the splits, `labels` does the same for node classification, `scores` is the judgement, `measuring` the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.checks import check_choice, check_counts, check_margin
from graphdim.choices import NEGATIVES
from graphdim.errors import GraphError
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.cv.measuring import measured
from graphdim.selectors.selection import Curve, CurvePoint, Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView
    from graphdim.selectors.cv.scores import SplitScores

__all__ = ["NO_BETTER", "CrossValidation", "curve_of"]

NO_BETTER = "no dimension is better than guessing, so the edges do not tell which one the graph needs"


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Link prediction by spectral embedding, cross-validated.

    Parameters
    ----------
    margin
        How far below the best a dimension may score and still be as good, in units of the score.
    max_rank
        The largest dimension that is measured.
    negatives
        How the ends of non-edges are drawn: "uniform" or in proportion to their "degree"; with "auto" uniform, unless
        degrees alone tell edges from these as well as any dimension does.
    seed
        Draws the splits.
    """

    name: ClassVar[str] = "cv"
    looks_at: ClassVar[str] = "held-out edges"

    margin: float = 0.005
    max_rank: int = 512
    negatives: str = NEGATIVES[0]
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        object.__setattr__(self, "margin", check_margin(self.margin))
        check_choice("negatives", self.negatives, NEGATIVES)
        check_counts(self, max_rank=2, seed=0)

    def splits(self, view: GraphView) -> LinkSplits:
        """The splits of the view's graph."""
        return LinkSplits(view.adjacency(), self.seed, self.negatives, view.sides)

    def select(self, view: GraphView) -> Selection:
        """The smallest dimension that is as good as the best."""
        splits = self.splits(view)
        scores = measured(splits, margin=self.margin, max_rank=self.max_rank)
        if harder := splits.harder(scores):
            splits, scores = harder, measured(harder, margin=self.margin, max_rank=self.max_rank)
        if not scores.beats(splits.guessing):
            raise GraphError(NO_BETTER)
        return Selection(
            selector=self,
            dimension=scores.as_good(self.margin)[0],
            facts=view.facts,
            as_good=scores.as_good(self.margin),
            curve=curve_of(scores, "ROC-AUC"),
            details={
                "best": scores.best,
                "best_score": float(scores.mean.max()),
                "n_splits": scores.n_splits,
                "drawn_negatives": splits.drawn_negatives,
            },
            notes=splits.notes,
        )


def curve_of(scores: SplitScores, name: str) -> Curve:
    """The mean score at each dimension with its interval over splits."""
    # One split has no interval.
    ends = () if scores.n_splits == 1 else [end.tolist() for end in scores.intervals()]
    columns = scores.dimensions.tolist(), scores.mean.tolist(), *ends
    return Curve(name, tuple(CurvePoint(*point) for point in zip(*columns, strict=True)))
