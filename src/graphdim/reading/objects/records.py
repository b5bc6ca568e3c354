"""Records, one mapping per edge, as an edge table: `csv.DictReader`, JSON, and what frames give as dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading import frames
from graphdim.reading.columns import choose
from graphdim.words import listed, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl

    from graphdim.reading.edges import Edges

__all__ = ["edges"]


def edges(source: Iterable[Any], weight: str | None, ends: tuple[str, str] | None) -> Edges:
    """The edges of records; their keys are the columns."""
    import polars as pl

    check_fork()
    table = _table(list(source))
    columns = choose(frames.outline(table.lazy(), table.height), weight, ends)
    for name in columns.used:
        if table.schema[name] == pl.Object:
            raise frames.mixed(name)
    return frames.edges(table, columns)


def _table(records: list[Any]) -> pl.DataFrame:
    import polars as pl

    keys = list(records[0])
    for position, record in enumerate(records, start=1):
        _check_keys(record, position, keys)
    return pl.DataFrame([_column(str(key), [record[key] for record in records]) for key in keys])


def _check_keys(record: Any, position: int, keys: list[Any]) -> None:
    """Refuse a record that has other keys than the first, and what is none."""
    if not isinstance(record, Mapping):
        msg = f"item {position} is {shown(record)}, but the first is a record; give records alone, or pairs of ids"
        raise SourceError(msg)
    if record.keys() != dict.fromkeys(keys).keys():
        names = f"{listed(map(str, record))}, the first {listed(map(str, keys))}"
        msg = f"record {position} has the keys {names}; give every record the same keys"
        raise SourceError(msg)


def _column(name: str, values: list[Any]) -> pl.Series:
    """One column; of objects, where types are mixed, since a column that is not used may hold anything."""
    import polars as pl

    try:
        return pl.Series(name, values, strict=True)
    except (TypeError, ValueError, OverflowError, AttributeError, RuntimeError, pl.exceptions.PolarsError):
        return pl.Series(name, values, dtype=pl.Object)
