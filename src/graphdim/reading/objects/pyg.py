"""PyTorch Geometric: Data, HeteroData (all types merged, one dimension) and EdgeIndex.

A HeteroData of two node types whose edges all go across has two kinds of nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.checks import check_count
from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.edges import Attributes, Edges, integers, weight_values
from graphdim.reading.notes import ignored_attribute
from graphdim.reading.objects import torch as tensors
from graphdim.reading.objects.several import refuse_dataset
from graphdim.reading.positions import PositionEdges, rectangle
from graphdim.words import shown

__all__ = ["edges", "relations"]

# How PyG's ToUndirected calls a relation that it has turned round.
REVERSED = "rev_"

Block = tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]]


def edges(source: Any, weight: str | None) -> Edges:
    """The edges and the number of nodes of a PyG object."""
    refuse_dataset(source)
    if hasattr(source, "edge_types"):
        return _hetero(source, weight)
    if hasattr(source, "edge_index") or hasattr(source, "adj_t"):
        sources, targets = _ends(source)
        weights, notes = _weights([source], weight), _notes([source], weight)
        n_nodes = check_count("num_nodes", source.num_nodes, least=0)
        listed = PositionEdges(sources, targets, weights, n_nodes, notes, attributes=_attributes(source))
        shape = _sizes(source)
        if shape is None or shape[0] == shape[1] or not _is_transposed(source):
            return replace(listed, shape=shape)
        return replace(listed, shape=shape, notes=(rectangle(shape), *notes)).across()
    if hasattr(source, "is_sparse"):
        return _edge_index(source, weight)
    msg = f"cannot read a PyG {type(source).__name__}; give a Data, a HeteroData or an edge_index"
    raise UnsupportedError(msg)


def _edge_index(source: Any, weight: str | None) -> Edges:
    """An EdgeIndex, which may know the number of nodes; if its two sizes differ, there are two kinds of nodes."""
    edges_read = tensors.edges(source.as_tensor() if hasattr(source, "as_tensor") else source, weight)
    sizes = tuple(source.sparse_size()) if hasattr(source, "sparse_size") else (None, None)
    if None in sizes:
        return edges_read
    ends = edges_read.sources, edges_read.targets
    sized = PositionEdges(*ends, n_nodes=max(sizes), notes=edges_read.notes, shape=(sizes[0], sizes[1]))
    return sized if sizes[0] == sizes[1] else sized.across()


def _sizes(data: Any) -> tuple[int, int] | None:
    """How many nodes are first and second ends, which a Data tells by the features x_s and x_t, or by its adj_t."""
    features = getattr(data, "x_s", None), getattr(data, "x_t", None)
    if features[0] is not None and features[1] is not None:
        return len(features[0]), len(features[1])
    if not _is_transposed(data):
        return None
    # PyG's own SparseTensor has sizes, tensors of torch a size.
    matrix = data.adj_t
    n_rows, n_columns = matrix.sizes() if hasattr(matrix, "sizes") else matrix.shape
    return int(n_columns), int(n_rows)


def _is_transposed(store: Any) -> bool:
    """Whether the edges of a store are in its adj_t, a matrix whose rows are the second ends."""
    return getattr(store, "edge_index", None) is None


def _attributes(data: Any) -> Attributes:
    """Columns of x, and how many classes y names; a y of anything but one whole number a node tells nothing."""
    features, labels = getattr(data, "x", None), getattr(data, "y", None)
    shape = tuple(getattr(features, "shape", ()))
    n_features = int(shape[1]) if len(shape) == 2 else None  # noqa: PLR2004 - rows and columns
    of_nodes = tuple(getattr(labels, "shape", ())) == (data.num_nodes,) and hasattr(labels, "is_floating_point")
    if labels is None or not of_nodes or labels.is_floating_point():
        return Attributes(n_features)
    return Attributes(n_features, len(labels[labels >= 0].unique()))


def _ends(store: Any) -> Block:
    """Both ends of the edges of one store; a store may hold them transposed and sparse instead."""
    if not _is_transposed(store):
        return _both_ends(store.edge_index)
    if getattr(store, "adj_t", None) is None:
        msg = f"the PyG {type(store).__name__} has neither edge_index nor adj_t"
        raise SourceError(msg)
    adjacency = store.adj_t
    if hasattr(adjacency, "coo"):
        rows, columns = (tensors.dense(end, "adj_t") for end in adjacency.coo()[:2])
    elif hasattr(adjacency, "to_sparse_coo"):
        rows, columns, _ = tensors.entries(adjacency, "adj_t")
    else:
        msg = f"adj_t is {shown(adjacency)}; it must be a sparse matrix"
        raise SourceError(msg)
    return columns, rows


def _both_ends(edge_index: Any) -> Block:
    """The two rows of an edge_index, checked: PyG itself takes a tensor of any shape and type."""
    if not hasattr(edge_index, "detach"):
        msg = f"edge_index is {shown(edge_index)}; it must be a tensor of shape (2, E)"
        raise SourceError(msg)
    shape = tuple(edge_index.shape)
    if len(shape) != 2 or shape[0] != 2:  # noqa: PLR2004 - two rows of ends
        msg = f"edge_index has shape {shape}; it must be (2, E)"
        raise SourceError(msg)
    sources, targets = (integers(row, "edge_index") for row in tensors.dense(edge_index, "edge_index"))
    return sources, targets


def _hetero(source: Any, weight: str | None) -> Edges:
    """One graph of all types: node numbers of the types laid end to end."""
    sizes = {
        node_type: check_count("num_nodes", source[node_type].num_nodes or 0, least=0)
        for node_type in source.node_types
    }
    total, offset = 0, {}
    for node_type, n_nodes in sizes.items():
        offset[node_type] = total
        total += n_nodes or 0
    blocks = []
    for kind in source.edge_types:
        ends = _ends(source[kind])
        for numbers, node_type in zip(ends, (kind[0], kind[2]), strict=True):
            _check_numbers(numbers, node_type, sizes.get(node_type) or 0)
        blocks.append((ends[0] + offset[kind[0]], ends[1] + offset[kind[2]]))
    stores = [source[kind] for kind in source.edge_types]
    second = _second_type(source)
    empty = [np.empty(0, dtype=np.int64)]
    return Edges(
        np.concatenate([block[0] for block in blocks] or empty),
        np.concatenate([block[1] for block in blocks] or empty),
        _weights(stores, weight),
        total,
        (f"{len(offset)} node types and {len(stores)} edge types merged", *_notes(stores, weight)),
        second=None if second is None else np.repeat([kind == second for kind in sizes], [*sizes.values()]),
    )


def _second_type(source: Any) -> str | None:
    """The type at the second end of the edges, if there are two types and all edges go across."""
    kinds = source.edge_types
    if len(source.node_types) != 2 or not kinds or any(kind[0] == kind[2] for kind in kinds):  # noqa: PLR2004
        return None
    return str(next((kind for kind in kinds if not kind[1].startswith(REVERSED)), kinds[0])[2])


def relations(source: Any, weight: str | None) -> dict[tuple[str, str, str], Edges]:
    """The edges of each relation of a HeteroData, its nodes numbered by type; reversed copies are left out."""
    found: dict[tuple[str, str, str], Edges] = {}
    for kind in source.edge_types:
        first, name, second = kind
        if (second, name.removeprefix(REVERSED), first) in found and name.startswith(REVERSED):
            continue
        sizes = source[first].num_nodes or 0, source[second].num_nodes or 0
        ends = _ends(source[kind])
        for numbers, node_type, n_nodes in zip(ends, (first, second), sizes, strict=True):
            _check_numbers(numbers, node_type, n_nodes)
        weights, notes = _weights([source[kind]], weight), _notes([source[kind]], weight)
        listed = PositionEdges(*ends, weights, n_nodes=sizes[0], notes=notes, shape=sizes)
        found[kind] = listed if first == second else listed.across()
    return found


def _check_numbers(numbers: NDArray[np.integer[Any]], node_type: str, n_nodes: int) -> None:
    """Refuse node numbers that would run into those of the next type, or of a type that has none."""
    outside = numbers[(numbers < 0) | (numbers >= n_nodes)]
    if len(outside) or not n_nodes:
        named = f"an edge names node {outside[0]} of" if len(outside) else "an edge type names"
        msg = f"{named} type {node_type!r}, which has {n_nodes} nodes; set data[{node_type!r}].num_nodes"
        raise SourceError(msg)


def _weights(stores: list[Any], weight: str | None) -> NDArray[np.float64] | None:
    if weight is None:
        return None
    if not all(weight in store for store in stores):
        msg = f"the PyG object has no edge attribute {weight!r} on every edge type"
        raise SourceError(msg)
    values = np.concatenate([_column(store[weight], store.num_edges, weight) for store in stores])
    return weight_values(values, f"edge attribute {weight!r}")


def _column(values: Any, n_edges: int, weight: str) -> NDArray[Any]:
    """An attribute with one number for each edge, perhaps as a column."""
    shape = tuple(getattr(values, "shape", ()))
    if not hasattr(values, "detach") or shape not in ((n_edges,), (n_edges, 1)):
        what = f"has shape {shape}" if hasattr(values, "detach") else f"is {shown(values)}"
        msg = f"edge attribute {weight!r} {what}; a weight is one number an edge, in a tensor of shape ({n_edges},)"
        raise SourceError(msg)
    return tensors.dense(values, f"edge attribute {weight!r}").reshape(-1)


def _notes(stores: list[Any], weight: str | None) -> tuple[str, ...]:
    if weight is None and any(getattr(store, "edge_weight", None) is not None for store in stores):
        return (ignored_attribute("edge_weight", "edge_weight"),)
    return ()
