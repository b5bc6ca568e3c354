"""Arrays of an .npz archive → which one is the table of rows, and which one holds the ids of the rows.

An array that may hold ids but has another name is refused, so that the rows are not taken in a wrong order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.column_names import names_time
from graphdim.reading.files.array_file import lettered
from graphdim.reading.node_headers import usual_ids
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["ids_among", "is_table"]

# The first of these that is there; after them, what a column of ids may be called, or several of it.
ID_ARRAYS = ("ids", "id", "nodes", "names", "keys")
MORE_ID_ARRAYS = frozenset(("vocab", "vocabulary", "words", "word", "tokens", "token", "entities", "entity"))


def is_table(name: str, values: NDArray[Any]) -> bool:
    """Whether an array may be the rows: a table of numbers, and not ids in one column."""
    is_column = values.ndim == 2 and values.shape[1] == 1 and _names_ids(name)  # noqa: PLR2004 - a table
    return values.ndim == 2 and values.dtype.kind in "fiu" and not is_column  # noqa: PLR2004 - a table


def ids_among(source: str, arrays: Mapping[str, NDArray[Any]], n_rows: int) -> tuple[list[str] | None, tuple[str, ...]]:
    """The ids of the rows among the other arrays, if there are any, and notes for the user."""
    fitting = [name for name, values in arrays.items() if values.shape in ((n_rows,), (n_rows, 1))]
    named = [name for name in (*ID_ARRAYS, *fitting) if name in fitting and _names_ids(name)]
    if named:
        return _texts(source, named[0], arrays[named[0]].reshape(-1)), ()
    doubtful = [name for name in fitting if not names_time(name) and _may_be_ids(arrays[name])]
    if doubtful:
        held = f"array {visible(doubtful[0])!r} has another value for each of the {n_rows:,} rows"
        msg = f"{source}: {held}; if these are their ids, save it as ids=, else leave it out"
        raise SourceError(msg)
    return None, tuple(f"{source}: array {visible(name)!r} holds no ids and was not read" for name in fitting)


def _texts(source: str, name: str, ids: NDArray[Any]) -> list[str]:
    """Ids as they are written; bytes are those of a text."""
    try:
        texts: list[str] = lettered(np.char.decode(ids, "utf-8") if ids.dtype.kind == "S" else ids.astype(str)).tolist()
    except ValueError as error:
        msg = f"{source}: array {visible(name)!r} holds no texts ({error}); save the ids as texts or numbers"
        raise SourceError(msg) from error
    return texts


def _may_be_ids(values: NDArray[Any]) -> bool:
    """Whether the values are all different, and texts or whole numbers."""
    is_whole = values.dtype.kind in "iuSU" or (values.dtype.kind == "f" and bool((values == np.floor(values)).all()))
    return is_whole and len(np.unique(values)) == values.size


def _names_ids(name: str) -> bool:
    """Whether an array is called like ids, in one word or several of it: node_id and node_ids."""
    lowered = name.lower()
    usual = usual_ids([lowered]) or usual_ids([lowered.removesuffix("s")])
    return usual is not None or lowered in ID_ARRAYS or lowered in MORE_ID_ARRAYS
