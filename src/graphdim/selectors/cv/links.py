r"""Cross-validation on links: hold out edges, factorise the rest once, score every prefix of the factorisation.

    score_k(i, j) = Σ_{l ≤ k} λ_l v_il v_jl           L of the remaining edges, by falling |λ|
    AUC_k = P(score of a held-out edge > score of a non-edge)

One factorisation gives the whole curve: the sums are cumulative. Every split starts from nothing, since a subspace of
the full graph knows the held-out edges. Where eigenvalues are equal, cutting between them means nothing, and a
dimension inside such a group counts as the end of the group before it.

Random non-edges mostly join nodes of few edges. Where many nodes have hardly any, or a few have most, degrees alone
tell edges from them, and one dimension, which holds the degrees, is as good as any. Non-edges whose ends are drawn in
proportion to their degrees then ask for what lies beyond.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.embedding.scoring.guessing import guessing_links
from graphdim.embedding.scoring.links import score_of_degrees
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of, nodes_with_edges, sides_among
from graphdim.graph.pairs import NonEdges, draw_held_out
from graphdim.graph.spectra import Spectra
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv.measuring import MOST_SPLITS
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from graphdim.selectors.methods import FEWEST_EDGES
from graphdim.threads import map_in_threads
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.scoring.guessing import Guessing
    from graphdim.graph.pairs import Pairs
    from graphdim.linalg import Spectrum

__all__ = ["HeldOutLinks", "LinkSplits", "prefix_scores"]

# Held-out pairs scored at most; with these, the AUC of a split is known to about 0.1 points.
MOST_PAIRS = 200_000
# Splits are added until this many edges were held out: with fewer, which split came first decides much of the answer.
ENOUGH_EDGES = 1_000
FEWEST_SPLITS = 3
EVERY = 32  # the largest of the small dimensions
CHUNK = 2**14
NEGLIGIBLE = 1e-5  # of a score, times the number of nodes
# Up to this many nodes a rank of a few hundred takes seconds.
FEW_NODES = 2**15
# Splits of graphs with more entries than this are drawn again when their rank is raised, instead of being kept.
MOST_KEPT = 2**22


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutLinks:
    """The spectra of the remaining edges, held-out edges and as many non-edges, as rows of its nodes."""

    spectra: Spectra
    held_out: Pairs
    non_edges: Pairs

    def scores(self, dimensions: Sequence[int]) -> list[float]:
        """The ROC-AUC at each dimension."""
        return self.scores_of(self.spectra.normalised(max(dimensions)), dimensions)

    def scores_of(self, spectrum: Spectrum, dimensions: Sequence[int]) -> list[float]:
        """The ROC-AUC of another factorisation at each dimension."""
        cuts = floor_cuts(spectrum.values, dimensions)
        positive, negative = (prefix_scores(spectrum, pairs, cuts) for pairs in (self.held_out, self.non_edges))
        return map_in_threads(lambda place: roc_auc(positive[:, place], negative[:, place]), range(len(cuts)))

    def score_of_degrees(self) -> float:
        """The ROC-AUC of d_i d_j, with degrees of the remaining edges: what a pair scores by its ends alone."""
        degree = np.asarray(self.spectra.adjacency.sum(axis=0)).ravel()
        return score_of_degrees(degree, self.held_out, self.non_edges)


@dataclass(eq=False)
class LinkSplits:
    """Splits of one graph, drawn by seed when they are needed and kept while their rank may be raised.

    `known_sides` marks the nodes of the second kind, where the source tells; else the colours of the graph decide.
    `negatives` are "uniform" or by "degree"; with "auto" they are uniform, and `harder` may draw them by degree.
    `first_splits` of 0 stands for as many as hold out enough edges.
    """

    adjacency: csr_array
    seed: int
    negatives: str = "uniform"
    known_sides: NDArray[np.bool_] | None = None
    first_splits: int = 0
    keeps_nodes: bool = True
    n_scored: int = 1  # held-out edges of a split, once one is drawn
    first_rank: ClassVar[int] = 64
    scouts: ClassVar[int] = 1
    task: ClassVar[str] = "link-prediction"
    score: ClassVar[str] = "ROC-AUC"
    share: ClassVar[float] = 0.1
    easy_score: float | None = None  # of degrees against uniform non-edges, where others took their place
    _splits: dict[int, HeldOutLinks] = field(default_factory=dict)
    _scores_of_degrees: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = nodes_with_edges(self.adjacency)
        self.adjacency = self.adjacency[nodes][:, nodes] if len(nodes) < self.adjacency.shape[0] else self.adjacency
        self.pairs, self.weights = edges_of(self.adjacency)
        self.pairs = self.pairs.astype(np.int64)
        self.sides = sides_among(nodes, self.known_sides, self.adjacency)
        self._check()
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
        if self.easy_score is not None:
            known = f"{100 * self.easy_score:.1f} %"
            easy = f"degrees alone tell edges from random pairs as well as any dimension ({known})"
            yield f"{easy}, so non-edges were drawn by degree; --negatives uniform (negatives=…) draws random ones"

    def harder(self, scores: SplitScores, margin: float) -> LinkSplits | None:
        """The same splits with non-edges by degree, where degrees alone score within the margin of the best."""
        easy = float(np.mean(list(self._scores_of_degrees.values())))
        if self.negatives != "auto" or not scores.beats(self.guessing) or scores.mean.max() > easy + margin:
            return None
        harder = copy.copy(self)
        harder.negatives, harder.easy_score, harder._splits = "degree", easy, {}  # noqa: SLF001 - its own copy
        return harder

    def grid(self, last: int) -> list[int]:
        """Dimensions to measure, all of the small ones and then eight to an octave: they cost next to nothing."""
        return sorted({*range(1, min(EVERY, last) + 1), *dimension_grid(last, steps=8)})

    def measure(self, dimensions: Sequence[int], splits: range) -> SplitScores:
        """The scores of some splits at rising dimensions."""
        rows = [self._measured(number, dimensions) for number in splits]
        return SplitScores(np.array(dimensions), np.array(rows))

    def _measured(self, number: int, dimensions: Sequence[int]) -> list[float]:
        split = self.split(number)
        if number not in self._scores_of_degrees:
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
        scored = rng.permutation(np.flatnonzero(held_out))[:MOST_PAIRS]
        self.n_scored = len(scored)
        drawn = NonEdges(n_nodes, self.pairs, rng, sides=self.sides, degree=degree)
        non_edges = drawn.draw(len(scored)) if degree is not None else drawn.draw_distinct(len(scored))
        kept = adjacency_of(self.pairs[~held_out], n_nodes, self.weights[~held_out])
        return HeldOutLinks(Spectra(kept, self.sides, seed=self.seed + number), self.pairs[scored], non_edges)

    def _check(self) -> None:
        n_nodes = self.adjacency.shape[0]
        n_pairs = n_nodes * (n_nodes - 1) // 2
        if len(self.pairs) < FEWEST_EDGES:
            few = f"{counted(len(self.pairs), 'edge is', 'edges are')} too few to hold some out"
            way_out = "So small a graph needs no embedding: take its adjacency matrix"
            msg = f"{few}; cross-validation takes at least {FEWEST_EDGES}. {way_out}"
            raise GraphError(msg)
        if self.sides is not None:
            n_pairs = int(np.count_nonzero(self.sides)) * int(np.count_nonzero(~self.sides))
        if len(self.pairs) == n_pairs:
            msg = "every two nodes that could be linked are, so no dimension tells edges from non-edges"
            raise GraphError(msg)


def _enough_splits(held_out: float) -> int:
    """How many splits hold out enough edges, if each has this many.

    >>> _enough_splits(8), _enough_splits(200), _enough_splits(5_000)
    (10, 5, 3)
    """
    return min(max(math.ceil(ENOUGH_EDGES / held_out), FEWEST_SPLITS), MOST_SPLITS)


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
