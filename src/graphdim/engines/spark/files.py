"""Paths that Spark reads, on any file system it knows: Parquet, and edge lists as plain text.

Text goes by the rules of reading.files.text as far as they are simple: no quotes, the same number of fields in each
line, 64-bit integers if the first edge has them. A line that breaks them gets NULL ids, which are counted and refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphdim.engines.spark.session import spark_errors, start
from graphdim.errors import SourceError
from graphdim.reading.files import SUFFIXES
from graphdim.reading.files.content import Content, suffix
from graphdim.reading.files.dialect import Dialect, is_integer, is_number, sniff
from graphdim.words import counted

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from graphdim.engines.options import SourceOptions

__all__ = ["read"]

SAMPLE = 100


def read(place: str, options: SourceOptions) -> tuple[DataFrame, tuple[str, ...]]:
    """The table at a path (a file, a folder or a glob), and notes on how it was read."""
    kind = _kind(place)  # before a session starts, which takes seconds
    spark = start(options.master)
    with spark_errors(place):
        return (spark.read.parquet(place), ()) if kind == "parquet" else _text(spark, place, options)


def _kind(place: str) -> str:
    """Parquet or text, by the ending; a folder without one holds Parquet, as Spark writes it."""
    ending = suffix(place.rstrip("/*"))
    kind = "parquet" if not ending else SUFFIXES.get(ending)
    if kind not in ("parquet", "text") or place == "-" or place.startswith("dataset:"):
        msg = f"{place}: the Spark engine reads Parquet and text (.csv .tsv .txt …); the memory engine reads more"
        raise SourceError(msg)
    return kind


def _text(spark: SparkSession, place: str, options: SourceOptions) -> tuple[DataFrame, tuple[str, ...]]:
    lines = spark.read.text(place).selectExpr(r"REGEXP_REPLACE(value, '^[\\s\uFEFF]+|\\s+$', '') AS line")
    lines = lines.where("line <> '' AND NOT STARTSWITH(line, '#') AND NOT STARTSWITH(line, '%')")
    sample = [row.line for row in lines.limit(SAMPLE).collect()]
    named = (*(options.columns or ()), options.weight)
    dialect = sniff(Content(place, b"", "\n".join(sample).encode()), named)
    if dialect.skip:
        # Each file of a folder may bring the header again.
        lines = lines.where(lines.line != sample[0])
    return lines.selectExpr(*_fields(dialect, place)), dialect.notes


def _fields(dialect: Dialect, place: str) -> list[str]:
    """One expression for each field, NULL where the line is not like the first."""
    mark = r"\\s+" if not dialect.separator.strip(" ") else rf"\\s*{re.escape(dialect.separator)}\\s*"
    field = f"TRY_ELEMENT_AT(SPLIT(line, '{mark}', -1), {{}})"
    regular = f"""SIZE(SPLIT(line, '{mark}', -1)) = {len(dialect.names)} AND NOT CONTAINS(line, '"')"""
    if len(dialect.first) != len(dialect.names):
        fields = counted(len(dialect.first), "field")
        msg = f"{place}: {fields} in the first line below the header, which has {len(dialect.names)}"
        raise SourceError(msg)
    return [
        f"CASE WHEN {regular} THEN {_typed(field.format(number), first)} END AS {_quoted(name)}"
        for number, (name, first) in enumerate(zip(dialect.names, dialect.first, strict=True), start=1)
    ]


def _typed(field: str, first: str) -> str:
    kind = "BIGINT" if is_integer(first) else "DOUBLE" if is_number(first) else "STRING"
    return f"TRY_CAST({field} AS {kind})"


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"
