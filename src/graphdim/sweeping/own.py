"""A source with labels and features → a graph to train on.

Labels and features come with the source (PyG, a labelled .npz, dataset:NAME), from a file, or as arrays.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import ParameterError, SourceError
from graphdim.graph.build import read_named
from graphdim.reading.datasets import contents
from graphdim.reading.datasets.labelled import features as features_among
from graphdim.reading.files import npz
from graphdim.reading.files.content import load as load_file
from graphdim.reading.labels import check_order, class_numbers
from graphdim.reading.node_tables import array, is_array, left_out, read_table
from graphdim.training.data import LabelledGraph, labelled, load
from graphdim.words import is_plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from graphdim.graph.graph import Graph

    Notes = tuple[str, ...]

__all__ = ["is_dataset", "own_graph"]

DATASET = "dataset:"


def own_graph(
    source: Any,
    labels: Any = None,
    features: Any = None,
    columns: Sequence[str] | None = None,
    *,
    bipartite: bool = False,
) -> tuple[Graph, LabelledGraph]:
    """The graph as selectors read it, and the same with labels and features."""
    graph, ids = read_named(source, columns=columns, bipartite=bipartite)
    if labels is not None or features is not None:
        _refuse_twins(graph, ids)
    if is_dataset(source) and labels is None and features is None:
        return graph, load(source.removeprefix(DATASET))
    carried = _carried(source, graph.n_nodes)
    classes, of_labels = _labels(labels, ids, carried, source, features)
    inputs, of_features = _features(features, ids, carried, source, labels=labels)
    _check_finite(inputs)
    name = "".join(letter if is_plain(letter) else "_" for letter in Path(graph.name).name) or "graph"
    made = labelled(name, graph.n_nodes, graph.pairs, labels=classes, features=inputs)
    # Labels and features may come from one file.
    return graph, replace(made, notes=tuple(dict.fromkeys((*made.notes, *of_labels, *of_features))))


def _refuse_twins(graph: Graph, ids: Sequence[str]) -> None:
    """Refuse two kinds of nodes that share an id: a table of labels or features does not say which of them it means."""
    if graph.sides is None:
        return
    first, second = ({node for node, side in zip(ids, graph.sides, strict=True) if side == kind} for kind in (0, 1))
    twins = sorted((first & second) - {""})
    if twins:
        way = "write the kind into the ids, such as u17 and i17, in all files"
        msg = f"the id {twins[0]} is a node of both kinds, so labels and features by id are ambiguous; {way}"
        raise SourceError(msg)


def _labels(
    labels: Any, ids: Sequence[str], carried: Mapping[str, Any], source: Any, features: Any
) -> tuple[NDArray[np.int64] | None, Notes]:
    """One number per node, -1 for none; None if there are no labels at all."""
    values: Any = labels
    notes: Notes = ()
    if labels is None:
        values = carried.get("labels")
    elif isinstance(labels, str | os.PathLike):
        values, notes = _named_labels(os.fspath(labels), ids, carried, source, features)
    elif hasattr(labels, "keys"):
        values, notes = _mapped(labels, ids)
    else:
        _check_order(source, ids, "the labels", len(labels))
    return None if values is None else class_numbers(values, len(ids)), notes


def _named_labels(
    name: str, ids: Sequence[str], carried: Mapping[str, Any], source: Any, features: Any
) -> tuple[Any, Notes]:
    """The labels in a file, or in a column of the features' file or of the source."""
    path = Path(name).expanduser()
    if path.exists():
        if is_array(path):
            values = array(path)
            _check_order(source, ids, f"{path}: labels", values.shape[0])
            return values, ()
        table = read_table(path, ids)
        return table.column(table.label_column()), table.notes
    if isinstance(features, str | os.PathLike) and not is_array(Path(features)):
        table = read_table(Path(features).expanduser(), ids)
        return table.column(name), table.notes
    if name in carried:
        return carried[name], ()
    if hasattr(source, "nodes") and hasattr(source, "adj"):
        return [source.nodes[node].get(name) for node in source], ()
    known = f"; the source has {', '.join(carried)}" if carried else ""
    msg = f"labels {name!r}: there is no such file, and the source has no such column{known}"
    raise SourceError(msg)


