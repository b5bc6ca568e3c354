"""What is known of the nodes besides their edges: labels and features that a source carries, and labels from elsewhere.

Labels come from a file or a frame, from a column that the source carries, from a mapping by id, or as one for each
node. Feeds cross-validation on labels and the graphs that models are trained on.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError, SourceError
from graphdim.folders import user_path
from graphdim.reading import dataset_name, package_of
from graphdim.reading.addresses import refuse_address
from graphdim.reading.datasets import contents
from graphdim.reading.datasets.labelled import features as features_among
from graphdim.reading.files import npz
from graphdim.reading.files.content import load as load_file
from graphdim.reading.labels import check_listed_order, check_order, classes_of
from graphdim.reading.node_frames import frame_table, is_frame, is_series, labels_table
from graphdim.reading.node_tables import array, id_in_graph, is_array, left_out, read_table
from graphdim.reading.tensors import as_array

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.reading.node_rows import NodeTable

    Notes = tuple[str, ...]

__all__ = ["carried_by", "check_rows", "labels_of", "lack_ids", "table_of"]


def labels_of(
    labels: Any, source: Any, ids: Sequence[str], features: Any = None
) -> tuple[NDArray[np.int64] | None, Notes]:
    """One class number for each node, -1 for none, and notes for the user; without labels, those of the source if any.

    A name means a file, a column of the features' file, or what the source calls so: `labels` in a dataset.
    """
    values: Any = labels
    notes: Notes = ()
    if labels is None:
        values = carried_by(source, len(ids)).get("labels")
    elif isinstance(labels, str | os.PathLike):
        values, notes = _named(os.fspath(labels), source, ids, features)
    elif is_frame(labels) or is_series(labels):
        values, notes = _framed(labels, source, ids)
    elif hasattr(labels, "keys"):
        values, notes = _mapped(labels, ids)
    else:
        check_rows(source, ids, "the labels", _n_rows(labels))
    if values is None:
        return None, notes
    numbers, of_classes = classes_of(values, len(ids), is_given=labels is not None)
    return numbers, (*notes, *of_classes)


def _n_rows(values: Any) -> int:
    """How many there are; a single thing is none of several, and is told elsewhere too."""
    try:
        return len(values)
    except TypeError:
        return 0


def check_rows(source: Any, ids: Sequence[str], what: str, n_rows: int) -> None:
    """Refuse rows without ids where their order is in doubt; a wrong number of rows is told elsewhere."""
    if n_rows == len(ids):
        (check_listed_order if _lists_nodes(source) else check_order)(ids, what)


def _lists_nodes(source: Any) -> bool:
    """Whether the source itself has its nodes in an order, names included."""
    is_graph = hasattr(source, "adj") or package_of(source, ("igraph",)) is not None
    return is_graph or Path(str(source)).suffix in (".graphml", ".gml", ".xml")


def lack_ids(labels: Any) -> bool:
    """Whether labels are told by their order alone: an array, or a file of one."""
    if isinstance(labels, str | os.PathLike):
        return is_array(user_path(labels))
    return not (is_frame(labels) or is_series(labels) or hasattr(labels, "keys"))


def carried_by(source: Any, n_nodes: int) -> dict[str, Any]:
    """What the source itself says about its nodes, by name; PyG's x and y are `features` and `labels`."""
    if hasattr(source, "edge_types"):
        msg = "a HeteroData has several kinds of nodes; labels come with a Data, see to_homogeneous()"
        raise ParameterError(msg)
    if hasattr(source, "edge_index") and hasattr(source, "num_nodes"):
        return _from_data(source)
    if isinstance(source, str | os.PathLike) and (path := user_path(source)).suffix == ".npz" and path.exists():
        return _from_archive(path)
    if (name := dataset_name(source)) is not None:
        node_data = contents(name, n_nodes)
        named = {"labels": node_data.labels, "features": node_data.features}
        return {name: values for name, values in named.items() if values is not None}
    return {}


