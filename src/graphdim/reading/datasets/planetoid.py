"""Cora, Citeseer and Pubmed from the original files of Planetoid.

`graph` is a pickled dictionary of neighbour lists. `allx` and `ally` are the features and the one-hot labels of the
nodes before the test nodes; `tx` and `ty` are those of the test nodes, in the order of `test.index`. The training nodes
come first; there are as many of them as `y` has rows.
"""

from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import DatasetError
from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.contents import Contents, sparse
from graphdim.reading.datasets.home import fetch
from graphdim.reading.datasets.unpickling import unpickle
from graphdim.reading.edges import Edges

__all__ = ["contents", "edges"]

N_VALIDATION = 500


def edges(dataset: Dataset) -> Edges:
    """The citations. Nodes are numbered from 0; an isolated node has an empty list of neighbours."""
    file = dataset.files["graph"]
    neighbours = unpickle(fetch(file), file.path)
    lengths = [len(near) for near in neighbours.values()]
    sources = np.repeat(np.fromiter(neighbours, dtype=np.int64), lengths)
    targets = np.fromiter(chain.from_iterable(neighbours.values()), dtype=np.int64)
    return Edges(sources, targets, n_nodes=len(neighbours))


def contents(dataset: Dataset, n_nodes: int) -> Contents:
    """Features, labels and the public split: 20 training nodes per class, 500 for validation and 1000 for the test.

    Numbers are missing from the test index of Citeseer; those nodes have neither features nor a label.
    """
    from scipy.sparse import csr_array, vstack

    test = np.array(fetch(dataset.extras["index"]).split(), dtype=np.int64)
    before, among = _features(dataset, "allx"), _features(dataset, "tx")
    _check_index(test, before.shape[0], n_nodes, dataset)
    stacked = vstack([before, among, csr_array((1, before.shape[1]), dtype=np.float32)], format="csr")
    labels = np.concatenate([_labels(dataset, "ally"), _labels(dataset, "ty"), [-1]])
    row = _row_of_node(test, before.shape[0], n_nodes)
    train = np.arange(len(_labels(dataset, "y")))
    validation = np.arange(len(train), len(train) + N_VALIDATION)
    return Contents(csr_array(stacked[row]), labels[row], (train, validation, np.sort(test)))


def _row_of_node(test: NDArray[np.int64], n_before: int, n_nodes: int) -> NDArray[np.int64]:
    """The row of each node in the stacked files; nodes that no file lists get the last row, which is empty."""
    row = np.full(n_nodes, n_before + len(test))
    row[:n_before] = np.arange(n_before)
    row[test] = n_before + np.arange(len(test))
    return row


def _features(dataset: Dataset, part: str) -> Any:
    file = dataset.extras[part]
    parts = vars(unpickle(fetch(file), file.path))
    return sparse(parts["data"], parts["indices"], parts["indptr"], parts["_shape"], file.path)


def _labels(dataset: Dataset, part: str) -> NDArray[np.int64]:
    file = dataset.extras[part]
    one_hot = unpickle(fetch(file), file.path)
    return np.where(one_hot.any(axis=1), one_hot.argmax(axis=1), -1)


def _check_index(test: NDArray[np.int64], n_before: int, n_nodes: int, dataset: Dataset) -> None:
    if test.min() < n_before or test.max() >= n_nodes:
        path = dataset.extras["index"].path
        msg = f"{path}: it names nodes outside {n_before} to {n_nodes - 1}; delete it and try again"
        raise DatasetError(msg)
