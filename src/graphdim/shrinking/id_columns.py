"""Which column of a table holds the ids of its rows: one rule for text, Parquet and frames in memory.

    a usual name for ids              that column
    text in the first column          the first
    whole numbers in the first        the first, if others hold fractions or lists; if all columns hold whole numbers,
                                      the first if its numbers are all different, which is a guess
    0.0, 1.0, ... in the first        the first, if its numbers are all different and others hold fractions: a guess
    fractions or lists in the first   none: the rows have no ids

A guess is told in a note, and so are columns that are neither: labels, weights and times are no dimensions, nor is a
column cluster beside x0, x1, x2, …; a name with a number at its end is one of a dimension.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.column_names import WEIGHT_NAMES, names_index, names_time
from graphdim.reading.node_headers import beside_numbered, usual_ids
from graphdim.reading.node_rows import LABEL_NAMES
from graphdim.words import listed, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "LIST",
    "NUMBER",
    "TEXT",
    "WHOLE",
    "IdColumn",
    "are_whole",
    "first_kind",
    "id_column",
    "is_no_dimension",
    "others",
]

# What a column can hold.
TEXT, WHOLE, WHOLE_FLOAT, NUMBER, LIST = "text", "whole numbers", "whole numbers as floats", "numbers", "lists"
PUT_BEHIND = "put this one behind another if it holds none"
DIFFERENT = "its numbers are whole and all different"
CALL_IT = "name the column of the ids 'id'"


class IdColumn(NamedTuple):
    """The column that holds the ids, if any, and notes for the user."""

    column: str | None
    notes: tuple[str, ...] = ()


def id_column(
    source: str, names: Sequence[str], kinds: Sequence[str], are_different: Callable[[], bool], *, is_named: bool
) -> IdColumn:
    """The column of the ids; `kinds` says what each column holds, `are_different` looks at the values of the first.

    A text without a header is an id and numbers by its format; of columns with names, more is asked and told.
    """
    usual = usual_ids(names)
    if usual is not None or kinds[0] == TEXT:
        return IdColumn(usual or names[0])
    column = f"{source}: column {visible(names[0])!r}" if is_named else f"{source}: the first column"
    if kinds[0] == WHOLE_FLOAT and are_different():
        return IdColumn(names[0], (f"{column} was read as ids, as {DIFFERENT}; {PUT_BEHIND}",))
    if kinds[0] != WHOLE:
        return IdColumn(None)
    remaining = set(kinds[1:])
    if remaining <= {WHOLE}:
        return _of_whole_numbers(names[0], column, are_different=are_different())
    if LIST in remaining or not is_named:
        return IdColumn(names[0])
    return _beside_fractions(names[0], column, are_different=are_different())


def _beside_fractions(name: str, column: str, *, are_different: bool) -> IdColumn:
    """The first of columns with names, of which it alone holds whole numbers."""
    if are_different:
        return IdColumn(name, (f"{column} was read as ids; {PUT_BEHIND}",))
    if is_no_dimension(name):
        return IdColumn(None)
    msg = f"{column} may hold ids, but its whole numbers are not all different; {CALL_IT}, or {PUT_BEHIND}"
    raise SourceError(msg)


def first_kind(kinds: Sequence[str], column: Callable[[int], Any]) -> list[str]:
    """The kinds, the first corrected if it holds whole numbers as floats and other columns hold more than these."""
    if kinds[0] != NUMBER or not are_whole(column(0)):
        return [*kinds]
    are_others_whole = all(kind not in (LIST, TEXT) and are_whole(column(at)) for at, kind in enumerate(kinds) if at)
    return [NUMBER if are_others_whole else WHOLE_FLOAT, *kinds[1:]]


def are_whole(values: Any) -> bool:
    """Whether all numbers of a column are whole."""
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        return False  # what is none is refused when all columns are read
    return bool((numbers == np.floor(numbers)).all())


def others(
    source: str, names: Sequence[str], may_hold_ids: Callable[[str], bool] = lambda _: False
) -> tuple[list[str], tuple[str, ...]]:
    """The columns besides the ids that are no dimensions by their names, and a note about them.

    Where most names have numbers, x0, x1, x2, …, the others are of something else; ids, where `may_hold_ids` says so.

    >>> others("rows", ["x0", "x1", "label"])[0], others("rows", ["x", "y"])[0]
    (['label'], [])
    >>> others("rows", ["x0", "x1", "x2", "cluster"])[0]
    ['cluster']
    """
    letters = [name for name in names if len(name) == 1 and name.isalpha()]
    beside, following = beside_numbered(names)
    _refuse_ids(source, [name for name in beside if not is_no_dimension(name) and may_hold_ids(name)])
    # Among x, y, z and w, a letter is a dimension.
    unlike = [name for name in names if is_no_dimension(name) and (len(name) != 1 or len(letters) == 1)]
    found = [name for name in names if name in beside or name in unlike]
    if not found or len(found) == len(names):
        return [], ()
    fault = "left out, as their names are not those of dimensions"
    way = f"if one is a dimension, rename it, such as {following or 'x1'}"
    return found, (f"{source}: columns {fault}: {listed(found)}; {way}",)


def _refuse_ids(source: str, names: Sequence[str]) -> None:
    """Refuse rows without known ids whose ids may be in a column that is no dimension."""
    if names:
        fault = "is no dimension by its name, and may hold the ids of the rows, as all its values are different"
        msg = f"{source}: column {visible(names[0])!r} {fault}; name it 'id' if it does, else drop it"
        raise SourceError(msg)


def is_no_dimension(name: str) -> bool:
    """Whether a name is one of ids, labels, weights, times or numbers of rows, not of a number of an embedding.

    >>> [is_no_dimension(name) for name in ("label", "timestamp", "user_id", "Unnamed: 0", "x0", "time_12")]
    [True, True, True, True, False, False]
    """
    is_counted = name[-1:].isdigit() and not names_index(name)
    named = (*LABEL_NAMES, *WEIGHT_NAMES)
    known = name.lower() in named or names_index(name) or names_time(name) or usual_ids([name]) is not None
    return known and not is_counted


def _of_whole_numbers(name: str, column: str, *, are_different: bool) -> IdColumn:
    """The first of columns that all hold whole numbers."""
    if are_different:
        return IdColumn(name, (f"{column} was read as ids, as its numbers are all different; {PUT_BEHIND}",))
    note = f"{column} was read as numbers, not as ids, as they are not all different; if there are ids, {CALL_IT}"
    return IdColumn(None, (note,))
