"""Parquet: a file, or several as one table. Only the columns in use are read, and only piece by piece."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading import frames
from graphdim.reading.columns import choose
from graphdim.reading.edges import EdgeStream
from graphdim.reading.files.content import Content, source_errors, stamp_of
from graphdim.reading.files.row_groups import row_groups
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from graphdim.reading.edges import Part
    from graphdim.reading.files.parquet_parts import Parts

__all__ = ["edges", "edges_of"]


def edges(content: Content, weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    """The edges of one Parquet file."""
    import polars as pl

    with _parquet_errors(content.name, [content]):
        stream = _stream(pl.scan_parquet(content.stream, glob=False), weight, ends, content.name, [content])
    return replace(stream, parts=partial(_then, stream.parts, content.check_unchanged))


def edges_of(parts: Parts, weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    """The edges of several Parquet files with the same columns."""
    import polars as pl

    paths = list(parts.paths)
    files = [Content(visible(str(path)), b"", path, stamp_of(path)) for path in paths]
    name = visible(str(paths[0])) + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")
    with _parquet_errors(name, files):
        table = pl.scan_parquet(
            paths, glob=False, hive_partitioning=bool(parts.folder_columns), try_parse_hive_dates=False
        )
        stream = _stream(table, weight, ends, name, files)
    checks = partial(_then, stream.parts, *(file.check_unchanged for file in files))
    return replace(stream, parts=checks, early_notes=stream.early_notes + parts.notes)


def _then(parts: Callable[[], Iterator[Part]], *checks: Callable[[], None]) -> Iterator[Part]:
    """All parts, and what is to be checked once they were read, or could not be read."""
    try:
        yield from parts()
    except SourceError:
        # What is damaged may be so because someone writes to it.
        for check in checks:
            check()
        raise
    for check in checks:
        check()


def _stream(
    table: pl.LazyFrame, weight: str | None, ends: tuple[str, str] | None, name: str, files: Sequence[Content]
) -> EdgeStream:
    import polars as pl

    check_fork()
    n_rows = table.select(pl.len()).collect().item()
    columns = choose(frames.outline(table, n_rows), weight, ends)
    groups = _row_groups(files, n_rows)

    def parts() -> Iterator[Part]:
        with _parquet_errors(name, files):
            yield from frames.stream(table, columns, groups)

    length = frames.name_length(table, columns)
    return EdgeStream(parts, n_rows, most_rows=n_rows, early_notes=columns.notes, name_length=length)


def _row_groups(files: Sequence[Content], n_rows: int) -> list[int]:
    """The rows of each row group of a file; none for several files, a slice of which would open all before it."""
    if len(files) > 1:
        return []
    with files[0].open() as file:
        groups = row_groups(file)
    return groups if sum(groups) == n_rows else [n_rows]


@contextmanager
def _parquet_errors(name: str, files: Sequence[Content]) -> Iterator[None]:
    import polars as pl

    # A damaged page can make the reader panic, which is no ordinary exception.
    damage = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError)
    with source_errors(name, "Parquet file", *damage):
        try:
            yield
        except (pl.exceptions.SchemaError, pl.exceptions.ColumnNotFoundError) as error:
            difference = _difference(files)
            if difference is None:
                raise
            raise SourceError(difference) from error


def _difference(files: Sequence[Content]) -> str | None:
    """The first file whose columns are not those of the first one, and which."""
    import polars as pl

    columns = [set(pl.scan_parquet(file.stream, glob=False).collect_schema().items()) for file in files]
    for file, names in zip(files, columns, strict=True):
        if names != columns[0]:
            here, there = (_listed(only) for only in (names - columns[0], columns[0] - names))
            rule = "the files of one table have the same columns, of the same types"
            return f"{file.name}: its columns are not those of {files[0].name}: {here} here, {there} there; {rule}"
    return None


def _listed(columns: set[tuple[str, pl.DataType]]) -> str:
    return visible(", ".join(sorted(f"{name} ({kind})" for name, kind in columns))) or "nothing more"
