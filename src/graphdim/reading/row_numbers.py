"""Does the first column of a table hold the numbers of its rows, 0, 1, 2, … or 1, 2, 3, …, and no nodes?

    named as nothing else (edge_id, row_number)    row numbers; not before a parent, which is another row
    any other name in a header (id, index, row)    nodes: their table often has such a name above its first column
    no header                                      either: the user says which
    numbers behind it that count as well           nodes: a path or a cycle, 0 1, 1 2, 2 3, … with something behind

Asked only where two more columns could be the ends. Feeds reading.outline.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from graphdim.reading.column_names import kinds_of, names_parent, names_row
from graphdim.reading.values import is_integer, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RowNumbers", "are_counted", "has_name", "row_numbers"]

FEWEST = 5  # rows; fewer are counted by accident
# What stands for the names of columns that have none: in text, pandas, Polars, Arrow and Spark.
PLACE = re.compile(r"(?:column[ _]|f|_c?)[0-9]+")


class RowNumbers(Enum):
    """Whether the first column holds row numbers."""

    NO = "no"
    PERHAPS = "perhaps"
    YES = "yes"


def are_counted(fields: Sequence[str]) -> bool:
    """Whether fields are 0, 1, 2, … or 1, 2, 3, …

    >>> are_counted(list("12345")), are_counted(list("01234")), are_counted(list("01243")), are_counted(list("012"))
    (True, True, False, False)
    """
    runs = ([str(start + place) for place in range(len(fields))] for start in (0, 1))
    return len(fields) >= FEWEST and any(run == [*fields] for run in runs)


def has_name(column: str) -> bool:
    """Whether a column has a name of its own, and none that only stands for its place.

    >>> has_name("payer"), has_name("1"), has_name("column_1")
    (True, False, False)
    """
    return not (is_number(column) or PLACE.fullmatch(column))


def row_numbers(names: Sequence[str], sources: Sequence[str]) -> RowNumbers:
    """Whether the first of three columns holds row numbers, where it counts, and the others could be ends.

    >>> row_numbers(["edge_id", "a", "b"], list("40312"))
    <RowNumbers.YES: 'yes'>
    >>> row_numbers(["1", "2", "3"], list("40312"))
    <RowNumbers.PERHAPS: 'perhaps'>
    >>> row_numbers(["1", "2", "3"], list("12345"))
    <RowNumbers.NO: 'no'>
    >>> row_numbers(["id", "reports_to", "dept_id"], list("40312"))
    <RowNumbers.NO: 'no'>
    """
    name, second, _ = names
    if _go_on(sources) or names_parent(second) or kinds_of(name, second) is not None:
        return RowNumbers.NO
    if names_row(name):
        return RowNumbers.YES
    return RowNumbers.NO if has_name(name) else RowNumbers.PERHAPS


def _go_on(fields: Sequence[str]) -> bool:
    """Whether each integer but perhaps one, where a cycle closes, is one more than the one before."""
    if not all(map(is_integer, fields)):
        return False
    numbers = [int(field) for field in fields]
    steps = [after - before for before, after in pairwise(numbers)]
    return len(steps) - steps.count(1) <= 1
