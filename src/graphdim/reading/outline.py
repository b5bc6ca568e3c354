"""What is known of a table before it is read: the names of its columns, and what their first rows tell of them.

Made by frames, Parquet, text and Spark; fed to reading.columns, which chooses the ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphdim.reading.column_names import kinds_of, names_amount, names_index, names_time
from graphdim.reading.values import are_arrows, are_relations, is_integer

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Mapping, Sequence

__all__ = ["SMALLEST_MATRIX", "Outline"]

SMALLEST_MATRIX = 4  # columns; a square of fewer is more often a short list
WIDE = 10  # columns of numbers; edges have ends, a weight, a time and a few attributes, tables of ratings have more


class Outline(NamedTuple):
    """What is known of a table before it is read.

    Its columns; those of them that hold numbers; perhaps how many rows there are, up to a bound; the columns that
    hold dates, and in the first rows those that hold only 0 and 1, and numbers that may be seconds since 1970; those
    that have no name; those that name the relation of a statement.
    """

    names: Sequence[str]
    numbers: Container[str]
    n_rows: int | None = None
    times: Container[str] = ()
    flags: Container[str] = ()
    unix_times: Container[str] = ()
    nameless: Container[str] = ()
    relations: Container[str] = ()

    def with_relations(self, fields: Mapping[str, Collection[object]]) -> Outline:
        """The same with the second column among the relations, if its first fields look so.

        `fields` are those of the columns of text and of numbers.
        """
        names = [name for name in self.names if not self.is_beside(name)][:3]
        if len(names) < 3 or any(name not in fields for name in names):  # noqa: PLR2004 - a statement has three
            return self
        head, relation, tail = names
        heads, relations, tails = ([str(field) for field in fields[name]] for name in names)
        are_named = kinds_of(head, relation) is not None
        are_ends = self._is_number(relation) is False and self._are_alike(head, tail, heads + tails)
        is_one = not are_named and are_ends and are_relations(relations, heads, tails)
        return self._replace(relations={relation}) if is_one or are_arrows(relations) else self

    def _are_alike(self, head: str, tail: str, fields: Iterable[str]) -> bool:
        """Whether the head and the tail of a statement may be ids of one kind: both names, or both integers."""
        are_numbers = {self._is_number(head), self._is_number(tail)}
        is_amount = tail in self.flags or names_amount(tail) or (tail in self.unix_times) != (head in self.unix_times)
        return are_numbers == {False} or (are_numbers == {True} and not is_amount and all(map(is_integer, fields)))

    def _is_number(self, name: str) -> bool:
        return name in self.numbers or name in self.unix_times

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns, all of numbers but perhaps the first, which names the rows."""
        numbers = [name for name in self.names if name in self.numbers]
        return (
            len(numbers) >= SMALLEST_MATRIX
            and self.n_rows in (len(numbers), len(self.names))
            and numbers in (list(self.names), list(self.names[1:]))
        )

    def is_time(self, name: str) -> bool:
        """Whether a column holds times, by what is in it or by its name."""
        return name in self.times or names_time(name)

    def is_beside(self, name: str) -> bool:
        """Whether a column stands beside the ends: times, relations, or the numbers of the rows, which have no name."""
        return self.is_time(name) or name in self.relations or name in self.nameless or names_index(name)

    @property
    def is_all_flags(self) -> bool:
        """Whether every column but perhaps the first holds only 0 and 1: a table of users × items."""
        return len(self.names) >= SMALLEST_MATRIX and all(name in self.flags for name in self.names[1:])

    @property
    def is_wide(self) -> bool:
        """Whether there are many columns, all of numbers but perhaps the first: counts or ratings of users × items."""
        return len(self.names) >= WIDE and all(name in self.numbers for name in self.names[1:])
