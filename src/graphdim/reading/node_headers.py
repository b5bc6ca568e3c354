"""Is the first line of a table of nodes a header, even if the names of its columns are numbers?

    ,0,1,2      id,0,1,2      0,1,2       what pandas writes above numbers: an index, and columns that are counted

Such a line could be a row as well. It is a header if it begins with no name or has a usual one for ids, or if it is
unlike all rows below; what stays doubtful is read as a row, with a note. Feeds tables of nodes and of embeddings.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from graphdim.reading.values import is_integer, is_number

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    Rows = Sequence[Sequence[str]]

__all__ = ["beside_numbered", "doubts", "has_counted_header", "is_fraction", "usual_ids"]

ID_NAMES = frozenset(
    (
        *("id", "ids", "node", "node_id", "nodeid", "nid", "vertex", "vertex_id", "name", "key"),
        *("user_id", "userid", "uid", "item_id", "itemid"),
    )
)
# What pandas' reset_index() calls what was an index without a name.
FORMER_INDEX = "index"
# How many numbers a first line counts at least if it is a header: a name and two numbers may be a row.
FEW = 3
# The same where the first line would also be a good row: an id above ids, or integers above integers.
MANY = 8
NUMBERED = re.compile(r"(.*?)([0-9]+)")


def usual_ids(columns: Sequence[str]) -> str | None:
    """The first column with a usual name for ids; a former index only where there is no other.

    >>> usual_ids(["label", "ID"]), usual_ids(["index", "x0"]), usual_ids(["index", "userId"])
    ('ID', 'index', 'userId')
    """
    usual = (name for name in columns if name.lower() in ID_NAMES)
    return next(usual, FORMER_INDEX if FORMER_INDEX in columns else None)


def has_counted_header(rows: Rows, known: Collection[str] = ()) -> bool:
    """Whether the first line names columns by numbers; `known` are ids of nodes.

    >>> has_counted_header([("0", "1"), ("0.5", "0.25")]), has_counted_header([("id", "0"), ("ann", "0")])
    (True, True)
    >>> has_counted_header([("0", "1"), ("1", "0.25")])  # node 0 has the number 1
    False
    """
    first, below = rows[0], rows[1:]
    if not below or (first[0] in known and not is_number(first[0])):
        return False
    if not first[0]:
        return bool(below[0][0])
    ids = usual_ids(first)
    if ids and _is_count([field for field in first if field != ids]):
        return True
    if _have_fractions(below):
        return _n_counted(first) >= _least(first, below[0])
    return _n_counted(first) >= MANY and not _is_run(below[0][1:])


def doubts(name: str, rows: Rows, known: Collection[str] = ()) -> tuple[str, ...]:
    """A note if a first line that was read as a row may be a header after all."""
    first, below = rows[0], rows[1:]
    if not below or first[0] in known or _n_counted(first) < (FEW - 1 if _have_fractions(below) else FEW):
        return ()
    way = "if it is a header, name the columns in words, such as id,x0,x1"
    return (f"{name}: first line read as a row, not as a header ({','.join(first[:4])}…); {way}",)


def beside_numbered(names: Sequence[str]) -> tuple[list[str], str]:
    """The names without a number beside most others, which count x0, x1, x2, … or x1, x2, x3, …; the next of these.

    >>> beside_numbered(["d0", "d1", "d2", "cluster"]), beside_numbered(["1", "2", "3"]), beside_numbered(["x", "y"])
    ((['cluster'], 'd3'), ([], '4'), ([], ''))
    """
    numbers: dict[str, list[int]] = defaultdict(list)
    for found in filter(None, map(NUMBERED.fullmatch, names)):
        numbers[found[1]].append(int(found[2]))
    stem = max(numbers, key=lambda stem: len(numbers[stem]), default="")
    counted = sorted(numbers[stem])
    n_numbered = sum(map(len, numbers.values()))
    if len(counted) < FEW or 2 * n_numbered <= len(names) or not _is_count(list(map(str, counted))):
        return [], ""
    # Two embeddings may stand side by side, svd_0, svd_1, … and w2v_0, w2v_1, …: names with a number are dimensions.
    return [name for name in names if NUMBERED.fullmatch(name) is None], f"{stem}{counted[-1] + 1}"


def is_fraction(field: str) -> bool:
    """Whether a field is written as a number with a point or an exponent.

    >>> is_fraction("2.0"), is_fraction("2"), is_fraction("x")
    (True, False, False)
    """
    return is_number(field) and not is_integer(field)


def _n_counted(first: Sequence[str]) -> int:
    """How many columns the first line counts: all, or all but the first, which may hold ids; 0 for another line."""
    if _is_count(first):
        return len(first)
    return len(first) - 1 if not is_number(first[0]) and _is_count(first[1:]) else 0


def _least(first: Sequence[str], below: Sequence[str]) -> int:
    """How many columns a header counts at least, above fractions."""
    if not is_integer(first[0]):
        return FEW
    return MANY if is_integer(below[0]) else 2


def _is_count(fields: Sequence[str]) -> bool:
    """Whether the fields are 0, 1, 2, … or 1, 2, 3, …"""
    return bool(fields) and any([str(begin + place) for place in range(len(fields))] == [*fields] for begin in (0, 1))


def _is_run(fields: Sequence[str]) -> bool:
    """Whether each integer is one more than the one before: rows of a toy table that goes on counting."""
    return all(map(is_integer, fields)) and len({int(field) - place for place, field in enumerate(fields)}) == 1


def _have_fractions(rows: Rows) -> bool:
    return all(any(map(is_fraction, row)) for row in rows)
