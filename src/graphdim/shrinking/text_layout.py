"""How the text of an embedding is written: word2vec's, GloVe's, or a table like any other.

    word2vec    a line with the number of rows and of dimensions, then as GloVe
    GloVe       a name and numbers between blanks; # % " are names like any other, so there are no comments or quotes
    table       by the rules of reading.files, with a header or without

Feeds shrinking.tables.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from graphdim.reading.files.dialect import Dialect, Sample, dialect_of, take_sample
from graphdim.reading.files.pieces import lines
from graphdim.reading.node_headers import beside_numbered, doubts, has_counted_header, is_fraction, usual_ids
from graphdim.reading.values import is_integer, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.reading.files.content import Content

    Row = tuple[str, ...]

__all__ = ["Layout", "layout_of"]

WANTED = "rows of an embedding have an id and numbers per line"
N_LINES = 100  # that are looked at
AROUND = "\ufeff \r\n\v\f"  # a line
FEWEST = 3  # fields of a line of GloVe: a name and two numbers


class Layout(NamedTuple):
    """The dialect, how many rows the first line promises, notes, and whether the first row may be a header."""

    dialect: Dialect
    n_rows: int | None = None
    notes: tuple[str, ...] = ()
    may_have_header: bool = False


def layout_of(content: Content) -> Layout:
    """How a text is written, by its first lines."""
    vectors = _vectors(content)
    sample = take_sample(content, WANTED) if vectors is None else vectors
    n_rows = _counts(sample.rows)
    if n_rows is not None:
        sample = Sample(sample.separator, sample.numbers[1:], sample.rows[1:])
    is_header = n_rows is None and _is_header(sample.rows)
    dialect = replace(dialect_of(content, sample, is_header=is_header), is_literal=vectors is not None)
    if n_rows is not None or is_header:
        return Layout(dialect, n_rows)
    may_have_header = not any(map(is_fraction, sample.rows[0]))
    return Layout(dialect, None, doubts(content.name, sample.rows), may_have_header)


def _vectors(content: Content) -> Sample | None:
    """The first lines of a text by word2vec or GloVe; None for another."""
    if b"\0" in content.head:
        return None
    numbered = enumerate((line.decode(errors="replace").strip(AROUND) for line in lines(content)), start=1)
    first = [(number, line) for number, line in islice(numbered, N_LINES) if line]
    rows = tuple(tuple(field for field in line.split(" ") if field) for _, line in first)
    sample = Sample(" ", tuple(number for number, _ in first), rows)
    return sample if rows and (_counts(rows) is not None or _are_named_numbers(rows)) else None


def _are_named_numbers(rows: Sequence[Row]) -> bool:
    """Whether each row is a name and as many numbers, without a header, and names are not in quotes throughout."""
    are_alike = all(len(row) == len(rows[0]) >= FEWEST and all(map(is_number, row[1:])) for row in rows)
    are_quoted = all(len(row[0]) > 1 and row[0][0] == row[0][-1] == '"' for row in rows)
    return are_alike and not are_quoted and rows[0][0] != '""' and not _is_header(rows)


def _counts(rows: Sequence[Row]) -> int | None:
    """How many rows the first line of word2vec's text says; None if it is another text."""
    first, others = rows[0], rows[1:]
    if len(first) != 2 or not others or not all(map(is_integer, first)):  # noqa: PLR2004 - rows and dimensions
        return None
    return int(first[0]) if int(first[0]) > 0 and len(others[0]) == int(first[1]) + 1 else None


def _is_header(rows: Sequence[Row]) -> bool:
    """Whether the first line has words where the next has numbers, or only words: a name for ids, or x0, x1, x2, …"""
    if len(rows) == 1:
        return False
    following = beside_numbered(rows[0])[1]
    if following and not is_number(following):
        return True
    if has_counted_header(rows) or (usual_ids(rows[0]) and not any(map(is_number, rows[0]))):
        return True
    return not all(map(is_number, rows[0][1:])) and all(map(is_number, rows[1][1:]))
