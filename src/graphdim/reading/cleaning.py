"""Edges → Graph: number the nodes, drop self-loops, merge repeated and reversed edges, count what changed.

Every source passes here, so every form of one graph ends as the same Graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError, ParameterError, SourceError
from graphdim.reading.graph import Cleaning, Graph

if TYPE_CHECKING:
    from graphdim.reading.edges import Edges, Floats

__all__ = ["clean"]

Codes = NDArray[np.integer[Any]]

# Two node numbers share one 64-bit key.
MOST_NODES = 2**32


def clean(edges: Edges, *, n_nodes: int | None = None, name: str = "") -> Graph:
    """The simple undirected graph that `edges` describe, with at least `n_nodes` nodes if given."""
    shown, sources, targets = _number(edges)
    total = _total(shown, n_nodes, carried=edges.n_nodes is not None)
    loops = sources == targets
    self_loops = int(np.count_nonzero(loops))
    weights = edges.weights
    if self_loops:
        sources, targets = sources[~loops], targets[~loops]
        weights = weights if weights is None else weights[~loops]
    keys, weights = _merge(_pack(sources, targets), weights)
    rows = len(sources) + self_loops
    cleaning = Cleaning(rows, self_loops, repeated=len(sources) - len(keys))
    return Graph(total, keys, weights, cleaning, name, edges.notes)


def _pack(sources: Codes, targets: Codes) -> NDArray[np.uint64]:
    """Both ends of each edge in one sortable number, the smaller node first."""
    keys = np.minimum(sources, targets).astype(np.uint64)
    keys <<= np.uint64(32)
    keys |= np.maximum(sources, targets).astype(np.uint64)
    return keys


def _merge(keys: NDArray[np.uint64], weights: Floats | None) -> tuple[NDArray[np.uint64], Floats | None]:
    """Each key once, in order; of several weights the largest, so that every listing of a graph agrees."""
    if weights is None:
        keys.sort()
        return keys[_firsts(keys)], None
    order = np.argsort(keys, kind="stable")
    keys, weights = keys[order], weights[order]
    firsts = np.flatnonzero(_firsts(keys))
    return keys[firsts], np.maximum.reduceat(weights, firsts) if len(firsts) else weights


def _firsts(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    first = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return first


def _total(shown: int, n_nodes: int | None, *, carried: bool) -> int:
    """The number of nodes: what the edges show, or the larger number that the user gave."""
    if n_nodes is None:
        total = shown
    elif n_nodes < shown:
        found = "the source has" if carried else "the edges show"
        msg = f"n_nodes is {n_nodes:,}, but {found} {shown:,} nodes; give at least that many, or leave it out"
        raise ParameterError(msg)
    else:
        total = n_nodes
    if total == 0:
        msg = "no edges, so the number of nodes is unknown; give n_nodes (--num-nodes) if they are isolated"
        raise GraphError(msg)
    if total > MOST_NODES:
        msg = f"{total:,} nodes are more than the {MOST_NODES:,} that the memory engine can number"
        raise GraphError(msg)
    return total


def _number(edges: Edges) -> tuple[int, Codes, Codes]:
    """Node count and both columns as numbers from 0."""
    if not isinstance(edges.sources, np.ndarray) or not isinstance(edges.targets, np.ndarray):
        return _number_strings(edges)
    ids = (edges.sources, edges.targets)
    if edges.n_nodes is not None:
        _check_range(ids, edges.n_nodes)
        return edges.n_nodes, *ids
    low, high = _bounds(ids)
    # A table of all possible ids is the quickest way to number them, while it is not much longer than the edges.
    if low >= 0 and high < 4 * len(ids[0]) + 1024:
        return _number_dense(ids, high + 1)
    return _number_sparse(ids)


def _bounds(columns: tuple[Codes, Codes]) -> tuple[int, int]:
    if not len(columns[0]):
        return 0, -1
    return min(int(ids.min()) for ids in columns), max(int(ids.max()) for ids in columns)


def _check_range(columns: tuple[Codes, Codes], n_nodes: int) -> None:
    low, high = _bounds(columns)
    if low < 0 or high >= n_nodes:
        outside = low if low < 0 else high
        msg = f"an edge names node {outside}, but the source says it has {n_nodes:,} nodes, numbered from 0"
        raise SourceError(msg)


def _number_dense(columns: tuple[Codes, Codes], length: int) -> tuple[int, Codes, Codes]:
    present = np.zeros(length, dtype=bool)
    for ids in columns:
        present[ids] = True
    total = int(np.count_nonzero(present))
    if total == length:
        return total, *columns
    number = np.cumsum(present, dtype=np.uint32)
    number -= 1
    return total, number[columns[0]], number[columns[1]]


def _number_sparse(columns: tuple[Codes, Codes]) -> tuple[int, Codes, Codes]:
    # NumPy would turn a mix of signed and unsigned columns into floats and so merge large ids.
    if columns[0].dtype != columns[1].dtype and {ids.dtype.kind for ids in columns} == {"i", "u"}:
        columns = _common_integers(columns)
    distinct, number = np.unique(np.concatenate(columns), return_inverse=True)
    return len(distinct), number[: len(columns[0])], number[len(columns[0]) :]


def _common_integers(columns: tuple[Codes, Codes]) -> tuple[Codes, Codes]:
    """Both columns in one 64-bit type; the order of the bit patterns does not matter, only their difference does."""
    low, high = _bounds(columns)
    if low < 0 and high >= 2**63:
        msg = f"ids run from {low} to {high}, more than 64 bits hold; give them as strings"
        raise SourceError(msg)
    wide = np.int64 if low < 0 else np.uint64
    return columns[0].astype(wide), columns[1].astype(wide)


def _number_strings(edges: Edges) -> tuple[int, Codes, Codes]:
    import polars as pl

    columns = [
        pl.Series("id", ids, dtype=pl.String) if isinstance(ids, pl.Series) else pl.Series("id", ids).cast(pl.String)
        for ids in (edges.sources, edges.targets)
    ]
    both = pl.concat(columns)
    number = both.rank("dense").to_numpy()
    total = int(number.max()) if len(number) else 0
    return total, number[: len(columns[0])] - 1, number[len(columns[0]) :] - 1
