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
    names = source.schema.names
    numbers = {name for name, kind in zip(names, source.schema.types, strict=True) if _is_number(str(kind))}
    columns = tables.choose(tables.Outline(names, numbers, source.num_rows), weight, ends)
    return tables.edges(pl.DataFrame(source.select(columns.used)), columns)


def _is_number(kind: str) -> bool:
    return kind.startswith(("int", "uint", "float", "double", "halffloat", "decimal"))
