"""Labels of rows → a class number for each: by the ids of the rows, or in their order.

Rows without ids are those of the nodes that the edges say; without edges, ids of labels count from 0 or from 1.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from graphdim.errors import GraphError, SourceError
from graphdim.folders import user_path
from graphdim.reading import package_of
from graphdim.reading.labels import class_numbers, unlabelled
from graphdim.reading.node_frames import is_frame, is_series, labels_table
from graphdim.reading.node_tables import array, id_in_graph, is_array, left_out, read_table
from graphdim.reading.values import id_spelling
from graphdim.shrinking.frames import index_ids
from graphdim.shrinking.places import doubt_of_first

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.reading.node_rows import NodeTable
    from graphdim.shrinking.rows import Rows

    Notes = tuple[str, ...]
    Finder = Callable[[Sequence[str]], Collection[str]]

__all__ = ["classes_of_rows"]

IN_ORDER = "if the labels are in the order of the rows, give labels.to_numpy()"


def classes_of_rows(
    labels: Any, rows: Rows, node_of_row: Sequence[int] | None = None
) -> tuple[NDArray[np.int64], Notes]:
    """A class for each row, -1 for none, and notes about rows without a label and labels of others.

    `node_of_row` are the nodes of rows without ids, if edges tell them.
    """
    values, notes = _given(labels, rows, node_of_row)
    try:
        numbers = class_numbers(values, rows.shape[0])
    except GraphError as error:
        msg = f"{error}; there are {rows.shape[0]:,} rows"
        raise GraphError(msg) from error
    return numbers, (*notes, *unlabelled(numbers, "row"))


def _given(labels: Any, rows: Rows, node_of_row: Sequence[int] | None) -> tuple[Any, Notes]:
    """A label for each row, and notes about labels of others."""
    if isinstance(labels, str | os.PathLike):
        return _in_file(user_path(labels), rows, node_of_row)
    if is_frame(labels) or is_series(labels):
        return _framed(labels, rows, node_of_row)
    if not isinstance(labels, Mapping):
        return labels, ()

    def by_id(ids: Sequence[str]) -> dict[str, Any]:
        known = {node: place for place, node in enumerate(ids)}
        return {id_in_graph(str(node), known): label for node, label in labels.items()}

    ids, notes = _ids(rows, node_of_row, by_id)
    by_text = by_id(ids)
    return [by_text.get(node) for node in ids], (
        *notes,
        *left_out("labels", [*by_text], dict.fromkeys(ids), "the rows"),
    )


def _framed(labels: Any, rows: Rows, node_of_row: Sequence[int] | None) -> tuple[Any, Notes]:
    """The labels in a frame or a column of pandas: by id, or in the order of the rows where they have no ids."""
    if rows.ids is None and _is_one_column(labels) and index_ids(labels) is None and len(labels) != rows.shape[0]:
        return labels.to_numpy(), ()  # which is refused: an index that counts the labels is no evidence of ids

    def found(ids: Sequence[str]) -> Collection[str]:
        table = labels_table(labels, ids, "the rows")
        return _with_a_row(ids, table) if table.has_ids else ids[:1]

    try:
        ids, notes = _ids(rows, node_of_row, found)
        table = labels_table(labels, ids, "the rows")
    except SourceError as error:
        if rows.ids is not None:
            raise
        msg = f"{error}; {IN_ORDER}"
        raise SourceError(msg) from error
    name, is_by_index = table.label_column(), is_series(labels) or len(table.columns) == len(labels.columns)
    counts = is_by_index and index_ids(labels) is None
    # The rows of one frame often lose their ids to a column and keep an index that counts them.
    if not table.has_ids or (counts and rows.ids is not None and not rows.are_in_index):
        return table.cells[name].to_list(), (*notes, *table.notes)
    if is_by_index:
        _refuse_two_orders(labels, rows)
    doubt = _doubts(labels, rows, table, ids, counts=counts) if is_by_index else ()
    return table.column(name), (*notes, *table.notes, *doubt)


def _is_one_column(labels: Any) -> bool:
    """Whether this is a column of pandas, or a frame with no other."""
    return is_series(labels) or (package_of(labels, ("pandas",)) is not None and len(labels.columns) == 1)


def _doubts(labels: Any, rows: Rows, table: NodeTable, ids: Sequence[str], *, counts: bool) -> Notes:
    """A note where labels were matched by an index that may not be meant; some are refused."""
    if rows.ids is None:
        return () if counts else _index_notes(labels, table, ids)
    return (f"the labels were matched by the index of the rows; {IN_ORDER}",) if counts else ()


def _refuse_two_orders(labels: Any, rows: Rows) -> None:
    """Refuse rows without ids beside labels whose index has all their numbers in another order: which one is meant?"""
    n_rows = rows.shape[0]
    if rows.ids is not None or index_ids(labels) is None or labels.index.name is not None:
        return
    if len(labels) == n_rows and set(labels.index.tolist()) == set(range(n_rows)):
        fault = f"the rows have no ids, and the index of the labels holds 0 to {n_rows - 1:,} in another order"
        msg = f"{fault}; {IN_ORDER}, and labels.sort_index() if the index counts the rows"
        raise SourceError(msg)


def _index_notes(labels: Any, table: NodeTable, ids: Sequence[str]) -> Notes:
    """That rows without ids got their labels by an index; refused where that may be of another, longer table."""
    missing = int((table.row_of_node < 0).sum())
    if missing and len(labels) == len(ids):
        fault = f"there is a label for each row, but the index of the labels lacks {missing:,} of the rows"
        msg = f"{fault}, which are {ids[0]} to {ids[-1]}; {IN_ORDER}"
        raise SourceError(msg)
    return (f"the rows have no ids: they are {ids[0]} to {ids[-1]} in the index of the labels; {IN_ORDER}",)


def _with_a_row(ids: Sequence[str], table: NodeTable) -> set[str]:
    return {node for node, row in zip(ids, table.row_of_node.tolist(), strict=True) if row >= 0}


def _in_file(path: Path, rows: Rows, node_of_row: Sequence[int] | None) -> tuple[Any, Notes]:
    """The labels in an array, or in a table with ids."""
    if path.exists() and is_array(path):
        return array(path), ()

    def found(ids: Sequence[str]) -> set[str]:
        return _with_a_row(ids, read_table(path, ids, "the rows"))

    ids, notes = _ids(rows, node_of_row, found)
    table = read_table(path, ids, "the rows")
    return table.column(table.label_column()), (*notes, *table.notes)


def _ids(rows: Rows, node_of_row: Sequence[int] | None, find: Finder) -> tuple[list[str], Notes]:
    """The ids of the rows, whole numbers in their usual spelling; `find` tells which ids have a label."""
    if rows.ids is not None:
        return list(map(id_spelling(rows.ids), rows.ids)), ()
    if node_of_row is not None:
        return list(map(str, node_of_row)), ()
    n_rows = rows.shape[0]
    found = find(list(map(str, range(n_rows + 1))))
    if "0" in found or "1" not in found:
        return list(map(str, range(n_rows))), ()
    if str(n_rows) not in found:
        raise doubt_of_first(rows, "no label is that of node 0")
    return list(map(str, range(1, n_rows + 1))), (f"the rows have no ids: they were taken for 1 to {n_rows:,}",)
