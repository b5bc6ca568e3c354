"""Polars tables → edges: ids and weights from the columns that reading.columns has chosen.

Frames of every library, Parquet and clean text pass here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import BATCH, Edges, Floats, integers, weight_values
from graphdim.reading.outline import Outline
from graphdim.reading.values import UNIX_TIMES, are_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl

    from graphdim.reading.columns import Columns
    from graphdim.reading.edges import Ids, Part

__all__ = [
    "NOT_A_NUMBER",
    "SAMPLE",
    "WIDEST",
    "edges",
    "has_names",
    "mixed",
    "name_length",
    "outline",
    "refined",
    "slices",
    "stream",
]

NOT_A_NUMBER = ("nan", "NaN", "NAN")  # what tables write for a missing number
SAMPLE = 100  # rows
BATCH_OF_NAMES = BATCH // 8  # rows; names take more memory than numbers
# Rows of a slice, at least and at most, and how many slices a table has if these bounds allow it.
SLICE, LONGEST_SLICE, N_SLICES = 2**16, 2**20, 64
WIDEST = 1000  # columns that are looked into


def outline(table: pl.LazyFrame, n_rows: int | None = None) -> Outline:
    """What the schema of a table tells, and its first rows where there are more columns than ends."""
    import polars as pl

    schema = table.collect_schema()
    numbers = [name for name, kind in schema.items() if kind.is_numeric()]
    texts = [name for name, kind in schema.items() if kind == pl.String]
    times = {name for name, kind in schema.items() if kind.is_temporal()}
    is_plain = not 2 < len(schema) <= WIDEST  # noqa: PLR2004 - both ends, and something else
    sample = table.select([] if is_plain else [*numbers, *texts]).head(SAMPLE).collect()
    return refined(Outline(schema.names(), numbers, n_rows, times), sample)


def refined(table: Outline, sample: pl.DataFrame) -> Outline:
    """The outline with what the first rows tell: times are no numbers to count with, and flags are no ids."""
    import polars as pl

    columns = [column for column in sample if len(column)]
    texts = [column for column in columns if column.dtype == pl.String]
    counts = [column for column in columns if column.dtype.is_numeric()]
    unix_times = {column.name for column in counts if _are_unix_times(column)}
    flags = {column.name for column in counts if ((column == 0) | (column == 1)).all()}
    dates = {column.name for column in texts if are_times(column.fill_null("").to_list())}
    times = {name for name in table.names if name in table.times or name in dates}
    numbers = {name for name in table.names if name in table.numbers and name not in unix_times}
    found = table._replace(numbers=numbers, times=times, flags=flags, unix_times=unix_times)
    fields = {column.name: column.to_list() for column in counts}
    return found.with_fields(fields | {column.name: column.fill_null("").to_list() for column in texts})


def _are_unix_times(column: pl.Series) -> bool:
    """Whether all numbers may be seconds or milliseconds since 1970."""
    return any(column.is_between(low, high).all() for low, high in UNIX_TIMES)


def stream(table: pl.LazyFrame, columns: Columns, n_rows: int, row_groups: Sequence[int] = ()) -> Iterator[Part]:
    """The edges in the chosen columns of a lazy table, piece by piece and in any order.

    `row_groups` are the rows of each group of a table that can be sliced at little cost, such as a file.
    """
    used = table.select(columns.used)
    left = n_rows
    for piece in _pieces(used, row_groups):
        left -= len(piece)
        if left < 0:
            msg = f"the table has more rows than the {n_rows:,} that it says it has"
            raise SourceError(msg)
        try:
            yield edges(piece, columns).itself
        except SourceError:
            _refuse_row(used, columns, n_rows)
            raise
    if left:
        msg = f"the table has {n_rows - left:,} of the {n_rows:,} rows that it says it has"
        raise SourceError(msg)


def _refuse_row(table: pl.LazyFrame, columns: Columns, n_rows: int) -> None:
    """Find the row at fault, which pieces that come in any order do not tell."""
    for begin, length in slices([n_rows]):
        edges(table.slice(begin, length).collect(), columns, begin)


def _pieces(table: pl.LazyFrame, row_groups: Sequence[int]) -> Iterator[pl.DataFrame]:
    """The table in small pieces; slices, since in batches Polars decodes several row groups of names ahead."""
    import polars as pl

    has_text = pl.String in table.collect_schema().dtypes()
    if not (row_groups and has_text):
        yield from table.collect_batches(chunk_size=BATCH_OF_NAMES if has_text else BATCH, maintain_order=False)
        return
    for begin, length in slices(row_groups):
        yield from table.slice(begin, length).collect().iter_slices(BATCH_OF_NAMES)


def slices(row_groups: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each slice begins, and its length: an even share of a row group, or several small groups.

    A slice skips the rows before it in its row group, so that a large table is cut into few.

    >>> list(slices([100_000, 20_000, 30_000, 60_000]))
    [(0, 50000), (50000, 50000), (100000, 50000), (150000, 60000)]
    """
    size = min(max(sum(row_groups) // N_SLICES, SLICE), LONGEST_SLICE)
    begin = together = 0
    for rows in row_groups:
        if together + rows > size:
            yield from _shares(begin, together, size)
            begin, together = begin + together, 0
        together += rows
    yield from _shares(begin, together, size)


def _shares(begin: int, rows: int, size: int) -> Iterator[tuple[int, int]]:
    """Some rows in shares that are no larger than `size` and as good as equal."""
    n_shares = -(-rows // size)
    bounds = [begin + rows * share // n_shares for share in range(n_shares + 1)] if rows else []
    return ((start, end - start) for start, end in pairwise(bounds))


def has_names(table: pl.LazyFrame, columns: Columns) -> bool:
    """Whether an end of the edges is text."""
    import polars as pl

    return pl.String in table.select(columns.source, columns.target).collect_schema().dtypes()


def name_length(table: pl.LazyFrame, columns: Columns) -> int:
    """About how many bytes a name has, judged by the first rows; 0 if ids are numbers."""
    import polars as pl

    if not has_names(table, columns):
        return 0
    ends = table.select(columns.source, columns.target).head(SAMPLE).collect()
    lengths = ends.select(pl.col(pl.String).str.len_bytes().mean())
    return round(max((mean for mean in lengths.row(0) if mean is not None), default=0))


def edges(table: pl.DataFrame, columns: Columns, before: int = 0) -> Edges:
    """The edges in the chosen columns of a Polars table, or of a piece with so many rows before it."""
    weights = None if columns.weight is None else _weights(table[columns.weight], before)
    sources, targets = (_ids(table[end], before) for end in (columns.source, columns.target))
    return Edges(sources, targets, weights, notes=columns.notes)


def _ids(column: pl.Series, before: int) -> Ids:
    """One column of ids: integers as a NumPy array, names as a Polars column."""
    import polars as pl

    what = f"column {column.name!r}"
    if column.is_empty():
        return np.empty(0, dtype=np.int64)
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    is_text = column.dtype == pl.String
    # The count of nulls is known; only where there are any, or in names, is it worth looking.
    if is_text or column.null_count():
        _refuse_blank(column, what, before)
    if is_text:
        return column
    if column.dtype.is_float() or (column.dtype.is_integer() and column.dtype not in (pl.Int128, pl.UInt128)):
        return integers(column.to_numpy(), what, before)
    msg = f"{what} holds {column.dtype} values; node ids are integers or strings"
    raise SourceError(msg)


def mixed(name: str) -> SourceError:
    """What to raise for a column of which no one type holds all values."""
    reason = "mixes types, or holds what is no number or text"
    return SourceError(f"column {name!r} {reason}; node ids are all integers or all strings, weights are numbers")


def _refuse_blank(column: pl.Series, what: str, before: int) -> None:
    import polars as pl

    # Comparisons run in this thread; most functions of Polars wait for a thread of its own.
    words = ("", *NOT_A_NUMBER) if column.dtype == pl.String else ()
    if column.null_count() or any((column == word).any() for word in words):
        blank = column.is_null() | column.cast(pl.String).is_in(["", *NOT_A_NUMBER])
        place = blank.arg_true()[0]
        fault = f"{column[place]!r} is no node id" if column[place] else "the node id is empty"
        msg = f"{what}, row {before + place + 1}: {fault}"
        raise SourceError(msg)


def _weights(column: pl.Series, before: int) -> Floats:
    import polars as pl

    what = f"column {column.name!r}"
    if not column.dtype.is_numeric():
        msg = f"{what} holds {column.dtype} values; weights are positive numbers"
        raise SourceError(msg)
    numbers = column.cast(pl.Float64)
    values = numbers.fill_null(np.nan) if column.null_count() else numbers
    return weight_values(values.to_numpy(), what, before)
