"""How an edge list in text form is written, told from its first lines: separator, header, number of fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.reading.tables import SMALLEST_MATRIX, USUAL_NAMES, Outline

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from graphdim.reading.files.content import Content

__all__ = ["Dialect", "is_integer", "is_number", "sniff"]

SAMPLE = 100
INTEGER = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
QUOTED = '"(?:[^"]|"")*"'


@dataclass(frozen=True)
class Dialect:
    """The separator ("" for runs of white space), the columns, and the lines to skip before the first edge."""

    separator: str
    names: tuple[str, ...]
    skip: int
    first: tuple[str, ...]
    notes: tuple[str, ...] = ()
    n_rows: int | None = None

    @property
    def outline(self) -> Outline:
        """What the first edge tells of the columns."""
        fields = zip(self.names, self.first, strict=False)
        return Outline(self.names, {name for name, field in fields if is_number(field)}, self.n_rows)

    def fields(self, lines: pl.Series) -> pl.Series:
        """The fields of every line, as lists; quotes around a field are taken off."""
        import polars as pl

        mark = self.separator.strip(" ")
        if not mark and not lines.str.contains('"', literal=True).any():
            return lines.str.extract_all(r"\S+")
        bare = pl.element().str.strip_prefix(mark).str.strip_chars()
        quoted = bare.str.starts_with('"') & bare.str.ends_with('"') & (bare.str.len_chars() > 1)
        inside = bare.str.slice(1, bare.str.len_chars() - 2).str.replace_all('""', '"', literal=True)
        found = (mark + lines).str.extract_all(_pattern(mark))
        return found.list.eval(pl.when(quoted).then(inside).otherwise(bare))


def _pattern(mark: str) -> str:
    """One field; with the separator before it, so that empty fields are found too."""
    return rf"{mark} *{QUOTED} *|{mark}[^{mark}]*" if mark else rf"{QUOTED}|\S+"


def is_integer(field: str) -> bool:
    """Whether a field is written as an integer."""
    return INTEGER.fullmatch(field) is not None


def is_number(field: str) -> bool:
    """Whether a field is written as a number."""
    return NUMBER.fullmatch(field) is not None


def sniff(content: Content, named: Iterable[str | None] = ()) -> Dialect:
    """The dialect of a text file, from its first lines that are neither blank nor comments.

    `named` are the columns that the user names: a first line that has them is a header.
    """
    if b"\0" in content.head:
        msg = f"{content.name}: binary data, no text; an edge list has two ids a line"
        raise SourceError(msg)
    with content.open() as file:
        sample = list(islice(_data_lines(file), SAMPLE))
    if not sample:
        msg = f"{content.name}: only comments and blank lines; an edge list has two ids a line"
        raise SourceError(msg)
    if "\r" in sample[0][1]:
        msg = f"{content.name}, line {sample[0][0]}: lines end in a carriage return alone; end them with a newline"
        raise SourceError(msg)
    separator = _separator([line for _, line in sample])
    rows = [_split(line, separator) for _, line in sample]
    number, header = sample[0][0], _is_header(rows, [name for name in named if name and not is_number(name)])
    if header and len(rows) == 1:
        msg = f"{content.name}: a header and no edges below it"
        raise SourceError(msg)
    names = rows[0] if header else [str(place + 1) for place in range(len(rows[0]))]
    skip, first = (number, rows[1]) if header else (number - 1, rows[0])
    notes = () if header else _doubt(rows[0], separator)
    return Dialect(separator, _distinct(names), skip, tuple(first), notes, _n_rows(content, len(names), header=header))


def _data_lines(file: Iterable[bytes]) -> Iterable[tuple[int, str]]:
    for number, raw in enumerate(file, start=1):
        # Tabs stay: one at the end of a line may be an empty last field.
        line = raw.decode(errors="replace").strip("\ufeff \r\n\v\f")
        if line.strip() and line.lstrip()[0] not in "#%":
            yield number, line


def _n_rows(content: Content, n_columns: int, *, header: bool) -> int | None:
    """How many rows there are, as far as it takes to tell whether they are as many as the columns."""
    if n_columns < SMALLEST_MATRIX:
        return None
    with content.open() as file:
        return sum(1 for _ in islice(_data_lines(file), n_columns + 2)) - header


def _separator(lines: list[str]) -> str:
    first = re.sub(QUOTED, "", lines[0]).strip()
    # 1;2;0,5 is three fields, the last a number with a decimal comma.
    decimal = all(DECIMAL_COMMA.fullmatch(field) for field in first.split(";") if "," in field)
    for mark in "\t;," if decimal else "\t,;":
        if mark in first:
            return mark
    return " " if all(line == " ".join(line.split()) for line in lines) else ""


def _split(line: str, separator: str) -> list[str]:
    mark = separator.strip(" ")
    return [_unquoted(field.removeprefix(mark).strip()) for field in re.findall(_pattern(mark), mark + line)]


def _unquoted(field: str) -> str:
    inside = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].replace('""', '"') if inside else field


def _is_header(rows: list[list[str]], named: list[str]) -> bool:
    """Names that the user gave, usual names, or words above numbers."""
    if named and set(named) <= set(rows[0]):
        return True
    first = [field.lower() for field in rows[0]]
    if any(source in first and target in first for source, target in USUAL_NAMES):
        return True
    below = rows[1][:2] if len(rows) > 1 else []
    if below and not any(map(is_number, first[:2])) and all(map(is_number, below)):
        return True
    return len(first) > 2 and not any(map(is_number, first)) and _has_numbers(rows[1:])  # noqa: PLR2004 - beside the ends


def _has_numbers(rows: list[list[str]]) -> bool:
    """Whether some column holds numbers and nothing else."""
    return any(all(map(is_number, column)) for column in zip(*rows, strict=False))


def _doubt(first: list[str], separator: str) -> tuple[str, ...]:
    """Two names in the first line of a table may be its header after all: say how they were read."""
    if len(first) < 2 or not separator.strip(" ") or any(map(is_number, first[:2])):  # noqa: PLR2004
        return ()
    return (f"first line read as an edge from {first[0]!r} to {first[1]!r}, not as a header",)


def _distinct(names: list[str]) -> tuple[str, ...]:
    """Header names, those that occur twice or are blank replaced by their place."""
    return tuple(name if name and names.count(name) == 1 else str(place) for place, name in enumerate(names, start=1))
