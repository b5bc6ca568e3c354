"""What is known of a table before it is read: the names of its columns, and what their first rows tell of them.

Made by frames, Parquet, text and Spark; fed to reading.columns, which chooses the ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphdim.reading.column_names import kinds_of, names_amount, names_index, names_relation, names_time
from graphdim.reading.row_numbers import RowNumbers, are_counted, has_name, row_numbers
from graphdim.reading.values import are_arrows, are_relations, is_integer

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    Texts = Mapping[str, Sequence[str]]

__all__ = ["SMALLEST_MATRIX", "Outline"]

SMALLEST_MATRIX = 4  # columns; a square of fewer is more often a short list
WIDE = 10  # columns of numbers; edges have ends, a weight, a time and a few attributes, tables of ratings have more


class Outline(NamedTuple):
    """What is known of a table before it is read.

    Its columns; those of them that hold numbers; perhaps how many rows there are, up to a bound; the columns that
    hold dates, and in the first rows those that hold only 0 and 1, and numbers that may be seconds since 1970; those
    that have no name; those that name the relation of a statement; those that hold the numbers of the rows; one that
    may do so, with the two that are the ends if it does; and three that may be a statement of numbers.
    """

    names: Sequence[str]
    numbers: Container[str]
    n_rows: int | None = None
    times: Container[str] = ()
    flags: Container[str] = ()
    unix_times: Container[str] = ()
    nameless: Container[str] = ()
    relations: Container[str] = ()
    row_numbers: Container[str] = ()
    doubtful: Sequence[str] = ()
    statement: Sequence[str] = ()

    def with_fields(self, fields: Mapping[str, Sequence[object]]) -> Outline:
        """The same with what the first fields of the columns of text and of numbers tell: row numbers and relations."""
        texts = {name: [str(field) for field in values] for name, values in fields.items()}
        return self.with_row_numbers(texts).with_relations(texts)

    def with_row_numbers(self, texts: Texts) -> Outline:
        """The same with the first column among the row numbers, if it counts the rows before two ends."""
        name = next((name for name in self.names if not self.is_beside(name)), "")
        if not are_counted(texts.get(name, ())):
            return self
        without = self._replace(row_numbers={name})
        found = without.with_relations(texts)
        ends = [*found.statement[::2]] or found.first(2)
        if not (len(ends) == 2 and self._could_be_ends(ends, texts)):  # noqa: PLR2004
            return self
        verdict = row_numbers([name, *ends], texts[ends[0]])
        if verdict is RowNumbers.YES:
            return without
        return self._replace(doubtful=[name, *ends]) if verdict is RowNumbers.PERHAPS else self

    def with_relations(self, texts: Texts) -> Outline:
        """The same with the second column among the relations, if its first fields look so.

        Words between numbers may as well be an end before a count: they are relations if the header says so.
        """
        names = self.first(3)
        if len(names) < 3 or any(name not in texts for name in names):  # noqa: PLR2004 - a statement has three
            return self
        head, relation, tail = names
        heads, relations, tails = (texts[name] for name in names)
        are_named = kinds_of(head, relation) is not None
        are_ends = not self._is_number(relation) and self._are_alike(head, tail, [*heads, *tails])
        is_one = not are_named and are_ends and are_relations(relations, heads, tails)
        if are_arrows(relations) or (is_one and (not self._is_number(head) or names_relation(relation))):
            return self._replace(relations={relation})
        # Where numbers of the rows stand before it, the rest is edges: nothing but the ends is open.
        is_open = is_one and (self.row_numbers or not has_name(relation))
        return self._replace(statement=names) if is_open else self

    def first(self, n_names: int) -> list[str]:
        """The first columns that do not stand beside the ends."""
        return [name for name in self.names if not self.is_beside(name)][:n_names]

    def _could_be_ends(self, names: Sequence[str], texts: Texts) -> bool:
        """Whether two columns may hold ids of one kind."""
        source, target = (texts.get(name, [""]) for name in names)
        return "" not in (*source, *target) and self._are_alike(names[0], names[1], [*source, *target])

    def _are_alike(self, source: str, target: str, fields: Iterable[str]) -> bool:
        """Whether two columns may hold ids of one kind, names or integers: the second is no amount and no time."""
        are_numbers = {self._is_number(source), self._is_number(target)}
        is_time = target in self.unix_times and source not in self.unix_times
        is_amount = target in self.flags or names_amount(target) or is_time
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
        """Whether a column stands beside the ends: times, relations, or the numbers of the rows."""
        is_index = name in self.nameless or name in self.row_numbers or names_index(name)
        return self.is_time(name) or name in self.relations or is_index

    @property
    def is_all_flags(self) -> bool:
        """Whether every column but perhaps the first holds only 0 and 1: a table of users × items."""
        return len(self.names) >= SMALLEST_MATRIX and all(name in self.flags for name in self.names[1:])

    @property
    def is_wide(self) -> bool:
        """Whether there are many columns, all of numbers but perhaps the first: counts or ratings of users × items."""
        return len(self.names) >= WIDE and all(name in self.numbers for name in self.names[1:])
