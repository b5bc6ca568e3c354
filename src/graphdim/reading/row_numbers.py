"""Does the first column of a table hold the numbers of its rows, 0, 1, 2, … or 1, 2, 3, …, and no nodes?

    named as row numbers (id, edge_id, row)      row numbers; not before a parent, which is another row
    names behind it, some in both columns        row numbers: a graph of these names
    neither, and a header names the column       nodes
    neither, without a header                    either: the user says which
    numbers behind it that count as well         nodes: a path or a cycle, 0 1, 1 2, 2 3, … with something behind

Asked only where two more columns could be the ends. Feeds reading.outline.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from graphdim.reading.column_names import kinds_of, names_linked, names_parent, names_row
from graphdim.reading.values import is_integer, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RowNumbers", "are_counted", "row_numbers"]

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


def row_numbers(names: Sequence[str], sources: Sequence[str], targets: Sequence[str]) -> RowNumbers:
    """Whether the first of three columns holds row numbers, where it counts, and the others could be ends.

    >>> row_numbers(["edge_id", "a", "b"], list("40312"), list("12034"))
    <RowNumbers.YES: 'yes'>
    >>> row_numbers(["1", "2", "3"], list("40312"), list("12034"))
    <RowNumbers.PERHAPS: 'perhaps'>
    >>> row_numbers(["1", "2", "3"], list("12345"), list("75319"))
    <RowNumbers.NO: 'no'>
    """
    name, second, _ = names
    if _go_on(sources) or names_parent(second) or kinds_of(name, second) is not None:
        return RowNumbers.NO
    if names_row(name):
        return RowNumbers.YES
    has_name = not (is_number(name) or PLACE.fullmatch(name))
    if has_name and names_linked(name):
        return RowNumbers.NO
    are_names = not any(map(is_integer, [*sources, *targets]))
    if are_names and not set(sources).isdisjoint(targets):
        return RowNumbers.YES
    return RowNumbers.NO if has_name else RowNumbers.PERHAPS


def _go_on(fields: Sequence[str]) -> bool:
    """Whether each integer but perhaps one, where a cycle closes, is one more than the one before."""
    if not all(map(is_integer, fields)):
        return False
    numbers = [int(field) for field in fields]
    steps = [after - before for before, after in pairwise(numbers)]
    return len(steps) - steps.count(1) <= 1
