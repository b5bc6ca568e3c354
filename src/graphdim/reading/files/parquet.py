"""Parquet: a file, or several as one table. Only the columns in use are read."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from graphdim.reading import tables
from graphdim.reading.files.content import Content, refusing

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    import polars as pl

    from graphdim.reading.edges import Edges

__all__ = ["edges", "edges_of"]


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of one Parquet file."""
    import polars as pl

    with _refusing(content):
        where = io.BytesIO(content.where) if isinstance(content.where, bytes) else content.where
        return _edges(pl.scan_parquet(where, glob=False), weight)


def edges_of(paths: list[Path], weight: str | None) -> Edges:
    """The edges of several Parquet files with the same columns."""
    import polars as pl

    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    with _refusing(Content(f"{paths[0]}{more}", b"", paths[0])):
        return _edges(pl.scan_parquet(paths, glob=False), weight)


def _edges(table: pl.LazyFrame, weight: str | None) -> Edges:
    columns = tables.choose(table.collect_schema().names(), weight)
    return tables.edges(table.select(columns.used).collect(), columns)


def _refusing(content: Content) -> AbstractContextManager[None]:
    import polars as pl

    # A damaged page can make the reader panic, which is no ordinary exception.
    return refusing(
        content, "Parquet file", pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError
    )
