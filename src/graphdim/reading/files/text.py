"""Edge lists as text: two ids per line, separated by white space, comma, tab or semicolon.

    digits alone → reading.files.digits;  clean lines → reading.files.clean_lines;  anything else → reading.files.rows

Each piece of the file takes the first of these ways that is sure of it, so that all of them read the same edges; the
last one accepts a piece or names the line at fault.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.column_names import kinds_of, pair_of_ends
from graphdim.reading.columns import Columns, choose
from graphdim.reading.edges import Edges, EdgeStream, Floats
from graphdim.reading.files import clean_lines, digits
from graphdim.reading.files.clean_lines import CleanReader
from graphdim.reading.files.dialect import Dialect, sniff
from graphdim.reading.files.pieces import pieces
from graphdim.reading.files.remarks import remarks
from graphdim.reading.files.rows import left_out_notes, split
from graphdim.reading.files.two_ranges import TwoRanges
from graphdim.reading.frames import NOT_A_NUMBER
from graphdim.reading.notes import shared_ids
from graphdim.reading.values import is_number
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl
    from numpy.typing import NDArray

    from graphdim.reading.edges import Ids, Part
    from graphdim.reading.files.content import Content
    from graphdim.reading.files.pieces import Piece
    from graphdim.reading.files.rows import LeftOut, Rows

__all__ = ["edges"]

NO_NUMBER = (
    "is no 64-bit integer, in a column of numbers; drop the line, or if some ids are names, move an edge with a name "
    "to the top: then all ids are read as names"
)
FEWEST_COUNTED = 5  # lines below a first line that may tell their number; with fewer that is often an accident
MOST_COUNTS = 3  # nodes and edges; or rows, columns and entries of a matrix
COUNTED = 2**25  # bytes of a file whose ids are counted by column
NO_WEIGHT = "is no weight; weights are positive and finite, with a decimal point (0.5, not 0,5); drop or mend the line"


def edges(content: Content, weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    """The edges of a text file."""
    dialect = sniff(content, named=(*(ends or ()), weight))
    try:
        columns = choose(dialect.outline, weight, ends)
    except SourceError as error:
        separators = "" if len(dialect.names) > 1 else "; fields are separated by commas, tabs, semicolons or blanks"
        msg = f"{content.name}, line {dialect.line}: {error}{separators}"
        raise SourceError(msg) from error
    reader = _Reader(content, dialect, columns)
    line_length = len(content.head) // max(content.head.count(b"\n"), 1)
    return EdgeStream(
        reader.parts,
        n_rows=content.size * content.head.count(b"\n") // max(len(content.head), 1),
        # The shortest line with an edge has four bytes, the last may lack its end.
        most_rows=content.size // 4 + 1,
        early_notes=dialect.notes + columns.notes,
        name_length=0 if reader.are_numbers else line_length // 2,
        late_notes=reader.notes,
    )


class _Reader:
    """Pieces of one file → edges; keeps what was left out on the way."""

    def __init__(self, content: Content, dialect: Dialect, columns: Columns) -> None:
        self.content = content
        self.dialect = dialect
        self.columns = columns
        is_plain = digits.are_usual(dialect) and columns.used == list(dialect.names)
        self.digits = digits.DigitReader(dialect.separator) if is_plain else None
        self.clean = CleanReader(dialect, columns)
        self.left_out: dict[int, LeftOut] = {}
        self.ranges = TwoRanges()
        self.n_rows: dict[int, int] = {}  # by the place of a piece

    def parts(self) -> Iterator[Part]:
        """The edges, piece by piece."""
        self.ranges, self.n_rows = TwoRanges(), {}
        size = digits.CHUNK if self.digits else clean_lines.CHUNK
        for piece in pieces(self.content, self.dialect.skip, size):
            yield partial(self._edges, piece)

    def notes(self) -> tuple[str, ...]:
        """What was left out, known once everything was read."""
        on_lines = left_out_notes(self.content, self.left_out, "an edge", "edges")
        return self._on_counts() + on_lines + self._on_ranges()

    def _on_counts(self) -> tuple[str, ...]:
        """A note on a first line that may be no edge: as many lines follow as it says last."""
        first, n_below = self.dialect.first, sum(self.n_rows.values()) - 1
        if self.dialect.header or not self.are_numbers or n_below < FEWEST_COUNTED:
            return ()
        if len(first) > MOST_COUNTS or first[-1] != str(n_below):
            return ()
        what = f"line {self.dialect.line} ({' '.join(first)}) was read as an edge, and {n_below:,} lines follow"
        return (f"{what}; if it holds the numbers of nodes and edges, remove it",)

    def _on_ranges(self) -> tuple[str, ...]:
        """A note on columns of numbers that seem to count two kinds of things, such as users and items."""
        ranges = self.ranges.ends()
        if ranges is None:
            return ()
        columns = f"columns {shown(self.columns.source)} and {shown(self.columns.target)}"
        counts = f"their numbers run to {ranges[0]:,} and to {ranges[1]:,} and seem to count two kinds of things"
        return (shared_ids(columns, f"17 in one and 17 in the other are one node, but {counts}"),)

    @property
    def is_counted(self) -> bool:
        """Whether a look at the numbers of both columns is worth its while: their names do not say what they are."""
        ends = self.columns.source, self.columns.target
        is_named = bool(self.dialect.header) and (pair_of_ends(ends) or kinds_of(*ends)) is not None
        return self.are_numbers and not is_named and self.content.size <= COUNTED

    def _edges(self, piece: Piece) -> Edges:
        edges = self._read(piece)
        if self.is_counted:
            self.ranges.add(edges.sources, edges.targets)
        self.n_rows[piece.offset] = edges.n_rows
        return edges

    def _read(self, piece: Piece) -> Edges:
        # Other threads may find out meanwhile that it is not all digits.
        reader = self.digits
        if reader is not None:
            edges = reader.edges(piece)
            if edges is not None:
                return edges
            self.digits = None
        edges = self.clean.edges(piece)
        return self._careful(piece) if edges is None else edges

    def _careful(self, piece: Piece) -> Edges:
        """Split every line, and say which one cannot be an edge."""
        rows = split(piece, self.dialect)
        if any(rows.left_out):
            self.left_out[piece.offset] = rows.left_out
        for _, fault in remarks(rows, self.dialect, self.columns.used):
            raise fault
        taken = {name: rows.column(self.dialect.names.index(name)) for name in self.columns.used}
        weights = None if self.columns.weight is None else _weights(rows, taken[self.columns.weight])
        sources, targets = (_ids(rows, taken[name], are_numbers=self.are_numbers) for name in self.columns.used[:2])
        return Edges(sources, targets, weights)

    @property
    def are_numbers(self) -> bool:
        """Whether ids are numbers: both ends of the first edge are. Beside a name a number is a name, as written."""
        first = dict(zip(self.dialect.names, self.dialect.first, strict=False))
        return all(is_number(first.get(name, "")) for name in (self.columns.source, self.columns.target))


def _ids(rows: Rows, fields: pl.Series, *, are_numbers: bool) -> Ids:
    """One end of every edge: numbers, or names as they are written."""
    rows.refuse(fields, fields == "", "the node id is empty")
    if are_numbers:
        return _numbers(rows, fields)
    rows.refuse(fields, fields.is_in(NOT_A_NUMBER), "is no node id")
    return fields


def _numbers(rows: Rows, fields: pl.Series) -> NDArray[np.integer]:
    import polars as pl

    for dtype in (pl.Int64, pl.UInt64):
        whole = fields.cast(dtype, strict=False)
        if not whole.null_count():
            return whole.to_numpy()
    # "3.0" is the integer 3 after a detour through a table with gaps; from 2**53 on floats merge neighbours.
    real = fields.cast(pl.Float64, strict=False)
    odd = real.is_null() | ~(real.abs() < 2**53) | (real != real.floor())
    rows.refuse(fields, odd.fill_null(value=True), NO_NUMBER)
    return real.cast(pl.Int64).to_numpy()


def _weights(rows: Rows, fields: pl.Series) -> Floats:
    import polars as pl

    values = fields.cast(pl.Float64, strict=False).fill_null(np.nan)
    rows.refuse(fields, fields == "", "the weight is empty; give it a number, or drop the line")
    rows.refuse(fields, ~((values > 0) & values.is_finite()), NO_WEIGHT)
    return values.to_numpy()
