"""A Spark DataFrame or a path → `listed`: source, target and perhaps weight, by the rules of reading.columns."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from graphdim.engines.dialects import DIALECTS
from graphdim.engines.spark import files
from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.column_names import pair_of_ends
from graphdim.reading.columns import Columns, choose, named_ends
from graphdim.reading.frames import NOT_A_NUMBER, WIDEST
from graphdim.reading.notes import apart
from graphdim.reading.outline import Outline
from graphdim.reading.values import are_flags, are_times, are_unix_times

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row

    from graphdim.engines.options import SourceOptions

__all__ = ["Listed", "listed"]

INTEGERS = ("tinyint", "smallint", "int", "bigint")
NUMBERS = (*INTEGERS, "float", "double", "decimal")
TIMES = ("date", "timestamp")
SAMPLE = 100  # rows
# What is no id becomes NULL, which the counts tell.
NO_IDS = ", ".join(f"'{word}'" for word in ("", *NOT_A_NUMBER))
AS_NAME = f"CASE WHEN CAST({{0}} AS STRING) NOT IN ({NO_IDS}) THEN CAST({{0}} AS STRING) END"


class Listed(NamedTuple):
    """The edges as the source lists them, its name, and notes on what was left."""

    edges: DataFrame
    name: str
    notes: tuple[str, ...]


def listed(source: Any, options: SourceOptions) -> Listed:
    """The edge rows of a Spark DataFrame, or of the files at a path."""
    if isinstance(source, str | os.PathLike):
        place = os.fspath(source)
        return _listed(files.read(place, options), options, place)
    if not hasattr(source, "sparkSession"):
        msg = f"the Spark engine takes a path or a Spark DataFrame, not a {type(source).__name__}"
        raise UnsupportedError(msg)
    return _listed(files.Read(source), options, type(source).__name__)


def _listed(read: files.Read, options: SourceOptions, name: str) -> Listed:
    table = read.table
    columns = choose(read.outline or _outline(table, options), options.weight, named_ends(options.columns))
    # Columns are taken by their place: their names may hold anything.
    placed = table.toDF(*(f"column_{place}" for place in range(len(table.columns))))
    expressions = _expressions(table, columns, bipartite=options.bipartite)
    of_columns = apart(columns.notes) if options.bipartite else columns.notes
    return Listed(placed.selectExpr(*expressions), name, read.notes + of_columns + read.late_notes)


def _outline(table: DataFrame, options: SourceOptions) -> Outline:
    """What the types tell, and the first rows where ends must be guessed."""
    kinds = {name: _kind(table, name) for name in table.columns}
    numbers = {name for name, kind in kinds.items() if kind in NUMBERS}
    times = {name for name, kind in kinds.items() if kind.startswith(TIMES)}
    is_guessed = options.columns is None and pair_of_ends(table.columns) is None and len(kinds) > 2  # noqa: PLR2004
    outline = Outline(table.columns, numbers, times=times)
    return _refined(outline, table.limit(SAMPLE).collect()) if is_guessed and len(kinds) <= WIDEST else outline


def _refined(table: Outline, rows: list[Row]) -> Outline:
    """The outline with what the first rows tell; columns are taken by their place, as names may hold anything."""
    if not rows:
        return table
    columns = {
        name: ["" if row[place] is None else str(row[place]) for row in rows] for place, name in enumerate(table.names)
    }
    counts = {name: fields for name, fields in columns.items() if name in table.numbers}
    unix_times = {name for name, fields in counts.items() if are_unix_times(fields)}
    found = table._replace(
        numbers={name for name in counts if name not in unix_times},
        # The number of rows is known only if the sample holds them all.
        n_rows=len(rows) if len(rows) < SAMPLE else None,
        times={name for name, fields in columns.items() if name in table.times or are_times(fields)},
        flags={name for name, fields in counts.items() if are_flags(fields)},
        unix_times=unix_times,
    )
    return found.with_fields(columns)


def _expressions(table: DataFrame, columns: Columns, *, bipartite: bool) -> list[str]:
    types = {name: _kind(table, name) for name in columns.used}
    ends = (columns.source, columns.target)
    for name in ends:
        if types[name] not in (*INTEGERS, "string"):
            msg = f"column {name!r} holds {types[name]} values; node ids are integers or strings"
            raise SourceError(msg)
    whole = all(types[name] in INTEGERS for name in ends)
    as_id = "CAST({} AS BIGINT)" if whole else AS_NAME
    places = [f"column_{table.columns.index(name)}" for name in columns.used]
    ids = as_id.format(places[0]), as_id.format(places[1])
    source, target = DIALECTS["spark"].apart(*ids) if bipartite else ids
    expressions = [f"{source} AS source", f"{target} AS target"]
    if columns.weight is not None:
        if types[columns.weight] not in NUMBERS:
            msg = f"column {columns.weight!r} holds {types[columns.weight]} values; weights are positive numbers"
            raise SourceError(msg)
        expressions.append(f"CAST({places[2]} AS DOUBLE) AS weight")
    return expressions


def _kind(table: DataFrame, name: str) -> str:
    kind = table.schema.fields[table.columns.index(name)].dataType.simpleString()
    root = kind.partition("(")[0].partition(" ")[0]
    return "string" if root in ("char", "varchar") else root
