r"""How well cut rows tell edges from non-edges: ROC-AUC, by the decoder that suits the uncut rows best.

A dot product and a cosine are summed over the leading axes. A regression on Hadamard products is fitted again at every
dimension. It depends on the axes (see projection): they are mixed for it where validation edges say that this is
better. Where degrees alone are nearly as good as the rows, as with popular items, non-edges are drawn by degree, as in
selectors.cv.links. Feeds the curve of a task.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from graphdim import progress
from graphdim.embedding.scoring.guessing import guessing_links
from graphdim.embedding.scoring.links import DECODERS, TEST_SHARE, link_parts, score_of_degrees
from graphdim.embedding.scoring.measures import roc_auc, unit_rows
from graphdim.embedding.scoring.regression import fit
from graphdim.linalg.blas import single_threaded_blas
from graphdim.selectors.cv.scores import SplitScores
from graphdim.shrinking.curves import TaskCurve
from graphdim.shrinking.projection import random_rotation
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from graphdim.embedding.scoring.links import LinkParts
    from graphdim.graph.pairs import Pairs
    from graphdim.shrinking.matching import MatchedGraph
    from graphdim.shrinking.projection import Projection
    from graphdim.shrinking.rows import Rows

    Table = NDArray[np.float32]

__all__ = ["link_curve"]

HOW = {
    "dot product": "dot product of two rows, which the cut keeps as well as any can",
    "cosine": "cosine of two rows",
    "regression": "regression on the Hadamard product of two rows, fitted again at every dimension",
}
MIXED = ", on mixed axes"
TRAINED_ON = (
    "the answer keeps what the rows know of these edges; if they were trained on them, new edges may need far fewer "
    "dimensions: see --known"
)
# With few edges a split tells little, and more of them cost little.
LINK_SPLITS, MORE_SPLITS, FEW_EDGES = 3, 10, 5000
MOST_PAIRS = 10_000  # edges of each part of a split
# The share of what the rows know beyond degrees that the margin may forgive.
MOST_FORGIVEN = 0.5


def link_curve(
    rows: Rows, graph: MatchedGraph, projection: Projection, grid: Sequence[int], *, seed: int, margin: float
) -> TaskCurve:
    """How well cut rows tell edges from non-edges, which are drawn by degree where degrees alone nearly suffice."""
    curve = _link_curve(rows, graph, projection, grid, seed)
    degrees = _score_of_degrees(graph, seed)
    beyond = curve.scores.mean[list(grid).index(curve.reference(margin))] - degrees
    if curve.is_chance or margin < MOST_FORGIVEN * beyond:
        return curve
    harder = _link_curve(rows, graph, projection, grid, seed, by_degree=True)
    # Rows that know nothing but degrees have no other task.
    return replace(curve if harder.is_chance else harder, degrees=degrees, by_degree=not harder.is_chance)


def _score_of_degrees(graph: MatchedGraph, seed: int) -> float:
    """The ROC-AUC of d_i d_j on the first split, with degrees of the edges that it does not score."""
    parts = link_parts(graph.adjacency, seed, graph.sides, graph.known)
    degree = np.asarray(parts.adjacency.astype(bool).sum(axis=0)).ravel()
    known = np.zeros(0, dtype=np.int64) if graph.known is None else graph.known.ravel()
    return score_of_degrees(degree + np.bincount(known, minlength=len(degree)), *_first_pairs(parts)[-1])


def _link_curve(
    rows: Rows,
    graph: MatchedGraph,
    projection: Projection,
    grid: Sequence[int],
    seed: int,
    *,
    by_degree: bool = False,
) -> TaskCurve:
    are_few = graph.adjacency.nnz < 2 * FEW_EDGES
    n_splits = MORE_SPLITS if are_few else LINK_SPLITS
    scores: list[list[float]] = []

    @lru_cache(maxsize=1)
    def parts_of(number: int) -> list[PairPart]:
        parts = link_parts(graph.adjacency, seed + number, graph.sides, graph.known, by_degree=by_degree)
        return [_part(pairs, rows, graph, projection, grid) for pairs in _first_pairs(parts)]

    with progress.stage("scoring links", n_splits) as advance, single_threaded_blas():
        # One decoder for all splits and dimensions: what is compared must be one score. Of few edges, a twentieth is
        # too few to choose it by, so all splits have a say.
        decoder = _chosen(parts_of, range(n_splits if are_few else 1), len(grid))
        for number in range(n_splits):
            parts = parts_of(number)
            scores.append(map_in_threads(lambda place: _auc(decoder, parts, place), range(len(grid))))  # noqa: B023
            advance(1)
    how = f"{HOW[decoder.name]}{MIXED if decoder.is_mixed else ''}"
    found = SplitScores(np.array(grid), np.array(scores))
    n_scored = max(1, min(MOST_PAIRS, round(TEST_SHARE * graph.adjacency.nnz / 2)))
    return TaskCurve(
        "link-prediction", "ROC-AUC", how, found, decoder.is_mixed,
        guessing=guessing_links(n_scored), note=TRAINED_ON if graph.known is None else "",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decoder:
    """How two rows are scored, and whether the axes along which they are cut are mixed first."""

    name: str
    is_mixed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PairPart:
    """For edges and for non-edges: the uncut rows of both ends, and the same along the axes."""

    cuts: tuple[int, ...]
    uncut: list[tuple[Table, Table]]
    along: list[tuple[Table, Table]]

    def ends(self, place: int, *, is_mixed: bool) -> list[tuple[Table, Table]]:
        """Both ends at one dimension; at the last, as they are."""
        if place == len(self.cuts) - 1:
            return self.uncut
        cut = [(left[:, : self.cuts[place]], right[:, : self.cuts[place]]) for left, right in self.along]
        if not is_mixed:
            return cut
        rotation = random_rotation(self.cuts[place])
        return [(left @ rotation, right @ rotation) for left, right in cut]


def _first_pairs(parts: LinkParts) -> list[tuple[Pairs, Pairs]]:
    """Edges and non-edges to learn from, to validate and to test, no more than are scored."""
    every = (parts.learning, parts.validation, parts.test)
    return [(edges[:MOST_PAIRS], others[:MOST_PAIRS]) for edges, others in every]


def _part(
    pairs: tuple[Pairs, Pairs], rows: Rows, graph: MatchedGraph, projection: Projection, grid: Sequence[int]
) -> PairPart:
    uncut = [(rows.take(graph.row_of_node[low]), rows.take(graph.row_of_node[high])) for low, high in _ends(pairs)]
    along = [(projection.apply(left, rows.shape[1]), projection.apply(right, rows.shape[1])) for left, right in uncut]
    return PairPart(tuple(grid), uncut, along)


def _ends(pairs: tuple[Pairs, Pairs]) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    return [(each[:, 0], each[:, 1]) for each in pairs]


def _chosen(parts_of: Callable[[int], list[PairPart]], splits: range, n_cuts: int) -> Decoder:
    """The decoder that is best on the validation edges, for the uncut rows; mixed if that is best for the cut ones."""
    *cuts, uncut = range(n_cuts)

    def best(decoders: Sequence[Decoder], places: Sequence[int]) -> Decoder:
        means = [[_validated(decoder, parts_of(number), places) for decoder in decoders] for number in splits]
        return decoders[int(np.argmax(np.mean(means, axis=0)))]

    decoder = best([Decoder(name) for name in DECODERS], [uncut])
    # Inner products and cosines are the same along any axes.
    is_open = decoder.name == "regression" and cuts
    return best([decoder, replace(decoder, is_mixed=True)], cuts) if is_open else decoder


def _validated(decoder: Decoder, parts: Sequence[PairPart], places: Sequence[int]) -> float:
    """The mean score of the validation edges at some dimensions."""
    learning, validation, _ = parts
    judging = [learning, validation, validation]
    return float(np.mean(map_in_threads(lambda place: _auc(decoder, judging, place), list(places))))


def _auc(decoder: Decoder, parts: Sequence[PairPart], place: int) -> float:
    """The score of the last part at one dimension; a regression learns from the first."""
    learning, _, scored = parts
    ends = scored.ends(place, is_mixed=decoder.is_mixed)
    if decoder.name == "regression":
        learned = learning.ends(place, is_mixed=decoder.is_mixed)
        weights = fit(*(left * right for left, right in learned)).astype(np.float32)
        return roc_auc(*((left * right) @ weights for left, right in ends))
    if decoder.name == "cosine":
        ends = [(unit_rows(left), unit_rows(right)) for left, right in ends]
    return roc_auc(*(np.einsum("ij,ij->i", left, right) for left, right in ends))
