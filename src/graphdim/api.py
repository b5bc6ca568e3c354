"""The whole flow on one screen: read → measure → select.

Every public function takes a source: a path, "-", "dataset:NAME", or an object that holds a graph.
"""

import time
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdim.engines import Request, measure
from graphdim.entropy.feature import feature_entropy
from graphdim.selectors import minge
from graphdim.selectors.selection import Selection

__all__ = ["graph_entropy", "ideal_dimension", "ideal_dimensions", "structure_entropy"]


def ideal_dimension(
    source: Any,
    *,
    structure_weight: float = 1.0,
    variant: str = "published",
    n_nodes: int | None = None,
    weight: str | None = None,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    memory_limit: int | str | None = None,
    temporary_folder: str | PathLike[str] | None = None,
    master: str | None = None,
) -> Selection:
    """The node-embedding dimension that MinGE selects for a graph.

    Parameters
    ----------
    source
        A path, "-" for standard input, "dataset:NAME", or a graph object: networkx, igraph, PyG, scipy,
        NumPy, pandas, Polars, Arrow, a Spark DataFrame, or an iterable of pairs.
    structure_weight
        λ, the weight of the structure entropy; 0 leaves the edges out.
    variant
        "published" gives the dimensions that the paper prints, "equations" follows its text.
    n_nodes
        Number of nodes, when some have no edge and the source does not carry the number itself.
    weight
        Name of the column or attribute that holds edge weights; without it weights are ignored.
    columns
        Names of the two columns of a table that hold the ends of an edge; without them a usual pair of names is
        looked for, else the first two are taken.
    engine
        Where the sums are done: "memory", "disk", "spark", or "auto": where the edges are, or where they fit.
    memory_limit
        How much memory to use, in bytes or like "1GiB"; by default most of what is free.
    temporary_folder
        Where the disk engine keeps its files, 8 bytes a row, 16 with weights; by default where TMPDIR says.
    master
        The Spark master that the "spark" engine reads a path with; a DataFrame has its own.

    Examples
    --------
    >>> import graphdim as gd
    >>> gd.ideal_dimension([("a", "b"), ("b", "c"), ("c", "a")]).dimension
    14
    """
    request = Request(variant, n_nodes, weight, columns, engine, memory_limit, temporary_folder, master)
    [result] = ideal_dimensions(source, [structure_weight], request)
    return result


def ideal_dimensions(source: Any, structure_weights: Iterable[float], request: Request) -> list[Selection]:
    """One selection for each structure weight; the graph is read and measured once."""
    started = time.perf_counter()
    weights = list(structure_weights)
    for structure_weight in weights:
        minge.check_structure_weight(structure_weight)
    measurement = measure(source, request)
    return [minge.select(measurement, structure_weight=each, since=started) for each in weights]


def structure_entropy(
    source: Any,
    *,
    variant: str = "published",
    n_nodes: int | None = None,
    weight: str | None = None,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    memory_limit: int | str | None = None,
    temporary_folder: str | PathLike[str] | None = None,
    master: str | None = None,
) -> float:
    """How evenly two-hop degree is spread over the nodes, in nats; at most ln N.

    >>> round(structure_entropy([(0, 1), (1, 2)]), 6)
    1.098604
    """
    request = Request(variant, n_nodes, weight, columns, engine, memory_limit, temporary_folder, master)
    return measure(source, request).structure_entropy


def graph_entropy(
    n: ArrayLike,
    source: Any,
    *,
    structure_weight: float = 1.0,
    variant: str = "published",
    n_nodes: int | None = None,
    weight: str | None = None,
    columns: Sequence[str] | None = None,
    engine: str = "auto",
    memory_limit: int | str | None = None,
    temporary_folder: str | PathLike[str] | None = None,
    master: str | None = None,
) -> float | NDArray[np.float64]:
    """Feature entropy plus λ times structure entropy at dimension `n`, a number or an array of them.

    MinGE selects the dimension at which it reaches zero.

    >>> round(graph_entropy(14, [(0, 1), (1, 2), (2, 0)]), 4)
    -0.1498
    """
    minge.check_structure_weight(structure_weight)
    request = Request(variant, n_nodes, weight, columns, engine, memory_limit, temporary_folder, master)
    measured = measure(source, request)
    structure = structure_weight * measured.structure_entropy
    at = np.asarray(n)
    total = [feature_entropy(each, n_nodes=measured.n_nodes) + structure for each in at.ravel().tolist()]
    return np.reshape(total, at.shape) if at.ndim else total[0]
