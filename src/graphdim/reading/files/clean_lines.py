"""Clean lines of a delimited table → edges, by Polars' CSV reader; None for a piece that may be meant otherwise.

The reader is told of no quotes and no comments: it splits lines at the separator and nothing else. What it cannot know
is looked for here, in the bytes and in the columns, and leaves the piece to reading.files.rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading import frames
from graphdim.reading.files.remarks import REMARK
from graphdim.reading.values import is_integer, is_number

if TYPE_CHECKING:
    import polars as pl

    from graphdim.reading.columns import Columns
    from graphdim.reading.edges import Edges
    from graphdim.reading.files.dialect import Dialect
    from graphdim.reading.files.pieces import Piece

__all__ = ["CHUNK", "CleanReader"]

# Pieces are in memory several times over, for each thread.
CHUNK = 5 * 2**19
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# White space and zero bytes in ASCII, and the bytes that white space beyond ASCII begins with in UTF-8.
BLANKS = b"\t\v\f\r \0"
BLANKS_BEYOND_ASCII = b"\xc2\xe1\xe2\xe3"
# What may be a comment, or must be stripped, or is no text at all.
ODD = r"^[%#]|^\s|\s$|[\x00\r]"
ODD_ID = rf"{ODD}|{REMARK}"
COMMENTS = b"#%"
QUOTE = ord('"')
QUOTED = '^"[^"]*"$'


class CleanReader:
    """The reader of one file."""

    def __init__(self, dialect: Dialect, columns: Columns) -> None:
        self.dialect = dialect
        self.columns = columns
        self.ends = {columns.source, columns.target}
        first = dict(zip(dialect.names, dialect.first, strict=False))
        ids = [first.get(name, "") for name in self.ends]
        self.are_integers = all(map(is_integer, ids))
        # The first row must leave no doubt how ids are written.
        is_certain = self.are_integers or not any(map(is_number, ids))
        self.is_usable = bool(dialect.separator) and is_certain and len(dialect.first) == len(dialect.names)
        # The first field may begin a comment, and a line that is too short lacks the last.
        self.watched = {dialect.names[0], dialect.names[-1], *columns.used}

    def edges(self, piece: Piece) -> Edges | None:
        """The edges of a piece, or None if it is not clean."""
        data = piece.data
        if not self.is_usable or _has_byte_order_mark(data):
            return None
        table = self._quoted(data) if b'"' in data else self._table(data, self._types())
        if table is None or not self._is_clean(table, data):
            return None
        try:
            return frames.edges(table, self.columns)
        except SourceError:
            # The careful reader knows the line.
            return None

    def _types(self) -> dict[str, type[pl.DataType]]:
        """The type of each column in use; all others are text."""
        import polars as pl

        types: dict[str, type[pl.DataType]] = dict.fromkeys(self.ends, pl.Int64) if self.are_integers else {}
        return types if self.columns.weight is None else types | {self.columns.weight: pl.Float64}

    def _table(self, data: bytes, types: dict[str, type[pl.DataType]]) -> pl.DataFrame | None:
        """All columns, since the reader counts the fields of a line only if it reads them all."""
        import polars as pl

        check_fork()
        schema = {f"column_{place}": types.get(name, pl.String) for place, name in enumerate(self.dialect.names)}
        try:
            table = pl.read_csv(
                data, has_header=False, separator=self.dialect.separator, quote_char=None, schema=schema, glob=False
            )
        except pl.exceptions.PolarsError:
            return None
        table.columns = list(self.dialect.names)
        return self._without_blank_lines(table)

    def _without_blank_lines(self, table: pl.DataFrame) -> pl.DataFrame:
        """Where a separator cannot be seen, a line without fields is blank."""
        import polars as pl

        if self.dialect.separator not in " \t" or not any(table.null_count().row(0)):
            return table
        return table.filter(~pl.all_horizontal(pl.all().is_null()))

    def _quoted(self, data: bytes) -> pl.DataFrame | None:
        """The table without the quotes around fields, if there are no others."""
        import polars as pl

        table = self._table(data, {})
        if table is None:
            return None
        quoted = [column.name for column in table if _is_all_quoted(column)]
        # If the quotes around these columns are all there are, no field needs a closer look.
        if _count(data, QUOTE) != 2 * len(quoted) * len(table):
            quoted = [column.name for column in table if column.str.contains('"', literal=True).any()]
            fields = table.select(quoted)
            if any((column.str.contains('"', literal=True) & ~column.str.contains(QUOTED)).any() for column in fields):
                return None
        table = table.with_columns(pl.col(quoted).str.strip_chars('"'))
        return table.with_columns(pl.col(name).cast(kind, strict=False) for name, kind in self._types().items())

    def _is_clean(self, table: pl.DataFrame, data: bytes) -> bool:
        """Whether every field that matters is there and can be meant in one way only."""
        watched = [table[name] for name in self.watched]
        if any(column.null_count() for column in watched) or self._repeats_header(table):
            return False
        if not _has_blanks(data, but=self.dialect.separator.encode()):
            may_comment = any(mark in data for mark in COMMENTS)
            return not may_comment or not any(column.str.contains("^[%#]").any() for column in _text(watched))
        if self.dialect.separator == " ":
            # Tabs, and blanks beyond ASCII, separate fields too.
            return not any(column.str.contains(r"[\s\x00]|^[%#]").any() for column in _text(table.get_columns()))
        odd = {name: ODD_ID if name in self.columns.used else ODD for name in self.watched}
        return not any(column.str.contains(odd[column.name]).any() for column in _text(watched))

    def _repeats_header(self, table: pl.DataFrame) -> bool:
        import polars as pl

        first, header = table.to_series(0), self.dialect.header
        return bool(header) and first.dtype == pl.String and bool((first == header[0]).any())


def _text(columns: list[pl.Series]) -> list[pl.Series]:
    import polars as pl

    return [column for column in columns if column.dtype == pl.String]


def _has_byte_order_mark(data: bytes) -> bool:
    # One byte is looked for ten times as fast as three, and hardly any text has it.
    return BYTE_ORDER_MARK[:1] in data and BYTE_ORDER_MARK in data


def _has_blanks(data: bytes, *, but: bytes) -> bool:
    """Whether there may be white space beside newlines and the separator, or zero bytes."""
    sought = BLANKS if data.isascii() else BLANKS + BLANKS_BEYOND_ASCII
    return any(byte in data for byte in sought if byte not in but)


def _is_all_quoted(column: pl.Series) -> bool:
    """Whether every field begins and ends with a quote; a single quote does not count as both."""
    is_whole = not column.null_count() and int(column.str.len_bytes().min() or 0) > 1  # type: ignore[arg-type]
    return is_whole and bool((column.str.starts_with('"') & column.str.ends_with('"')).all())


def _count(data: bytes, byte: int) -> int:
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == byte))
