"""Cora, Citeseer and Pubmed from the raw Planetoid files: a pickled dict of neighbour lists."""

from itertools import chain

import numpy as np

from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.home import fetch
from graphdim.reading.datasets.unpickling import unpickle
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(dataset: Dataset) -> Edges:
    """The citations; nodes run from 0, isolated ones have an empty list."""
    file = dataset.files["graph"]
    neighbours = unpickle(fetch(file), file.path)
    lengths = [len(near) for near in neighbours.values()]
    sources = np.repeat(np.fromiter(neighbours, dtype=np.int64), lengths)
    targets = np.fromiter(chain.from_iterable(neighbours.values()), dtype=np.int64)
    return Edges(sources, targets, n_nodes=len(neighbours))
