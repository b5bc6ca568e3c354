"""An embedding with a graph and a task → a score for each dimension and seed: what a race measures.

Links: the seed draws the held-out edges and the walks; rows come from the other edges. Labels: rows come from all
edges, and the seed draws the halves and the walks. What all dimensions of a seed share is computed once per process.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.embedding.scoring.labels import (
    is_lopsided,
    label_score,
    learnable_nodes,
    name_of_score,
    stratified_halves,
)
from graphdim.embedding.scoring.links import link_parts, link_score, score_of_degrees, signed_score
from graphdim.errors import ParameterError
from graphdim.graph.matrices import edges_of
from graphdim.linalg.blas import single_threaded_blas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.embedding.protocol import Embedding, Prepared
    from graphdim.embedding.scoring.links import LinkParts

__all__ = ["EmbeddingObjective"]

# Raised when the same settings would give other scores.
VERSIONS = {"link-prediction": 1, "node-classification": 2}
SEEDS_KEPT = 2


@dataclass(frozen=True, eq=False)
class EmbeddingObjective:
    """A score for each dimension and seed; picklable, so that it can be measured in worker processes.

    Parameters
    ----------
    model
        An embedding: `embedding("deepwalk")`, or `OwnEmbedding(function)`.
    adjacency
        The symmetric adjacency, one row for each node.
    labels
        One class for each node, below 0 for none. Without labels, links are scored.
    sides
        Which nodes are on the second side of a bipartite graph; by default, the colours of a graph that has two.
    """

    model: Embedding
    adjacency: csr_array = field(repr=False)
    labels: NDArray[np.int64] | None = field(default=None, repr=False)
    sides: NDArray[np.bool_] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit the graph."""
        for name, values in (("labels", self.labels), ("sides", self.sides)):
            if values is not None and len(values) != self.adjacency.shape[0]:
                msg = f"{len(values):,} {name} for {self.adjacency.shape[0]:,} nodes; give one for each node"
                raise ParameterError(msg)

    def __call__(self, dimension: int, seed: int) -> float:
        """The score of one embedding."""
        prepared, parts = self._case(seed)
        if parts is None:
            return self._label_score(prepared.rows(dimension), seed)
        rows, signs = prepared.rows(dimension), prepared.signs(dimension)
        return (link_score(rows, parts) if signs is None else signed_score(rows, signs, parts)).score

    def score_of_degrees(self, seed: int) -> float:
        """What the links of a seed score by the degrees of the edges to embed."""
        parts = link_parts(self.adjacency, seed, self.sides)
        return score_of_degrees(np.asarray(parts.adjacency.sum(axis=0)).ravel(), *parts.test)

    @property
    def task(self) -> str:
        """What is scored."""
        return "link-prediction" if self.labels is None else "node-classification"

    @property
    def score(self) -> str:
        """The name of the score."""
        return name_of_score(lopsided=self.labels is None or is_lopsided(self.labels))

    @cached_property
    def identity(self) -> str:
        """What tells this objective from others, in a ledger."""
        digest = sha256()
        for part in self._parts():
            digest.update(part)
        return f"{self.model.name} {self.task} {digest.hexdigest()[:32]}"

    def _parts(self) -> Iterator[bytes]:
        version, own = VERSIONS[self.task], getattr(self.model, "identity", "")
        yield f"{version} {self.model!r} {own} {self.adjacency.shape}".encode()
        pairs, weights = edges_of(self.adjacency)
        yield from (pairs.tobytes(), weights.tobytes())
        for name in ("labels", "sides"):
            values = getattr(self, name)
            yield name.encode()
            yield b"" if values is None else np.asarray(values, dtype=np.int64).tobytes()

    def _case(self, seed: int) -> tuple[Prepared, LinkParts | None]:
        """What the dimensions of a seed share; that of the last two seeds is kept."""
        cases = self._cases
        if seed not in cases:
            parts = link_parts(self.adjacency, seed, self.sides) if self.labels is None else None
            embedded = self.adjacency if parts is None else parts.adjacency
            cases[seed] = self.model.prepare(embedded, seed, self.sides), parts
        cases.move_to_end(seed)
        while len(cases) > SEEDS_KEPT:
            cases.popitem(last=False)
        return cases[seed]

    def _label_score(self, rows: NDArray[np.float32], seed: int) -> float:
        nodes, targets = self._learnable
        with single_threaded_blas():
            return label_score(rows[nodes], targets, stratified_halves(targets, seed, 0), lopsided=is_lopsided(targets))

    @cached_property
    def _learnable(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        labels = np.asarray(self.labels)
        nodes = learnable_nodes(labels)
        return nodes, labels[nodes]

    @cached_property
    def _cases(self) -> OrderedDict[int, tuple[Prepared, LinkParts | None]]:
        return OrderedDict()

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed, which every process computes for itself."""
        return {name: value for name, value in vars(self).items() if name not in ("_cases", "_learnable")}
