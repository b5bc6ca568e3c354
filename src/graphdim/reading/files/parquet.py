"""Parquet: a file, or several as one table. Only the columns in use are read, and only piece by piece."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading import frames
from graphdim.reading.columns import choose
from graphdim.reading.edges import EdgeStream
from graphdim.reading.files.content import Content, source_errors, stamp_of
from graphdim.reading.files.parquet_parts import named_above
from graphdim.reading.files.row_groups import row_groups
from graphdim.reading.room import room, too_large
from graphdim.reading.values import PLAIN_INTEGER
from graphdim.report.facts import size
from graphdim.words import listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from graphdim.reading.columns import Columns
    from graphdim.reading.edges import Part
    from graphdim.reading.files.parquet_parts import Parts
    from graphdim.reading.files.row_groups import RowGroup

__all__ = ["edges", "edges_of", "parquet_errors"]

# What writers name a folder whose rows have no value.
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
DECIMAL = rf"{PLAIN_INTEGER}(?:\.[0-9]+)?"
NUMBER = 8  # bytes


@dataclass(frozen=True, eq=False)
class File:
    """One file of a table, and the columns that its folders stand for."""

    content: Content
    folder_values: Mapping[str, pl.Expr] = field(default_factory=dict)

    @cached_property
    def table(self) -> pl.LazyFrame:
        """Its columns, and those of its folders that it does not hold itself."""
        import polars as pl

        with parquet_errors(self.content.name):
            own = pl.scan_parquet(self.content.stream, glob=False, hive_partitioning=False)
            known = own.collect_schema().names()
        return own.with_columns(**{key: value for key, value in self.folder_values.items() if key not in known})

    @cached_property
    def n_rows(self) -> int:
        """How many rows it says it has."""
        import polars as pl

        with parquet_errors(self.content.name):
            n_rows: int = self.table.select(pl.len()).collect().item()
        return n_rows

    @cached_property
    def groups(self) -> list[RowGroup]:
        """Its row groups, as far as the footer tells."""
        with self.content.open() as file:
            return row_groups(file)

    def check_rows(self) -> None:
        """Refuse a file that contradicts itself."""
        in_groups = sum(group.n_rows for group in self.groups)
        if self.groups and in_groups != self.n_rows:
            rows = f"its footer counts {self.n_rows:,} rows, and its row groups {in_groups:,}"
            msg = f"{self.content.name}: not a whole Parquet file: {rows}"
            raise SourceError(msg)

    def check_room(self, columns: Columns) -> None:
        """Refuse a file whose row groups there is no room for: their bytes are held while they are decoded."""
        decoded = 0 if frames.has_names(self.table, columns) else NUMBER * len(columns.used)  # names come in slices
        needed = max((group.n_bytes(columns.used) + decoded * group.n_rows for group in self.groups), default=0)
        if needed > room():
            way = "write it with row groups of fewer rows"
            raise too_large(self.content.name, f"a row group of it takes about {size(needed)}", room(), way)

    def edges(self, columns: Columns) -> Iterator[Part]:
        """Its edges, piece by piece; it must not change meanwhile."""
        try:
            with parquet_errors(self.content.name):
                yield from frames.stream(self.table, columns, self.n_rows, [group.n_rows for group in self.groups])
        except SourceError:
            # What is damaged may be so because someone writes to it.
            self.content.check_unchanged()
            raise
        self.content.check_unchanged()


def edges(content: Content, weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    """The edges of one Parquet file."""
    return _stream([File(content)], weight, ends)


def edges_of(parts: Parts, weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    """The edges of several Parquet files with the same columns."""
    check_fork()
    contents = [Content(visible(str(path)), b"", path, stamp_of(path)) for path in parts.paths]
    columns = _folder_columns(parts.folder_values)
    return _stream(list(map(File, contents, columns)), weight, ends, parts.notes)


def _folder_columns(values: Sequence[Mapping[str, str]]) -> list[dict[str, pl.Expr]]:
    """What folders say of each file, as columns: of numbers if all values are, else of text."""
    import polars as pl

    typed = {key: _typed([own[key] for own in values]) for key in values[0]}
    return [{key: pl.lit(column[place], column.dtype) for key, column in typed.items()} for place in range(len(values))]


def _typed(values: Sequence[str]) -> pl.Series:
    """Numbers where all are written as numbers are; 007 is a name, and so is what only looks like a float, 1e5."""
    import polars as pl

    text = pl.Series([None if value == NO_VALUE else value for value in values], dtype=pl.String)
    for pattern, kind in ((PLAIN_INTEGER, pl.Int64), (DECIMAL, pl.Float64)):
        numbers = text.cast(kind, strict=False)
        if text.str.contains(f"^{pattern}$").all() and numbers.null_count() == text.null_count():
            return numbers
    return text


def _stream(
    files: Sequence[File], weight: str | None, ends: tuple[str, str] | None, notes: tuple[str, ...] = ()
) -> EdgeStream:
    check_fork()
    _check_alike(files)
    for file in files:
        file.check_rows()
    first, n_rows = files[0], sum(file.n_rows for file in files)
    with parquet_errors(first.content.name):
        columns = choose(frames.outline(first.table, n_rows), weight, ends)
        for file in files:
            file.check_room(columns)
        length = frames.name_length(first.table, columns)

    def parts() -> Iterator[Part]:
        for file in files:
            with _named(file.content.name if len(files) > 1 else ""):
                yield from file.edges(columns)

    notes = columns.notes + notes + _above(first)
    return EdgeStream(parts, n_rows, most_rows=n_rows, early_notes=notes, name_length=length)


def _check_alike(files: Sequence[File]) -> None:
    """Refuse files whose columns are not those of the first one."""
    columns = set(files[0].table.collect_schema().items())
    for file in files[1:]:
        own = set(file.table.collect_schema().items())
        if own != columns:
            here, there = (_described(only) for only in (own - columns, columns - own))
            rule = "the files of one table have the same columns, of the same types"
            names = f"{file.content.name}: its columns are not those of {files[0].content.name}"
            msg = f"{names}: {here} here, {there} there; {rule}"
            raise SourceError(msg)


def _described(columns: set[tuple[str, pl.DataType]]) -> str:
    return listed(sorted(f"{name} ({kind})" for name, kind in columns), otherwise="nothing more")


def _above(file: File) -> tuple[str, ...]:
    """A note on a folder that looks like a column, above the place that was given."""
    above = {} if isinstance(file.content.where, bytes) else named_above(file.content.where)
    unread = [f"{key}={value}" for key, value in above.items() if key not in file.table.collect_schema().names()]
    way = "give the folder that it is in, to read it as one"
    return (f"the folder {visible(unread[0])} is not taken for a column; {way}",) if unread else ()


@contextmanager
def parquet_errors(name: str) -> Iterator[None]:
    """Let a damaged Parquet file be one line that names it."""
    import polars as pl

    # A damaged page can make the reader panic, which is no ordinary exception.
    damage = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError)
    with source_errors(name, "Parquet file", *damage):
        yield


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Let errors name their file, if there are several."""
    try:
        yield
    except SourceError as error:
        if not name or str(error).startswith(name):
            raise
        msg = f"{name}: {error}"
        raise SourceError(msg) from error
