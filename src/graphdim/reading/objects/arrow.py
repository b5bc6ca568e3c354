"""Arrow tables and record batches as edge tables."""

from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.reading import tables
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: Any, weight: str | None) -> Edges:
    """The edges of an Arrow table."""
    import polars as pl

    table = pl.from_arrow(source) if hasattr(source, "column_names") or hasattr(source, "schema") else None
    if not isinstance(table, pl.DataFrame):
        msg = f"cannot read an Arrow {type(source).__name__}; give a Table with two columns of ids"
        raise UnsupportedError(msg)
    return tables.edges(table, tables.choose(table.columns, weight))
