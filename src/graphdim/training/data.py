"""A graph with features and labels, ready to train on, and the named ones loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphError
from graphdim.graph.build import read
from graphdim.reading.datasets import contents
from graphdim.reading.datasets.catalogue import every, find
from graphdim.reading.notes import NO_FEATURES, Note
from graphdim.training.splits import Split

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    Features = csr_array | NDArray[np.float32]

__all__ = ["LabelledGraph", "labelled", "load", "one_hot_degrees", "trainable"]

# Features with more than this share of entries stored are columns of numbers; below, they are counted words.
DENSE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LabelledGraph:
    """A simple undirected graph, with one row of features and one label per node.

    `edges` (E, 2) holds each edge once, without self-loops. Labels run from 0; -1 is none. `notes` are sentences
    for the user about what was made up, such as features for a graph that has none (`has_features` is then False).
    `sides` marks the nodes of the second kind, where there are two: links then go across.
    """

    name: str
    n_nodes: int
    edges: NDArray[np.int64]
    features: Features
    labels: NDArray[np.int64]
    public_split: Split | None = None
    notes: tuple[str, ...] = field(default=())
    has_features: bool = True
    sides: NDArray[np.bool_] | None = None

    @property
    def n_classes(self) -> int:
        """Number of distinct labels."""
        return int(self.labels.max(initial=-1)) + 1

    @property
    def n_features(self) -> int:
        """Number of columns of the features."""
        return int(self.features.shape[1])


def load(name: str) -> LabelledGraph:
    """A named dataset; features are scaled as the experiments take them."""
    graph = read(f"dataset:{name}")
    node_data = contents(name, graph.n_nodes)
    parts = Split(*node_data.split) if node_data.split else None
    # Names are known in any case; settings and splits go by the one that is listed.
    name = find(name).name
    return labelled(
        name, graph.n_nodes, graph.pairs, labels=node_data.labels, features=node_data.features, public_split=parts
    )


def trainable() -> list[str]:
    """The names of the datasets that have labels; graphs of one's own in the data folder are taken to have some."""
    return [dataset.name for dataset in every() if dataset.n_classes is not None or dataset.reader == "labelled"]


def labelled(
    name: str,
    n_nodes: int,
    edges: NDArray[Any],
    *,
    labels: NDArray[np.int64] | None = None,
    features: Features | None = None,
    public_split: Split | None = None,
) -> LabelledGraph:
    """A graph from its parts, checked; without features, one-hot degrees take their place, with a note.

    Labels may be any integers; negative ones mean none. Without labels only link prediction can be trained.
    """
    edges = np.ascontiguousarray(edges, dtype=np.int64)
    labels = np.full(n_nodes, -1) if labels is None else labels
    _check_rows(name, "labels", len(labels), n_nodes)
    given = features is not None
    notes = () if given else (Note("no features: one-hot degrees take their place", NO_FEATURES),)
    features = one_hot_degrees(n_nodes, edges) if features is None else scaled(features)
    _check_rows(name, "rows of features", features.shape[0], n_nodes)
    return LabelledGraph(name, n_nodes, edges, features, _numbered(labels), public_split, notes, given)


def one_hot_degrees(n_nodes: int, edges: NDArray[np.int64]) -> csr_array:
    """One column for each degree that occurs.

    >>> one_hot_degrees(3, np.array([[0, 1], [1, 2]])).toarray()
    array([[1., 0.],
           [0., 1.],
           [1., 0.]], dtype=float32)
    """
    from scipy.sparse import csr_array

    _, column = np.unique(np.bincount(edges.ravel(), minlength=n_nodes), return_inverse=True)
    ones = np.ones(n_nodes, dtype=np.float32)
    return csr_array((ones, column, np.arange(n_nodes + 1)), shape=(n_nodes, int(column.max()) + 1))


def scaled(features: Features) -> Features:
    """Counted words: rows that sum to 1, kept sparse. Columns of numbers: mean 0 and deviation 1."""
    stored = features.nnz if hasattr(features, "nnz") else np.count_nonzero(features)
    return _standardised(features) if stored > DENSE * np.prod(features.shape) else _rows_to_one(features)


def _standardised(features: Features) -> NDArray[np.float32]:
    numbers: NDArray[np.float64] = np.asarray(
        features.toarray() if hasattr(features, "toarray") else features, dtype=np.float64
    )
    deviation = numbers.std(axis=0)
    deviation[deviation == 0] = 1
    standard: NDArray[np.float32] = ((numbers - numbers.mean(axis=0)) / deviation).astype(np.float32)
    return standard


def _rows_to_one(features: Any) -> csr_array:
    from scipy.sparse import csr_array

    counts = csr_array(features).astype(np.float32)
    totals = counts.sum(axis=1)
    scale = np.divide(1, totals, out=np.zeros_like(totals), where=totals != 0)
    values = counts.data * np.repeat(scale, np.diff(counts.indptr))
    return csr_array((values, counts.indices, counts.indptr), shape=counts.shape)


def _numbered(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The labels that occur, numbered from 0 in their order; negative ones stay -1."""
    present = labels >= 0
    numbers = np.full(len(labels), -1)
    numbers[present] = np.unique(labels[present], return_inverse=True)[1]
    return numbers


def _check_rows(name: str, what: str, n: int, n_nodes: int) -> None:
    if n != n_nodes:
        msg = f"{name}: {n:,} {what} for {n_nodes:,} nodes; give one for each node"
        raise GraphError(msg)
