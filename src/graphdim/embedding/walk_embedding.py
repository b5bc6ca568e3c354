r"""Skip-gram with negative sampling on random walks, by gensim: what DeepWalk and node2vec share.

    maximise  Σ over walks, |i - j| ≤ 5   ln σ(u_j · v_i) + 5 E[ln σ(-u_n · v_i)]         rows = v

The walks of a graph and seed are drawn once for all dimensions. One worker and a fixed seed: a run can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphdim.checks import check_counts, check_number
from graphdim.embedding.protocol import padded
from graphdim.errors import ParameterError
from graphdim.extras import require
from graphdim.graph.matrices import nodes_with_edges
from graphdim.graph.walks import Walker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gensim.models import Word2Vec
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.protocol import Rows

__all__ = ["WalkEmbedding", "Walks", "check_bias"]

NEGATIVES = 5
# Walks of larger graphs are drawn again for every dimension, in about a hundredth of the time of the training.
MOST_KEPT = 2**26
WALKS_AT_ONCE = 2**14


@dataclass(frozen=True)
class WalkEmbedding:
    """An embedding by walks from every node, and a skip-gram over them.

    Parameters
    ----------
    walks, length
        Walks from each node, and nodes of each walk.
    window
        How far apart on a walk two nodes still belong together.
    """

    # Raised when the same parameters would give other rows; a ledger holds it.
    identity: ClassVar[str] = "2"

    walks: int = 20
    length: int = 40
    window: int = 5

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, walks=1, length=2, window=1)

    @property
    def biases(self) -> tuple[float, float]:
        """P and q of the walks."""
        return 1.0, 1.0

    def prepare(self, adjacency: csr_array, seed: int, sides: NDArray[np.bool_] | None = None) -> Walks:  # noqa: ARG002 - walks follow edges, which go across
        """The walks of one graph and seed."""
        require("gensim", "a skip-gram embedding")
        return Walks(self, adjacency, seed)


class Walks:
    """The walks of one graph and seed, kept unless they are large."""

    def __init__(self, model: WalkEmbedding, adjacency: csr_array, seed: int) -> None:
        self.model, self.adjacency, self.seed = model, adjacency, seed
        self.nodes = nodes_with_edges(adjacency)
        self._kept: NDArray[np.int32] | None = None

    def rows(self, dimension: int) -> Rows:
        """The vectors of one training."""
        vectors = self.trained(dimension).wv
        nodes = np.array(vectors.index_to_key).astype(np.int64)
        return padded(vectors.vectors, dimension, nodes, self.adjacency.shape[0])

    def trained(self, dimension: int) -> Word2Vec:
        """One training of the skip-gram, whose words are the nodes."""
        from gensim.models import Word2Vec

        model = Word2Vec(
            vector_size=dimension,
            window=self.model.window,
            sg=1,
            negative=NEGATIVES,
            min_count=1,
            workers=1,
            seed=self.seed,
        )
        n_walks = self.model.walks * len(self.nodes)
        model.build_vocab_from_freq(self._visits, corpus_count=n_walks)
        model.train(Sentences(self), total_examples=n_walks, epochs=1)
        return model

    def signs(self, dimension: int) -> None:
        """All dimensions count alike."""

    def batches(self) -> Iterator[NDArray[np.int32]]:
        """The walks, some at a time, every node once in random order and then again."""
        if self._kept is not None:
            yield self._kept
            return
        drawn = self._drawn()
        if self.model.walks * self.model.length * len(self.nodes) > MOST_KEPT:
            yield from drawn
            return
        self._kept = np.concatenate([*drawn, np.empty((0, self.model.length), dtype=np.int32)])
        yield self._kept

    @cached_property
    def _visits(self) -> dict[str, int]:
        """How often the walks come to each node, by its word."""
        visits = np.zeros(self.adjacency.shape[0], dtype=np.int64)
        for batch in self.batches():
            visits += np.bincount(batch.ravel(), minlength=len(visits))
        return {str(node): int(visits[node]) for node in self.nodes}

    def _drawn(self) -> Iterator[NDArray[np.int32]]:
        rng = np.random.default_rng([self.seed, self.model.length])
        walker = Walker(self.adjacency, *self.model.biases)
        for _ in range(self.model.walks):
            yield walker.walks(rng.permutation(self.nodes), self.model.length, rng)


class Sentences:
    """Walks as gensim takes them: lists of words.

    Words are texts. gensim mistakes numbers for places in its vocabulary: a node would be drawn as a negative sample as
    often as another node deserves.
    """

    def __init__(self, walks: Walks) -> None:
        self.walks = walks

    def __iter__(self) -> Iterator[list[str]]:
        words = np.array([str(node) for node in range(self.walks.adjacency.shape[0])], dtype=object)
        for batch in self.walks.batches():
            for start in range(0, len(batch), WALKS_AT_ONCE):
                yield from words[batch[start : start + WALKS_AT_ONCE]].tolist()


def check_bias(name: str, given: Any) -> None:
    """Refuse what is not a positive number."""
    check_number(name, given, least=0)
    if not given:
        msg = f"{name} is 0; it divides the weight of a step, so it must be above 0"
        raise ParameterError(msg)
