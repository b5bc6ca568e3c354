"""How a delimited table is written, found out from its first lines: separator, header, columns.

Edge lists, labels and features are read by the same rules; what makes the first line a header differs and is passed in.
Feeds reading.files.text and reading.node_data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.reading.columns import HOW_TO_NAME
from graphdim.reading.files import headers
from graphdim.reading.files.pieces import lines
from graphdim.reading.outline import SMALLEST_MATRIX, Outline
from graphdim.reading.values import are_flags, are_times, are_unix_times, is_integer, is_number
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphdim.reading.files.content import Content

    Row = tuple[str, ...]

__all__ = ["QUOTED", "Dialect", "Sample", "dialect_of", "sniff", "take_sample", "unquoted"]

SAMPLE = 100  # lines
LONG_SAMPLE = 2**22  # characters
MOST_COLUMNS = 2**17
MOST_BLANK = 10**6  # lines in a row; a small compressed file may hold billions
DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
QUOTED = '"(?:[^"]|"")*"'
TAB = "\t"
BLANKS = "\ufeff \r\n\v\f"  # around a line; a tab may be an empty field


@dataclass(frozen=True)
class Sample:
    """The first lines that are neither blank nor comments, with their numbers in the file, split into fields."""

    separator: str
    numbers: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Dialect:
    """The separator ("" for runs of white space), the columns, and the lines to skip before the first row.

    `rows` are the first few; `header` holds the names of the columns as they stand in the file, if they do. If the text
    `is_literal`, fields stand between blanks, and neither quotes nor # and % mean anything.
    """

    separator: str
    names: Row
    skip: int
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    n_rows: int | None = None
    header: Row = ()
    is_literal: bool = False

    @property
    def first(self) -> Row:
        """The fields of the first row."""
        return self.rows[0]

    @property
    def line(self) -> int:
        """The number of the line that tells the columns: the header, else the first row."""
        return self.skip if self.header else self.skip + 1

    @property
    def outline(self) -> Outline:
        """What the first rows tell of the columns; fields may be empty, and a row that lacks one is refused later."""
        columns = {name: self._column(place) for place, name in enumerate(self.names)}
        unix_times = {name for name, values in columns.items() if are_unix_times(values)}
        firsts = {name: next(filter(None, columns[name]), "") for name in self.names[: min(map(len, self.rows))]}
        numbers = {name for name, first in firsts.items() if is_number(first) and name not in unix_times}
        times = {name for name, values in columns.items() if are_times(values)}
        flags = {name for name, values in columns.items() if are_flags(values)}
        found = Outline(self.names, numbers, self.n_rows, times, flags, unix_times, self.nameless)
        return found.with_fields(columns)

    @property
    def nameless(self) -> Row:
        """The first column, if the header gives it no name: a frame that was written with its index has it there."""
        return self.names[:1] if self.header and not self.header[0] else ()

    def _column(self, place: int) -> list[str]:
        """The fields of one column in the first rows; a row that is too short has an empty one."""
        return [row[place] if place < len(row) else "" for row in self.rows]


def sniff(content: Content, named: Iterable[str | None] = ()) -> Dialect:
    r"""The dialect of an edge list.

    `named` are the columns that the user names: a first line that has them is a header.

    >>> from graphdim.reading.files.content import Content
    >>> sniff(Content("toy", b"", b"payer,payee,amount\nann,bob,3\n")).names
    ('payer', 'payee', 'amount')
    """
    sample, known = take_sample(content), [name for name in named if name]
    if not known:
        _refuse_mixed(content, sample)
    is_header, notes = headers.judge(sample.rows, sample.separator, known)
    return dialect_of(content, sample, is_header=is_header, notes=notes)


def dialect_of(content: Content, sample: Sample, *, is_header: bool, notes: tuple[str, ...] = ()) -> Dialect:
    """The dialect, once it is known whether the first line is a header."""
    if is_header and len(sample.rows) == 1:
        msg = f"{content.name}: a header and no edges below it"
        raise SourceError(msg)
    names = sample.rows[0] if is_header else tuple(str(place + 1) for place in range(len(sample.rows[0])))
    skip = sample.numbers[0] if is_header else sample.numbers[0] - 1
    n_rows = _n_rows(content, len(names), header=is_header)
    header = names if is_header else ()
    return Dialect(sample.separator, headers.distinct(names), skip, sample.rows[is_header:], notes, n_rows, header)


def take_sample(content: Content, wanted: str = "an edge list has two ids per line") -> Sample:
    """The first lines of a text, and what separates their fields; `wanted` says in messages what there should be."""
    if b"\0" in content.head:
        msg = f"{content.name}: binary data, no text; {wanted}"
        raise SourceError(msg)
    first = _first_lines(content)
    if not first:
        msg = f"{content.name}: only comments and blank lines; {wanted}"
        raise SourceError(msg)
    if "\r" in first[0][1]:
        msg = f"{content.name}, line {first[0][0]}: lines end in a carriage return alone; end them with a newline"
        raise SourceError(msg)
    separator = _separator([line for _, line in first])
    _refuse_wide(content, first, separator.strip(" ") or None)
    rows = tuple(tuple(_split(line, separator)) for _, line in first)
    return Sample(separator, tuple(number for number, _ in first), rows)


def _first_lines(content: Content) -> list[tuple[int, str]]:
    """Enough lines to tell how the table is written: fewer where they are long, but two at least."""
    first: list[tuple[int, str]] = []
    size = 0
    for number, line in islice(_data_lines(content), SAMPLE):
        first.append((number, line))
        size += len(line)
        if size > LONG_SAMPLE and len(first) > 1:
            break
    return first


def _refuse_wide(content: Content, first: list[tuple[int, str]], mark: str | None) -> None:
    """Refuse lines of so many fields that their names alone would fill the memory."""
    for number, line in first:
        if len(line) > MOST_COLUMNS and len(line.split(mark, MOST_COLUMNS)) > MOST_COLUMNS:
            fault = f"it has more than {MOST_COLUMNS:,} fields; an edge list has two ids per line"
            msg = f"{content.name}, line {number}: {fault}"
            raise SourceError(msg)


def _data_lines(content: Content) -> Iterator[tuple[int, str]]:
    last = 0
    for number, raw in enumerate(lines(content), start=1):
        line = raw.decode(errors="replace").strip(BLANKS)
        if line.strip() and line.lstrip()[0] not in "#%":
            yield number, line
            last = number
        elif number - last > MOST_BLANK:
            fault = f"more than {MOST_BLANK:,} comments and blank lines; an edge list has two ids per line"
            msg = f"{content.name}, line {last + 1}: {fault}"
            raise SourceError(msg)


def _n_rows(content: Content, n_columns: int, *, header: bool) -> int | None:
    """How many rows there are, as far as it takes to tell whether they are as many as the columns."""
    if n_columns < SMALLEST_MATRIX:
        return None
    return sum(1 for _ in islice(_data_lines(content), n_columns + 2)) - header


def _separator(sample: list[str]) -> str:
    # A quoted field stays a field: the tab behind it must not end up at the edge of the line, where blanks are cut.
    first = re.sub(QUOTED, "quoted", sample[0]).strip()
    # 1;2;0,5 is three fields, the last a number with a decimal comma.
    decimal = all(DECIMAL_COMMA.fullmatch(field) for field in first.split(";") if "," in field)
    for mark in "\t;," if decimal else "\t,;":
        if mark in first:
            return "" if mark == "\t" and _are_numbers_apart(sample) else mark
    return " " if all(line == " ".join(line.split()) for line in sample) else ""


def _are_numbers_apart(sample: list[str]) -> bool:
    """Whether tabs and blanks both separate numbers, as in KONECT's lines: 1, a tab, 2, a blank, 1, a blank, a time."""
    inside = any(len(field.split()) > 1 for line in sample for field in line.split("\t"))
    return inside and all(is_number(word) for line in sample for word in line.split())


