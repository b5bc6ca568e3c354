"""Airport from the HGCN project: a pickled networkx graph, read without networkx."""

import numpy as np

from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.home import fetch
from graphdim.reading.datasets.unpickling import unpickle
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(dataset: Dataset) -> Edges:
    """The flight routes; airports are numbered in the file's own order."""
    file = dataset.files["graph"]
    neighbours = vars(unpickle(fetch(file), file.path))["_adj"]
    number = {airport: position for position, airport in enumerate(neighbours)}
    ends = np.array(
        [(number[here], number[there]) for here, near in neighbours.items() for there in near], dtype=np.int64
    )
    return Edges(ends[:, 0], ends[:, 1], n_nodes=len(number))
