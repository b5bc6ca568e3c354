"""Arrow tables and record batches as edge tables."""

from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.reading import tables
from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: Any, weight: str | None, ends: tuple[str, str] | None) -> Edges:
    """The edges of an Arrow table."""
    import polars as pl

    if not (hasattr(source, "schema") and hasattr(source, "select")):
        msg = f"cannot read an Arrow {type(source).__name__}; give a Table with two columns of ids"
        raise UnsupportedError(msg)
    columns = tables.choose(source.schema.names, weight, ends)
    return tables.edges(pl.DataFrame(source.select(columns.used)), columns)
