r"""Skip-gram with softmax over the nodes: the likelihood that `aic`, `bic` and `snml` judge (Hung, Yamanishi 2020).

    p(x | w) = exp(u_x·v_w) / Σ_j exp(u_j·v_w)          w, x: nodes at most two steps apart on a random walk

Two rows for each node, hence 2nd parameters. The pairs of all walks are counted once, and the likelihood is maximised
over all of them together. The softmax costs n² d for each step, so this is for small graphs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim import progress
from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.graph.walks import Walker
from graphdim.linalg.blas import single_threaded_blas
from graphdim.selectors.selection import Curve, CurvePoint, Selection

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.view import GraphView
    from graphdim.graph.pairs import Pairs

    Matrix = NDArray[np.float64]

__all__ = ["SkipGram", "SkipGramSelector", "count_pairs", "log_softmax", "maximised_loss", "walk_pairs"]

CANDIDATES = (2, 4, 8, 16, 32, 64)
LENGTH = 10
WINDOW = 2
MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class SkipGramSelector(ABC):
    """The dimension whose skip-gram describes random walks in the fewest nats, by the criterion of a subclass.

    Parameters
    ----------
    walks
        Random walks from each node. The more pairs, the larger the dimension that they support.
    most_nodes
        The largest graph, in nodes with an edge, that is not refused.
    seed
        Draws the walks and where the likelihood starts.
    """

    looks_at: ClassVar[str] = "random walks"
    name: ClassVar[str]

    walks: int = 10
    most_nodes: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, walks=1, most_nodes=2, seed=0)

    @abstractmethod
    def code_length(self, pairs: Pairs, n_nodes: int, dimension: int) -> float:
        """The criterion, in nats: how long a description of the pairs is."""

    def select(self, view: GraphView) -> Selection:
        """The candidate with the least code length."""
        adjacency = view.spectra.adjacency
        n_nodes = adjacency.shape[0]
        if n_nodes > self.most_nodes:
            limit = f"{self.name} is for graphs of at most {self.most_nodes:,} nodes (most_nodes)"
            msg = f"{limit}; this one has {n_nodes:,}, and the softmax over all of them takes too long"
            raise GraphError(msg)
        pairs = walk_pairs(adjacency, self.walks, np.random.default_rng(self.seed))
        candidates = [dimension for dimension in CANDIDATES if dimension <= n_nodes]
        lengths = []
        with progress.stage("fitting skip-grams", len(candidates)) as advance, single_threaded_blas():
            for dimension in candidates:
                lengths.append(self.code_length(pairs, n_nodes, dimension) / len(pairs))
                advance(1)
        return Selection(
            selector=self,
            dimension=candidates[int(np.argmin(lengths))],
            facts=view.facts,
            curve=Curve("code length, nats per pair", tuple(map(CurvePoint, candidates, lengths))),
            details={"n_pairs": len(pairs)},
        )


def walk_pairs(adjacency: csr_array, walks: int, rng: np.random.Generator) -> Pairs:
    """Pairs of nodes at most two steps apart on random walks, both ways round, in random order."""
    starts = np.concatenate([rng.permutation(adjacency.shape[0]) for _ in range(walks)])
    visited = Walker(adjacency).walks(starts, LENGTH, rng).T.astype(np.int64)
    steps = [(start, start + gap) for gap in range(1, WINDOW + 1) for start in range(LENGTH - gap)]
    forward = np.concatenate([np.column_stack([visited[first], visited[second]]) for first, second in steps])
    return rng.permutation(np.concatenate([forward, forward[:, ::-1]]))


def count_pairs(pairs: Pairs, n_nodes: int) -> Matrix:
    """How often each pair occurs, rows by its first node."""
    keys = pairs[:, 0] * n_nodes + pairs[:, 1]
    return np.bincount(keys, minlength=n_nodes**2).reshape(n_nodes, n_nodes).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class SkipGram:
    """The rows v of nodes as they come first in a pair, and u of nodes as they come second."""

    first: Matrix
    second: Matrix

    @classmethod
    def start(cls, n_nodes: int, dimension: int, seed: int) -> SkipGram:
        """Small random rows."""
        rows = np.random.default_rng(seed).standard_normal((2, n_nodes, dimension)) * (0.1 / np.sqrt(dimension))
        return cls(*rows)

    def log_probabilities(self) -> Matrix:
        """The logarithms of p(x | w), row w and column x."""
        return log_softmax(self.first @ self.second.T)

    def loss(self, counts: Matrix) -> float:
        """-ℓ of counted pairs."""
        return -float(np.vdot(counts, self.log_probabilities()))

    def fitted(self, counts: Matrix) -> SkipGram:
        """The rows of greatest likelihood, found from these by L-BFGS."""
        from scipy.optimize import minimize

        shape, total, row_sums = (2, *self.first.shape), counts.sum(), counts.sum(axis=1, keepdims=True)

        def objective(flat: Matrix) -> tuple[float, Matrix]:
            """-ℓ for each pair, and its gradient."""
            model = SkipGram(*flat.reshape(shape))
            log_p = model.log_probabilities()
            excess = np.exp(log_p) * row_sums - counts
            gradient = np.stack([excess @ model.second, excess.T @ model.first]) / total
            return -float(np.vdot(counts, log_p)) / total, gradient.ravel()

        flat = np.stack([self.first, self.second]).ravel()
        fitted = minimize(objective, flat, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
        return SkipGram(*fitted.x.reshape(shape))


def maximised_loss(pairs: Pairs, n_nodes: int, dimension: int, seed: int) -> float:
    """-ℓ of the pairs at its least."""
    counts = count_pairs(pairs, n_nodes)
    return SkipGram.start(n_nodes, dimension, seed).fitted(counts).loss(counts)


def log_softmax(logits: Matrix) -> Matrix:
    """Logarithms of probabilities in proportion to exp of each row."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    normalised: Matrix = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return normalised
