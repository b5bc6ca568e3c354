"""pandas data frames as edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading import frames
from graphdim.reading.columns import choose, refuse_matrix
from graphdim.reading.outline import Outline

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
    if ends is None and _is_labelled_square(source):
        refuse_matrix("the frame has the same labels on its rows and columns")
    table = _outline(source)
    columns = choose(table, weight, ends)
    names = list(table.names)
    return frames.edges(
        pl.DataFrame([_column(source.iloc[:, names.index(name)], name) for name in columns.used]), columns
    )


def _outline(source: pd.DataFrame) -> Outline:
    import polars as pl

    names = [str(name) for name in source.columns]
    kinds = [kind.kind for kind in source.dtypes]
    numbers = {name for name, kind in zip(names, kinds, strict=True) if kind in "iuf"}
    times = {name for name, kind in zip(names, kinds, strict=True) if kind in "mM"}
    first = [(name, source.iloc[: frames.SAMPLE, place]) for place, name in enumerate(names[: frames.WIDEST])]
    texts = {
        # Polars takes no lone surrogates; an end of an edge that has some is refused later.
        name: [value.encode(errors="replace").decode() if isinstance(value, str) else "" for value in column]
        for name, column in first
        if column.dtype.kind == "O"
    }
    plain = {
        name: column.to_numpy()
        for name, column in first
        if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf"
    }
    return frames.refined(Outline(names, numbers, len(source), times), pl.DataFrame(plain | texts))


def _is_labelled_square(source: pd.DataFrame) -> bool:
    """Whether each row and column is labelled by one node; rows and columns that are only counted are no labels."""
    return type(source.columns).__name__ != "RangeIndex" and source.index.equals(source.columns)


def _column(column: pd.Series[Any], name: str) -> pl.Series:
    """One column without pyarrow: numbers as they are, of everything else each distinct value once through Python."""
    import polars as pl

    if column.dtype.kind in "iuf" and not column.hasnans:
        return pl.Series(name, column.to_numpy())
    try:
        codes, values = column.factorize()
    except TypeError as error:
        kind = type(column.iloc[0]).__name__.title()
        msg = f"column {name!r} holds {kind} values; node ids are integers or strings"
        raise SourceError(msg) from error
    try:
        distinct = pl.Series(name, values.tolist(), strict=True)
    except (TypeError, ValueError, OverflowError, AttributeError, RuntimeError, pl.exceptions.PolarsError) as error:
        raise frames.mixed(name) from error
    # pandas gives what is missing the code -1.
    return distinct.gather(pl.Series(codes, dtype=pl.Int64).replace(-1, None))
