"""Frames of pandas, Polars and pyarrow with a row for each node → tables of nodes, as if they came from a file.

Where the ids are, in this order:

    a column with a usual name    unless few of its values are ids and there is an index
    pandas' index                 unless it only counts the rows
    the first column              of labels; of features, only if it holds the ids of the graph
    pandas' index that counts     if the ids of the graph count as well
    nowhere                       the rows are in the order of the nodes, like those of an array
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading import package_of
from graphdim.reading.node_headers import usual_ids
from graphdim.reading.node_rows import LABEL_NAMES, NodeTable
from graphdim.reading.node_tables import are_mostly_known, id_in_graph, matched

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import polars as pl

    Known = Mapping[str, int]

__all__ = ["frame_table", "is_frame", "is_series", "labels_table"]

FRAMES = ("pandas", "polars", "pyarrow")


def is_frame(given: Any) -> bool:
    """Whether this is a table of a library for tables."""
    # The class is asked, since a lazy frame works, and warns, when it is asked for its columns.
    return package_of(given, FRAMES) is not None and hasattr(type(given), "columns")


def is_series(given: Any) -> bool:
    """Whether this is a column of pandas, which has an index."""
    return package_of(given, ("pandas",)) is not None and hasattr(given, "to_frame") and not is_frame(given)


def labels_table(labels: Any, ids: Sequence[str], whose: str = "the graph") -> NodeTable:
    """The table of labels in a frame, or in a column of pandas, by its index; `whose` are the ids, in messages."""
    return frame_table(labels.to_frame("label") if is_series(labels) else labels, ids, "labels", whose)


def frame_table(frame: Any, ids: Sequence[str], what: str, whose: str = "the graph") -> NodeTable:
    """The table of a frame; `what` it holds is "labels" or "features", in messages too."""
    check_fork()
    known = {node: place for place, node in enumerate(ids) if node}
    cells, index = _cells(frame, what), _index(frame)
    column, theirs = _ids(cells, index, known, what)
    others = cells if column is None else cells.drop(column)
    if not others.width:
        msg = f"{what}: the frame has no column besides the ids; it needs at least one"
        raise SourceError(msg)
    if theirs is None:
        return NodeTable(what, cells, np.arange(len(cells)), has_ids=False)
    where = "index" if column is None else f"column {column!r}"
    is_guess = what == "features" and column is not None and usual_ids([column]) is None
    notes = (f"features: column {column!r} holds the ids of the nodes, so it is not a feature",) if is_guess else ()
    return matched(NodeTable(what, others, np.full(len(ids), -1), notes), where, theirs, known, whose)


def _ids(cells: pl.DataFrame, index: list[str] | None, known: Known, what: str) -> tuple[str | None, list[str] | None]:
    """The column of ids, None for the index, and the ids; no ids where the rows are in the order of the nodes."""
    counts = index == [str(place) for place in range(len(cells))]
    is_named = index is not None and not counts
    usual, first = usual_ids(cells.columns), cells.columns[0] if cells.width > 1 else None
    if usual is not None:
        theirs = _written(cells[usual], known)
        if not is_named or are_mostly_known(theirs, known):
            return usual, theirs
    if is_named and index is not None:
        return None, [id_in_graph(node, known) for node in index]
    if first is not None and _may_be_ids(cells[first], known, what):
        return first, _written(cells[first], known)
    return None, index if counts and index is not None and _fits(set(index), known.keys()) else None


def _may_be_ids(column: pl.Series, known: Known, what: str) -> bool:
    """Whether a first column holds ids: beside labels always, beside features only if it must."""
    import polars as pl

    if what == "labels":
        return column.name.lower() not in LABEL_NAMES
    theirs = _written(column, known)
    if column.dtype == pl.String:
        return are_mostly_known(theirs, known)
    return column.dtype.is_integer() and len(set(theirs)) == len(theirs) and known.keys() <= set(theirs)


def _fits(index: Collection[str], known: Collection[str]) -> bool:
    """Whether an index that counts the rows from 0 may name nodes: one of the two holds all of the other."""
    return set(index) <= set(known) or set(known) <= set(index)


def _written(column: pl.Series, known: Known) -> list[str]:
    import polars as pl

    return [id_in_graph(node, known) for node in column.cast(pl.String).fill_null("").to_list()]


def _index(frame: Any) -> list[str] | None:
    """The index of a pandas frame as text."""
    return [str(node) for node in frame.index.tolist()] if package_of(frame, ("pandas",)) else None


def _cells(frame: Any, what: str) -> pl.DataFrame:
    """The columns, each with a name of its own: numbers as they are, everything else as text."""
    import polars as pl

    package = package_of(frame, FRAMES)
    if package == "pandas":
        names = _distinct([str(name) for name in frame.columns])
        return pl.DataFrame([_pandas_column(frame.iloc[:, place], name) for place, name in enumerate(names)])
    table: Any = pl.from_arrow(frame) if package == "pyarrow" else frame.lazy().collect()
    nested = [column for column in table if column.dtype.is_nested()]
    if nested:
        fault = f"column {nested[0].name!r} holds {nested[0].dtype} values"
        msg = f"{what}: {fault}; a table of nodes has one number or text per column"
        raise SourceError(msg)
    return pl.DataFrame([_plain(column) for column in table])


def _plain(column: pl.Series) -> pl.Series:
    import polars as pl

    return column if column.dtype.is_numeric() or column.dtype == pl.Boolean else column.cast(pl.String)


def _pandas_column(column: Any, name: str) -> pl.Series:
    """One column without pyarrow."""
    import polars as pl

    values = column.to_numpy()
    if values.dtype.kind in "iufb":
        return pl.Series(name, values.astype(np.float32) if values.dtype == np.float16 else values)
    missing = column.isna().to_numpy()
    texts = [None if is_missing else str(value) for value, is_missing in zip(values, missing, strict=True)]
    return pl.Series(name, texts, dtype=pl.String)


def _distinct(names: Sequence[str]) -> list[str]:
    """Names of which no two are alike: Polars takes no others.

    >>> _distinct(["x", "y", "x"])
    ['x', 'y', 'x, column 3']
    """
    return [name if name not in names[:place] else f"{name}, column {place + 1}" for place, name in enumerate(names)]
