"""Cross-validation on links: which edges are held out and which non-edges they are told from, split by split.

A tenth of the edges is held out, and as many non-edges are drawn; cv.held_out scores them. Every split starts from
nothing, since a subspace of the full graph knows the held-out edges.

Random non-edges mostly join nodes of few edges. Where many nodes have hardly any, or a few have most, degrees alone
tell edges from them, and one dimension, which holds the degrees, is as good as any. Non-edges whose ends are drawn in
proportion to their degrees then ask for what lies beyond.

A held-out edge that was the only way between two parts of the graph scores zero at every dimension, and non-edges
within a part may all score less: in trees, whose edges are such bridges, that would pass for a prediction. Where
nearly all are bridges, they come last in every ranking.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.embedding.scoring.guessing import guessing_links
from graphdim.errors import GraphError
from graphdim.graph.bridges import are_bridges, is_nearly_a_tree
from graphdim.graph.matrices import adjacency_of, edges_of, nodes_with_edges, sides_among
from graphdim.graph.pairs import NonEdges, check_enough_edges, draw_held_out, n_possible
from graphdim.graph.spectra import Spectra
from graphdim.selectors.cv.held_out import HeldOutLinks
from graphdim.selectors.cv.measuring import MOST_SPLITS
from graphdim.selectors.cv.scores import SplitScores, dimension_grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.scoring.guessing import Guessing

__all__ = ["FEW_NODES", "LinkSplits"]

# Held-out pairs scored at most; with these, the AUC of a split is known to about 0.1 points.
MOST_PAIRS = 200_000
# Splits are added until this many edges were held out: with fewer, which split came first decides much of the answer.
ENOUGH_EDGES = 1_000
FEWEST_SPLITS = 3
# Degrees are as good as a dimension that scores so much more: whatever margin the user accepts for the answer.
AS_EASY = 0.005
EVERY = 32  # the largest of the small dimensions
# Up to this many nodes a rank of a few hundred takes seconds.
FEW_NODES = 2**15
# Splits of graphs with more entries than this are drawn again when their rank is raised, instead of being kept.
MOST_KEPT = 2**22


@dataclass(eq=False)
class LinkSplits:
    """Splits of one graph, drawn by seed when they are needed and kept while their rank may be raised.

    `known_sides` marks the nodes of the second kind, where the source tells; else the colours of the graph decide.
    `negatives` are "uniform" or by "degree"; with "auto" they are uniform, and `harder` may draw them by degree.
    `first_splits` of 0 stands for as many as hold out enough edges.
    """

    first_rank: ClassVar[int] = 64
    scouts: ClassVar[int] = 1
    task: ClassVar[str] = "link-prediction"
    score: ClassVar[str] = "ROC-AUC"
    share: ClassVar[float] = 0.1

    adjacency: csr_array
    seed: int
    negatives: str = "uniform"
    known_sides: NDArray[np.bool_] | None = None
    first_splits: int = 0
    easy_score: float | None = None  # of degrees against uniform non-edges, where others took their place
    keeps_nodes: bool = field(default=True, init=False)
    is_tree: bool = field(default=False, init=False)
    n_scored: int = field(default=1, init=False)  # held-out edges of a split, once one is drawn
    _splits: dict[int, HeldOutLinks] = field(default_factory=dict, init=False)
    _scores_of_degrees: dict[int, float] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        nodes = nodes_with_edges(self.adjacency)
        self.adjacency = self.adjacency[nodes][:, nodes] if len(nodes) < self.adjacency.shape[0] else self.adjacency
        self.pairs, self.weights = edges_of(self.adjacency)
        self.pairs = self.pairs.astype(np.int64)
        self.sides = sides_among(nodes, self.known_sides, self.adjacency)
        self._check()
        self.is_tree = is_nearly_a_tree(self.adjacency)
        self.first_splits = self.first_splits or _enough_splits(self.share * len(self.pairs))

    @property
    def most_dimensions(self) -> int:
        """The largest rank that a split can have."""
        return Spectra(self.adjacency, self.sides).most_dimensions

    @property
    def guessing(self) -> Guessing:
        """The ROC-AUC of chance."""
        return guessing_links(self.n_scored)

    @property
    def drawn_negatives(self) -> str:
        """How non-edges are drawn."""
        return "degree" if self.negatives == "degree" else "uniform"

    @property
    def is_cheap(self) -> bool:
        """Whether raising the rank to what methods choose costs little."""
        return bool(self.adjacency.shape[0] <= FEW_NODES)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about the splits."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self.sides is not None:
            yield "the graph is bipartite: links are drawn and scored across its two sides only"
        if not self.keeps_nodes:
            yield "nearly all edges are the only one of a node; some held-out edges leave a node without any"
        if self.is_tree:
            yield "nearly all held-out edges were the only way between two parts of the graph, which nothing foretells"
        if self.easy_score is not None:
            known = f"{100 * self.easy_score:.1f} %"
            easy = f"degrees alone tell edges from random pairs as well as any dimension ({known})"
            yield f"{easy}, so non-edges were drawn by degree; --negatives uniform (negatives=…) draws random ones"

    def harder(self, scores: SplitScores) -> LinkSplits | None:
        """The same splits with non-edges by degree, where degrees alone score about as much as the best."""
        if self.negatives != "auto" or not scores.beats(self.guessing):
            return None
        easy = float(np.mean(list(self._scores_of_degrees.values())))
        if scores.mean.max() > easy + AS_EASY:
            return None
        return replace(self, negatives="degree", known_sides=self.sides, easy_score=easy)

    def grid(self, last: int) -> list[int]:
        """Dimensions to measure, all of the small ones and then eight to an octave: they cost next to nothing."""
        return sorted({*range(1, min(EVERY, last) + 1), *dimension_grid(last, steps=8)})

    def measure(self, dimensions: Sequence[int], splits: range) -> SplitScores:
        """The scores of some splits at rising dimensions."""
        rows = [self._measured(number, dimensions) for number in splits]
        return SplitScores(np.array(dimensions), np.array(rows))

    def _measured(self, number: int, dimensions: Sequence[int]) -> list[float]:
        split = self.split(number)
        if self.negatives == "auto" and number not in self._scores_of_degrees:
            self._scores_of_degrees[number] = split.score_of_degrees()
        return split.scores(dimensions)

    def split(self, number: int) -> HeldOutLinks:
        """One of the splits."""
        if number in self._splits:
            return self._splits[number]
        split = self._drawn(number)
        if self.adjacency.nnz <= MOST_KEPT:
            self._splits[number] = split
        return split

    def draw(self, rng: np.random.Generator) -> NDArray[np.bool_]:
        """Which edges are held out: those whose ends keep another edge, as far as there are enough."""
        held_out, keeps_nodes = draw_held_out(self.pairs, self.adjacency.shape[0], self.share, rng)
        self.keeps_nodes &= keeps_nodes
        return held_out

    def _drawn(self, number: int) -> HeldOutLinks:
        rng = np.random.default_rng([self.seed, number])
        n_nodes = self.adjacency.shape[0]
        held_out = self.draw(rng)
        by_degree = self.drawn_negatives == "degree"
        degree = np.bincount(self.pairs.ravel(), minlength=n_nodes) if by_degree else None
        kept = adjacency_of(self.pairs[~held_out], n_nodes, self.weights[~held_out])
        scored = rng.permutation(np.flatnonzero(held_out))[:MOST_PAIRS]
        self.n_scored = len(scored)
        drawn = NonEdges(n_nodes, self.pairs, rng, sides=self.sides, degree=degree)
        non_edges = drawn.draw(len(scored)) if degree is not None else drawn.draw_distinct(len(scored))
        bridges = are_bridges(self.pairs[scored], kept) if self.is_tree else None
        spectra = Spectra(kept, self.sides, seed=self.seed + number)
        return HeldOutLinks(spectra, self.pairs[scored], non_edges, bridges)

    def _check(self) -> None:
        check_enough_edges(len(self.pairs), "cross-validation")
        if len(self.pairs) == n_possible(self.adjacency.shape[0], self.sides):
            msg = "every two nodes that could be linked are, so no dimension tells edges from non-edges"
            raise GraphError(msg)


def _enough_splits(held_out: float) -> int:
    """How many splits hold out enough edges, if each has this many.

    >>> _enough_splits(8), _enough_splits(200), _enough_splits(5_000)
    (10, 5, 3)
    """
    return min(max(math.ceil(ENOUGH_EDGES / held_out), FEWEST_SPLITS), MOST_SPLITS)
