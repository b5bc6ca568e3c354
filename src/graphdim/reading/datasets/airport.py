"""Airport from the HGCN project: a pickled networkx graph, read without networkx.

The `feat` of each airport holds five numbers: the first four are its features, and the fifth gives its class, with
limits at 1, 8/7 and 9/7.
"""

from typing import Any

import numpy as np

from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.contents import Contents
from graphdim.reading.datasets.home import fetch
from graphdim.reading.datasets.unpickling import unpickle
from graphdim.reading.edges import Edges

__all__ = ["contents", "edges"]

CLASS_BOUNDS = (1.0, 8.0 / 7, 9.0 / 7)


def edges(dataset: Dataset) -> Edges:
    """The flight routes. Airports are numbered in the order of the file."""
    neighbours = _graph(dataset)["_adj"]
    number = {airport: position for position, airport in enumerate(neighbours)}
    ends = np.array(
        [(number[here], number[there]) for here, near in neighbours.items() for there in near], dtype=np.int64
    )
    return Edges(ends[:, 0], ends[:, 1], n_nodes=len(number))


def contents(dataset: Dataset, n_nodes: int) -> Contents:  # noqa: ARG001 - all readers have the same signature
    """Four features per airport, and one of four classes. There is no public split."""
    graph = _graph(dataset)
    numbers = np.array([graph["_node"][airport]["feat"] for airport in graph["_adj"]])
    return Contents(numbers[:, :4].astype(np.float32), np.digitize(numbers[:, 4], CLASS_BOUNDS))


def _graph(dataset: Dataset) -> dict[str, Any]:
    file = dataset.files["graph"]
    attributes: dict[str, Any] = vars(unpickle(fetch(file), file.path))
    return attributes
