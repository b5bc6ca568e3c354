"""Frames of pandas and Polars in memory → ids and numbers, by the rule for all tables.

The index of a pandas frame holds the ids if it has a name or is text, or if no column holds them; but one that counts
the rows from 0 is no ids. A column of lists holds the numbers of each row, as in Parquet.
"""

from __future__ import annotations

from collections.abc import Sized
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading import package_of
from graphdim.reading.node_headers import usual_ids
from graphdim.shrinking.id_columns import LIST, NUMBER, TEXT, WHOLE, IdColumn, first_kind, id_column, others
from graphdim.shrinking.tables import Table, is_unique, may_hold_ids, no_number, stacked, the_lists, unequal
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["index_ids", "read_frame"]

ROWS = "rows"


def index_ids(source: Any) -> list[str] | None:
    """The ids in the index of a pandas object; None for others, and where the index counts the rows from 0."""
    if package_of(source, ("pandas",)) is None or not hasattr(source, "index"):
        return None
    index = source.index.tolist()
    return None if index == list(range(len(index))) else [str(node) for node in index]


def read_frame(frame: Any) -> Table:
    """The ids and the numbers of a frame."""
    names = [str(name) for name in frame.columns]
    columns = [_column(frame, place) for place in range(len(names))]
    kinds = first_kind([_kind(column) for column in columns], columns.__getitem__) if columns else []
    chosen, ids = _ids(frame, names, columns, kinds)
    are_in_index = ids is not None and chosen.column is None
    kept = [place for place, name in enumerate(names) if name != chosen.column]
    lists = [place for place in kept if kinds[place] == LIST]
    if lists:
        name, notes = the_lists(ROWS, [names[place] for place in lists], [names[place] for place in kept])
        return Table(ids, _stacked(columns[lists[0]], name), (*chosen.notes, *notes), are_in_index=are_in_index)
    unused, notes = others(
        ROWS,
        [names[place] for place in kept],
        lambda name: ids is None and may_hold_ids(columns[names.index(name)]),
    )
    kept = [place for place in kept if names[place] not in unused]
    for place in kept:
        if kinds[place] == TEXT:
            raise no_number(ROWS, names[place], columns[place].head(1).to_list()[0])
    return Table(ids, _numbers(frame, kept), (*chosen.notes, *notes), are_in_index=are_in_index)


def _ids(
    frame: Any, names: Sequence[str], columns: Sequence[Any], kinds: Sequence[str]
) -> tuple[IdColumn, list[str] | None]:
    """The column that holds the ids, and what it holds, or what the index does."""
    index = index_ids(frame)
    if index is not None and usual_ids(names) is None and _is_meant(frame.index):
        return IdColumn(None), index
    chosen = id_column(ROWS, names, kinds, lambda: is_unique(columns[0]), is_named=True) if names else IdColumn(None)
    if chosen.column is None:
        return chosen, index
    if names.count(chosen.column) > 1:
        count = names.count(chosen.column)
        msg = f"{ROWS}: {count} columns are called {visible(chosen.column)!r}; keep the one that holds the ids"
        raise SourceError(msg)
    return chosen, [str(node) for node in columns[names.index(chosen.column)].to_list()]


def _is_meant(index: Any) -> bool:
    """Whether an index is more than the numbers that filtering and sorting leave behind: it has a name, or is text."""
    return index.name is not None or any(isinstance(node, str) for node in index[:1])


def _column(frame: Any, place: int) -> Any:
    """A column by its place: two of a pandas frame may have one name."""
    return frame.iloc[:, place] if hasattr(frame, "iloc") else frame.to_series(place)


def _kind(column: Any) -> str:
    """What a column holds, by its first value."""
    value = next(iter(column.head(1).to_list()), None)
    if isinstance(value, str):
        return TEXT
    if isinstance(value, Sized):
        return LIST
    return WHOLE if isinstance(value, Integral) and not isinstance(value, bool) else NUMBER


def _stacked(column: Any, name: str) -> NDArray[Any]:
    """A column of lists as a table."""
    if package_of(column, ("polars",)):
        return stacked(ROWS, column)
    lists = [np.asarray(numbers) for numbers in column.to_list()]
    if len({numbers.shape for numbers in lists}) > 1:
        raise unequal(ROWS, name)
    return np.stack(lists)


def _numbers(frame: Any, kept: Sequence[int]) -> NDArray[Any]:
    """Some columns as an array; what pandas holds as objects, such as its own nullable numbers, as floats."""
    numbers = np.asarray(frame.iloc[:, kept] if hasattr(frame, "iloc") else frame[:, kept])
    if numbers.dtype.kind != "O":
        return numbers
    try:
        return numbers.astype(np.float64)
    except (TypeError, ValueError) as error:
        msg = f"{ROWS}: not every value is a number ({error}); drop or fill what is none"
        raise SourceError(msg) from error
