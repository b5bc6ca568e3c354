"""Labelled graphs in the plain format `graphs/NAME.npz`, the one for a user's own graph too."""

from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.datasets.home import fetch
from graphdim.reading.edges import Edges
from graphdim.reading.files import npz
from graphdim.reading.files.content import Content

__all__ = ["edges"]


def edges(dataset: Dataset) -> Edges:
    """The edges of a labelled graph."""
    file = dataset.files["graph"]
    data = fetch(file)
    return npz.edges(Content(file.path, data[:4], data), None)
