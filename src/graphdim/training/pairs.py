"""Pairs of nodes to learn link prediction from: edges split by seed, and non-edges beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import GraphError
from graphdim.graph.pairs import NonEdges
from graphdim.training.randomness import stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.graph.pairs import Pairs
    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

__all__ = ["SECTION", "PairSplit", "pair_split", "pairs_of"]

SECTION = "link-prediction"


@dataclass(frozen=True, slots=True, eq=False)
class PairSplit:
    """Positive pairs of the three parts, and negative ones for those that are fixed; training draws its own."""

    train: Pairs
    validation: tuple[Pairs, Pairs]
    test: tuple[Pairs, Pairs]


def pairs_of(training: Training, graph: LabelledGraph, settings: Settings) -> tuple[PairSplit, NonEdges]:
    """The pairs that the seed of a training draws, and what draws more non-edges; what leaks is what it names."""
    known = graph.edges[:0] if "edges-among-negatives" in training.leaks else graph.edges
    non_edges = NonEdges(graph.n_nodes, known, stream(training.seed, "negatives"), sides=graph.sides)
    loops = "self-loops-as-positives" in training.leaks
    shares = settings.value(SECTION, "shares")
    return pair_split(graph, non_edges, shares, self_loops=loops, seed=training.seed), non_edges


def pair_split(
    graph: LabelledGraph, non_edges: NonEdges, shares: Sequence[float], *, self_loops: bool, seed: int
) -> PairSplit:
    """Shares of the positives, such as 85, 5 and 10 %, and as many distinct negatives for the last two."""
    positives = _with_loops(graph) if self_loops else graph.edges
    n_validation, n_test = (round(share * len(positives)) for share in shares[1:])
    _check(graph, len(positives), (n_validation, n_test), non_edges.n_free)
    shuffled = positives[stream(seed, "edges").permutation(len(positives))]
    validation, test, train = np.split(shuffled, [n_validation, n_validation + n_test])
    negatives = non_edges.draw_distinct(n_validation + n_test)
    return PairSplit(train, (validation, negatives[:n_validation]), (test, negatives[n_validation:]))


def _with_loops(graph: LabelledGraph) -> Pairs:
    return np.concatenate([graph.edges, np.repeat(np.arange(graph.n_nodes), 2).reshape(-1, 2)])


def _check(graph: LabelledGraph, n_positives: int, held_out: tuple[int, int], n_other: int) -> None:
    if held_out[0] == 0:
        msg = f"{graph.name}: {n_positives} edges are too few to train, validate and test on; it takes at least 11"
        raise GraphError(msg)
    if n_other < sum(held_out):
        msg = f"{graph.name}: only {n_other:,} pairs are not edges; link prediction needs {sum(held_out):,} of them"
        raise GraphError(msg)
