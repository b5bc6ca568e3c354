"""pandas data frames as edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading import tables

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: pd.DataFrame, weight: str | None, ends: tuple[str, str] | None) -> Edges:
    """The edges of a table; its index is not looked at."""
    import polars as pl

    if not hasattr(source, "columns"):
        msg = f"cannot read a pandas {type(source).__name__}; give a DataFrame with two columns of ids"
        raise UnsupportedError(msg)
    names = [str(name) for name in source.columns]
    numbers = {name for name, kind in zip(names, source.dtypes, strict=True) if kind.kind in "iuf"}
    if ends is None and _is_labelled_square(source):
        tables.refuse_matrix("the frame has the same labels on its rows and columns")
    columns = tables.choose(tables.Outline(names, numbers, len(source)), weight, ends)
    table = pl.DataFrame([_column(source.iloc[:, names.index(name)], name) for name in columns.used])
    return tables.edges(table, columns)


def _is_labelled_square(source: pd.DataFrame) -> bool:
    """Whether each row and column is labelled by one node; rows and columns that are only counted are no labels."""
    return type(source.columns).__name__ != "RangeIndex" and source.index.equals(source.columns)


def _column(column: pd.Series[Any], name: str) -> pl.Series:
    """One column without pyarrow: numbers as they are, everything else through Python objects."""
    import polars as pl

    if column.dtype.kind in "iuf" and not column.hasnans:
        return pl.Series(name, column.to_numpy())
    values = [None if missing else value for value, missing in zip(column, column.isna(), strict=True)]
    try:
        return pl.Series(name, values, strict=True)
    except TypeError as error:
        msg = f"column {name!r} mixes types; node ids are all integers or all strings"
        raise SourceError(msg) from error
