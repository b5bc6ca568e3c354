"""A source with labels and features → a graph to train on.

Labels and features come with the source (PyG, a labelled .npz, dataset:NAME), from a file, or as frames or arrays.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.engines.options import SourceOptions
from graphdim.errors import ParameterError, SourceError
from graphdim.folders import user_path
from graphdim.graph.build import read_named, refuse_twins
from graphdim.reading import dataset_name
from graphdim.reading.node_data import carried_by, check_rows, labels_of, table_of
from graphdim.reading.node_frames import is_frame
from graphdim.reading.node_tables import array, is_array
from graphdim.reading.objects.scipy import sound
from graphdim.reading.tensors import as_array
from graphdim.training.data import LabelledGraph, labelled, load
from graphdim.words import is_plain, shown, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.graph.graph import Graph

    Notes = tuple[str, ...]

__all__ = ["own_graph"]

AS_IT_IS = SourceOptions()
IN_MEMORY = ("auto", "memory")


def own_graph(
    source: Any, labels: Any = None, features: Any = None, options: SourceOptions = AS_IT_IS
) -> tuple[Graph, LabelledGraph]:
    """The graph as selectors read it, and the same with labels and features."""
    if options.engine not in IN_MEMORY:
        msg = f"a training needs the edges in memory, but the engine is {options.engine!r}; leave it out"
        raise ParameterError(msg)
    how = {name: getattr(options, name) for name in ("n_nodes", "weight", "columns", "bipartite")}
    graph, ids = read_named(source, **how)
    if labels is not None or features is not None:
        refuse_twins(graph, ids)
    dataset = dataset_name(source)
    if dataset is not None and labels is None and features is None:
        return graph, load(dataset)
    carried = carried_by(source, graph.n_nodes)
    classes, of_labels = labels_of(labels, source, ids, features)
    inputs, of_features = _features(features, ids, carried, source, labels=labels)
    _check_finite(inputs)
    name = "".join(letter if is_plain(letter) else "_" for letter in Path(graph.name).name) or "graph"
    made = labelled(name, graph.n_nodes, graph.pairs, labels=classes, features=inputs)
    # Labels and features may come from one file.
    return graph, replace(made, notes=tuple(dict.fromkeys((*made.notes, *of_labels, *of_features))), sides=graph.sides)


def _features(
    features: Any, ids: Sequence[str], carried: Mapping[str, Any], source: Any, *, labels: Any
) -> tuple[Any, Notes]:
    """One row of numbers per node; None where there are none."""
    if features is None:
        own = carried.get("features")
        return None if own is None else _matrix(own, shown(own)), ()
    if not (isinstance(features, str | os.PathLike) or is_frame(features)):
        values = _matrix(features, shown(features))
        check_rows(source, ids, "the features", values.shape[0])
        return values, ()
    if not is_frame(features) and is_array(path := user_path(features)):
        values = _matrix(array(path), visible(str(path)))
        check_rows(source, ids, f"{path}: features", values.shape[0])
        return values, ()
    table = table_of(features, source, ids, "features")
    asked = [labels] if isinstance(labels, str) and labels in table.columns else []
    # Beside known labels a column called label would tell what is to be learned.
    others = [] if labels is None and "labels" not in carried else table.named_like_labels
    unused = [name for name in others if name not in asked]
    return table.numbers(but=[*asked, *unused]), (*table.notes, *_unused(table.name, unused), *table.zeros)


def _unused(table: str, names: Sequence[str]) -> Notes:
    """A note on columns that are left out of the features, as they may hold the labels."""
    if not names:
        return ()
    what = f"column {shown(names[0])} is" if len(names) == 1 else f"columns {', '.join(map(shown, names))} are"
    return (f"{table}: {what} named like labels and no feature; give it another name if it is one",)


def _matrix(given: Any, name: str) -> Any:
    """Rows of numbers; sparse ones stay sparse."""
    try:
        values = as_array(given)
        values = sound(values, "the matrix of features").tocsr() if hasattr(values, "tocsr") else np.asarray(values)
        values = values if values.dtype.kind in "biufc" else values.astype(np.float64)
    except SourceError:
        raise
    except (TypeError, ValueError, RuntimeError, OverflowError):
        values = None
    if values is None or values.ndim != 2 or not values.shape[1] or values.dtype.kind == "c":  # noqa: PLR2004
        msg = f"the features are {name}; give a matrix of numbers, with one row per node"
        raise ParameterError(msg)
    return values


def _check_finite(features: Any) -> None:
    """Refuse what single precision, in which models are trained, cannot hold."""
    stored = getattr(features, "data", None) if hasattr(features, "indptr") else features
    with np.errstate(over="ignore", invalid="ignore"):
        if stored is None or np.isfinite(np.asarray(stored).astype(np.float32)).all():
            return
    msg = "the features hold NaN or infinite numbers, or numbers above 3e38; fill, drop or scale them first"
    raise SourceError(msg)
