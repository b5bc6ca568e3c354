"""Labels of rows → a class number for each: by the ids of the rows, or in their order.

Rows without ids are those of the nodes that the edges say; without edges, ids of labels count from 0 or from 1.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from graphdim.errors import GraphError
from graphdim.folders import user_path
from graphdim.reading.labels import class_numbers, unlabelled
from graphdim.reading.node_tables import array, id_in_graph, is_array, left_out, read_table
from graphdim.reading.values import id_spelling
from graphdim.shrinking.frames import index_ids
from graphdim.shrinking.places import doubt_of_first

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.shrinking.rows import Rows

    Notes = tuple[str, ...]
    Finder = Callable[[Sequence[str]], Collection[str]]

__all__ = ["classes_of_rows"]


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
    # A Series beside rows without ids is in their order, as in scikit-learn.
    is_by_id = rows.ids is not None and not hasattr(labels, "columns") and index_ids(labels) is not None
    if not isinstance(labels, Mapping) and not is_by_id:
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


def _in_file(path: Path, rows: Rows, node_of_row: Sequence[int] | None) -> tuple[Any, Notes]:
    """The labels in an array, or in a table with ids."""
    if path.exists() and is_array(path):
        return array(path), ()

    def found(ids: Sequence[str]) -> set[str]:
        rows_found = read_table(path, ids, "the rows").row_of_node.tolist()
        return {node for node, row in zip(ids, rows_found, strict=True) if row >= 0}

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