def _named(name: str, source: Any, ids: Sequence[str], features: Any) -> tuple[Any, Notes]:
    """The labels in a file, or in a column of the features' file or of the source."""
    path = user_path(name)
    if path.exists():
        return _in_file(path, source, ids)
    if is_frame(features) or (isinstance(features, str | os.PathLike) and not is_array(Path(features))):
        table = table_of(features, source, ids, "features")
        return table.column(name), table.notes
    carried = carried_by(source, len(ids))
    if name in carried:
        return carried[name], ()
    if hasattr(source, "nodes") and hasattr(source, "adj"):
        return [source.nodes[node].get(name) for node in source], ()
    refuse_address(name)
    known = f"; the source has {', '.join(carried)}" if carried else ""
    msg = f"labels {name!r}: there is no such file, and the source has no such column{known}"
    raise SourceError(msg)


def _in_file(path: Path, source: Any, ids: Sequence[str]) -> tuple[Any, Notes]:
    if is_array(path):
        values = array(path)
        check_rows(source, ids, f"{path}: labels", values.shape[0])
        return values, ()
    table = read_table(path, ids)
    return table.column(table.label_column()), table.notes


def _framed(labels: Any, source: Any, ids: Sequence[str]) -> tuple[Any, Notes]:
    """The labels in a frame, read like a file; or in a column of pandas, by its index."""
    table = labels_table(labels, ids)
    _check_order(table, source, ids, "labels")
    return table.column(table.label_column()), table.notes


def table_of(given: Any, source: Any, ids: Sequence[str], what: str) -> NodeTable:
    """The table that a path names, or that a frame is; `what` it holds is "labels" or "features"."""
    if not is_frame(given):
        return read_table(user_path(given), ids)
    table = frame_table(given, ids, what)
    _check_order(table, source, ids, what)
    return table


def _check_order(table: NodeTable, source: Any, ids: Sequence[str], what: str) -> None:
    if not table.has_ids:
        check_rows(source, ids, f"the {what}", len(table.row_of_node))


def _mapped(labels: Mapping[Any, Any], ids: Sequence[str]) -> tuple[list[Any], Notes]:
    """Labels by id."""
    known = {node: place for place, node in enumerate(ids) if node}
    by_text = {id_in_graph(str(node), known): label for node, label in labels.items()}
    return [by_text.get(node) for node in ids], left_out("labels", [*by_text], known)


def _from_data(data: Any) -> dict[str, Any]:
    """The tensors of a PyG Data that have one row for each node."""
    tensors = {
        key: value
        for key, value in data
        if getattr(value, "ndim", 0) and len(value) == data.num_nodes and key != "edge_index"
    }
    named = {"labels": tensors.get("y"), "features": tensors.get("x")}
    # Others may be sparse, such as adj_t, which holds the edges.
    others = {key: value for key, value in tensors.items() if not _is_sparse(value)}
    return {key: _dense(value, key) for key, value in (others | named).items() if value is not None}


def _is_sparse(values: Any) -> bool:
    """Whether this is a tensor with places that are not stored, of torch or of PyG's own kind."""
    return str(getattr(values, "layout", "torch.strided")) != "torch.strided" or hasattr(values, "sparse_sizes")


def _dense(values: Any, name: str) -> Any:
    """The numbers of a tensor, or an error for a sparse one."""
    try:
        return as_array(values)
    except (TypeError, RuntimeError) as error:
        msg = f"the {name} of the PyG Data are a {values.layout} tensor of {values.dtype}; give them as .to_dense()"
        raise SourceError(msg) from error


def _from_archive(path: Path) -> dict[str, Any]:
    arrays = npz.arrays(load_file(path))
    # The number of nodes may stand alone or in a list.
    n_nodes = arrays["n"].reshape(-1).tolist() if "n" in arrays else []
    plain = {name: values for name, values in arrays.items() if values.ndim == 1 and [len(values)] == n_nodes}
    inputs = features_among(arrays, str(path))
    return plain if inputs is None else plain | {"features": inputs}
