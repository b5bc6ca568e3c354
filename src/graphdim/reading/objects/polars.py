"""Polars data frames, eager or lazy, as edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.errors import UnsupportedError
from graphdim.reading import frames
from graphdim.reading.columns import choose

if TYPE_CHECKING:
    import polars as pl

    from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: pl.DataFrame | pl.LazyFrame, weight: str | None, ends: tuple[str, str] | None) -> Edges:
    """The edges of a table; of a lazy one only the columns in use are computed."""
    import polars as pl

    if not isinstance(source, pl.DataFrame | pl.LazyFrame):
        msg = f"cannot read a Polars {type(source).__name__}; give a DataFrame with two columns of ids"
        raise UnsupportedError(msg)
    n_rows = source.height if isinstance(source, pl.DataFrame) else None
    columns = choose(frames.outline(source.lazy(), n_rows), weight, ends)
    return frames.edges(source.lazy().select(columns.used).collect(), columns)