def _mapped(labels: Mapping[Any, Any], ids: Sequence[str]) -> tuple[list[Any], Notes]:
    """Labels by id."""
    by_text = {str(node): label for node, label in labels.items()}
    known = dict.fromkeys(node for node in ids if node)
    return [by_text.get(node) for node in ids], left_out("labels", [*by_text], known)


def _check_order(source: Any, ids: Sequence[str], what: str, n_rows: int) -> None:
    """Names have no order, unless the source lists its nodes; a wrong number of rows is told elsewhere."""
    lists_nodes = hasattr(source, "adj") or Path(str(source)).suffix in (".graphml", ".gml", ".xml")
    if n_rows == len(ids) and not lists_nodes:
        check_order(ids, what)


def is_dataset(source: Any) -> bool:
    """Whether the source names a dataset, as dataset:cora does."""
    return isinstance(source, str) and source.startswith(DATASET)


def _features(
    features: Any, ids: Sequence[str], carried: Mapping[str, Any], source: Any, *, labels: Any
) -> tuple[Any, Notes]:
    """One row of numbers per node; None where there are none."""
    if features is None:
        return carried.get("features"), ()
    if not isinstance(features, str | os.PathLike):
        values = features.detach().cpu().numpy() if hasattr(features, "detach") else features
        _check_order(source, ids, "the features", np.shape(values)[0])
        return values, ()
    path = Path(features).expanduser()
    if is_array(path):
        values = array(path)
        _check_order(source, ids, f"{path}: features", values.shape[0])
        return values, ()
    table = read_table(path, ids)
    return table.numbers(but=labels if isinstance(labels, str) and labels in table.columns else None), table.notes


def _check_finite(features: Any) -> None:
    stored = getattr(features, "data", None) if hasattr(features, "indptr") else features
    if stored is not None and not np.isfinite(np.asarray(stored, dtype=np.float64)).all():
        msg = "the features hold NaN or infinite numbers; fill or drop them first"
        raise SourceError(msg)


def _carried(source: Any, n_nodes: int) -> dict[str, Any]:
    """What the source itself says about its nodes, by name; PyG's x and y are `features` and `labels`."""
    if hasattr(source, "edge_types"):
        msg = "a HeteroData has several kinds of nodes; sweep takes a Data, see to_homogeneous()"
        raise ParameterError(msg)
    if hasattr(source, "edge_index") and hasattr(source, "num_nodes"):
        return _from_data(source)
    if isinstance(source, str | os.PathLike) and Path(source).suffix == ".npz" and Path(source).exists():
        return _from_archive(Path(source))
    if is_dataset(source):
        node_data = contents(source.removeprefix(DATASET), n_nodes)
        named = {"labels": node_data.labels, "features": node_data.features}
        return {name: values for name, values in named.items() if values is not None}
    return {}


def _from_data(data: Any) -> dict[str, Any]:
    """The tensors of a PyG Data that have one row for each node."""
    tensors = {
        key: value
        for key, value in data
        if getattr(value, "ndim", 0) and len(value) == data.num_nodes and key != "edge_index"
    }
    renamed = {"labels": tensors.get("y"), "features": tensors.get("x")}
    return {key: value.detach().cpu().numpy() for key, value in (tensors | renamed).items() if value is not None}


def _from_archive(path: Path) -> dict[str, Any]:
    arrays = npz.arrays(load_file(path))
    plain = {
        name: values for name, values in arrays.items() if values.ndim == 1 and len(values) == int(arrays.get("n", -1))
    }
    inputs = features_among(arrays, str(path))
    return plain if inputs is None else plain | {"features": inputs}
