r"""Links from rows: 85 / 5 / 10 % of the edges to embed, to choose a decoder on, and to score; as many non-edges.

    dot product    x_i · x_j          cosine    x_i · x_j / (|x_i| |x_j|)
    regression     logistic regression on the Hadamard product x_i ⊙ x_j, fitted to edges that were embedded

Which decoder suits depends on the embedding, so the best on the validation edges is taken. The score is ROC-AUC.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.embedding.scoring.measures import roc_auc, unit_rows
from graphdim.embedding.scoring.regression import fit
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of, two_sides
from graphdim.graph.pairs import NonEdges, check_enough_edges
from graphdim.linalg.blas import single_threaded_blas

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.graph.pairs import Pairs

    Rows = NDArray[np.floating[Any]]
    Decoder = Callable[[Pairs], NDArray[np.floating[Any]]]

__all__ = [
    "DECODERS",
    "TEST_SHARE",
    "LinkParts",
    "LinkScore",
    "decoder_of",
    "link_parts",
    "link_score",
    "score_of_degrees",
    "signed_score",
]

DECODERS = ("dot product", "cosine", "regression")
VALIDATION_SHARE, TEST_SHARE = 0.05, 0.1
# Pairs scored at most; with these, an AUC is known to about 0.1 points.
MOST_PAIRS = 200_000
# Edges that a regression learns from; it has at most a few hundred weights.
MOST_LEARNED = 20_000
CHUNK = 2**14


@dataclass(frozen=True, slots=True, eq=False)
class LinkParts:
    """The adjacency of the edges to embed; then edges and non-edges to learn a regression, to validate, to test."""

    adjacency: csr_array
    learning: tuple[Pairs, Pairs]
    validation: tuple[Pairs, Pairs]
    test: tuple[Pairs, Pairs]


@dataclass(frozen=True, slots=True)
class LinkScore:
    """The ROC-AUC of the test edges, and the decoder that was chosen."""

    score: float
    decoder: str


def link_parts(
    adjacency: csr_array,
    seed: int,
    sides: NDArray[np.bool_] | None = None,
    known: Pairs | None = None,
    *,
    by_degree: bool = False,
) -> LinkParts:
    """Edges held out by seed, and non-edges, whose ends may be drawn by degree; across sides where the graph has two.

    `known` are further edges, none of them in `adjacency`: they are not drawn as non-edges.
    """
    pairs, weights = edges_of(adjacency)
    edges, n_nodes, rng = pairs.astype(np.int64), adjacency.shape[0], np.random.default_rng([seed, len(pairs)])
    n_validation, n_test = (round(share * len(edges)) for share in (VALIDATION_SHARE, TEST_SHARE))
    if sides is None and known is None:
        sides = two_sides(adjacency)
    every = edges if known is None else np.concatenate([edges, known])
    # A node without edges counts as one with a single edge: all pairs of the others may be edges.
    degree = np.maximum(np.bincount(every.ravel(), minlength=n_nodes), 1) if by_degree else None
    drawn = NonEdges(n_nodes, every, rng, sides=sides, degree=degree)
    _check(len(edges), drawn.n_free, n_validation + n_test)
    order = rng.permutation(len(edges))
    validation, test, train = np.split(order, [n_validation, n_validation + n_test])
    parts = [validation[:MOST_PAIRS], test[:MOST_PAIRS], train[:MOST_LEARNED]]
    # A few of the non-edges may be missing in a graph that is nearly complete; then the regression learns from fewer.
    draw = drawn.draw if by_degree else drawn.draw_distinct
    negatives = np.split(draw(sum(map(len, parts))), np.cumsum([len(part) for part in parts[:2]]))
    both = [(edges[part], others) for part, others in zip(parts, negatives, strict=True)]
    train = np.sort(train)
    kept = adjacency_of(pairs[train], n_nodes, weights[train])
    return LinkParts(kept, learning=both[2], validation=both[0], test=both[1])


def link_score(rows: Rows, parts: LinkParts) -> LinkScore:
    """The score of the decoder that is best on the validation edges."""
    with single_threaded_blas():
        decoders = {name: decoder_of(name, rows, parts.learning) for name in DECODERS}
        validated = {name: _auc(decoder, parts.validation) for name, decoder in decoders.items()}
        best = max(validated, key=lambda name: validated[name])
        return LinkScore(_auc(decoders[best], parts.test), best)


def signed_score(rows: Rows, signs: NDArray[Any], parts: LinkParts) -> LinkScore:
    """The score of Σ s_k x_ik x_jk, for rows whose dimensions count with a sign: eigenvalues below 0 speak against."""
    return LinkScore(_auc(_products(rows, rows * signs.astype(rows.dtype)), parts.test), "signed dot product")


def score_of_degrees(degree: NDArray[Any], edges: Pairs, others: Pairs) -> float:
    """The score of d_i d_j: what pairs score by their ends alone."""
    return roc_auc(*(degree[pairs].astype(np.float64).prod(axis=1) for pairs in (edges, others)))


def decoder_of(name: str, rows: Rows, learning: tuple[Pairs, Pairs]) -> Decoder:
    """A function from pairs to their scores."""
    if name == "dot product":
        return _products(rows, rows)
    if name == "cosine":
        units = unit_rows(rows)
        return _products(units, units)
    edges, others = (rows[pairs[:, 0]] * rows[pairs[:, 1]] for pairs in learning)
    weights = fit(edges, others).astype(rows.dtype)
    return _products(rows, rows * weights)


def _products(left: Rows, right: Rows) -> Decoder:
    """Dot products of rows, a few pairs at a time."""

    def decode(pairs: Pairs) -> NDArray[np.floating[Any]]:
        chunks = [pairs[start : start + CHUNK] for start in range(0, len(pairs), CHUNK)]
        return np.concatenate([np.einsum("ij,ij->i", left[part[:, 0]], right[part[:, 1]]) for part in chunks])

    return decode


def _auc(decoder: Decoder, pairs: tuple[Pairs, Pairs]) -> float:
    return roc_auc(decoder(pairs[0]), decoder(pairs[1]))


def _check(n_edges: int, n_free: int, n_held_out: int) -> None:
    check_enough_edges(n_edges, "link prediction")
    if n_free <= n_held_out:
        msg = f"only {n_free:,} pairs are not edges; link prediction needs more than {n_held_out:,} of them"
        raise GraphError(msg)