def _refuse_mixed(content: Content, sample: Sample) -> None:
    """Refuse numbers behind a tab with blanks and more behind them: 1, a tab, 2, a blank, a text, in every line."""
    rows = sample.rows if is_integer(sample.rows[0][0]) else sample.rows[1:]  # below what may be a header
    if sample.separator == TAB and rows and all(map(_is_mixed, rows)):
        fault = f"tabs and blanks both separate fields in {shown(TAB.join(rows[0]))}; use tabs alone"
        name = f"if {shown(rows[0][1])} is one name, {HOW_TO_NAME.format('the columns')}"
        msg = f"{content.name}, line {sample.numbers[-len(rows)]}: {fault}, or {name}"
        raise SourceError(msg)


def _is_mixed(row: Row) -> bool:
    """Whether both ends begin with an integer, and blanks follow the second.

    >>> _is_mixed(("1", "2 1 x")), _is_mixed(("New York", "Los Angeles")), _is_mixed(("1", "Los Angeles"))
    (True, False, False)
    """
    words = row[1].split() if len(row) > 1 and is_integer(row[0]) else []
    return len(words) > 1 and is_integer(words[0])


def _split(line: str, separator: str) -> list[str]:
    mark = separator.strip(" ")
    pattern = rf"{mark} *{QUOTED} *|{mark}[^{mark}]*" if mark else rf"{QUOTED}|\S+"
    return [unquoted(field.removeprefix(mark).strip()) for field in re.findall(pattern, mark + line)]


def unquoted(field: str) -> str:
    """A field without the quotes around it."""
    inside = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].replace('""', '"') if inside else field
