"""Paths that Spark reads, on any file system it knows: Parquet, and edge lists as plain text.

Text goes by the rules of reading.files.text as far as they are simple: no quotes, the same number of fields in each
line, 64-bit integers if the first edge has them. A line that breaks them gets NULL ids, which are counted and refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from graphdim.engines.spark.session import spark_errors, start
from graphdim.errors import SourceError
from graphdim.reading import dataset_name
from graphdim.reading.files import SUFFIXES
from graphdim.reading.files.content import Content, suffix
from graphdim.reading.files.dialect import Dialect, sniff
from graphdim.reading.files.remarks import REMARK, may_hold_remarks
from graphdim.reading.values import is_integer, is_number
from graphdim.words import counted, shown

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from graphdim.engines.options import SourceOptions
    from graphdim.reading.outline import Outline

__all__ = ["Read", "read"]

SAMPLE = 100
# In a literal of Spark, with blanks beyond ASCII.
SPARK_REMARK = "(?U)" + REMARK.replace("\\", r"\\")


class Read(NamedTuple):
    """A table, what is known of a text's columns, and notes on how it was read and on what was left out."""

    table: DataFrame
    outline: Outline | None = None
    notes: tuple[str, ...] = ()
    late_notes: tuple[str, ...] = ()


def read(place: str, options: SourceOptions) -> Read:
    """The table at a path: a file, a folder or a glob."""
    kind = _kind(place)  # before a session starts, which takes seconds
    spark = start(options.master)
    with spark_errors(place):
        return Read(spark.read.parquet(place)) if kind == "parquet" else _text(spark, place, options)


def _kind(place: str) -> str:
    """Parquet or text, by the ending; a folder without one holds Parquet, as Spark writes it."""
    ending = suffix(place.rstrip("/*"))
    kind = "parquet" if not ending else SUFFIXES.get(ending)
    if kind not in ("parquet", "text") or place == "-" or dataset_name(place) is not None:
        msg = f"{place}: the Spark engine reads Parquet and text (.csv .tsv .txt …); the memory engine reads more"
        raise SourceError(msg)
    return kind


def _text(spark: SparkSession, place: str, options: SourceOptions) -> Read:
    every = spark.read.text(place).selectExpr(r"REGEXP_REPLACE(value, '^[\\s\uFEFF]+|\\s+$', '') AS line")
    lines = every.where("line <> '' AND NOT STARTSWITH(line, '#') AND NOT STARTSWITH(line, '%')")
    sample = [row.line for row in lines.limit(SAMPLE).collect()]
    named = (*(options.columns or ()), options.weight)
    dialect = sniff(Content(place, b"", "\n".join(sample).encode()), named)
    fields = _fields(dialect, place)
    if dialect.header:
        # Each file of a folder may bring the header again.
        lines = lines.where(lines.line != sample[0])
    # The number of rows is known only if the sample holds them all.
    outline = dialect.outline if len(sample) < SAMPLE else dialect.outline._replace(n_rows=None)
    return Read(lines.selectExpr(*fields), outline, dialect.notes, _left_out(every, dialect, sample[0]))


def _left_out(lines: DataFrame, dialect: Dialect, first: str) -> tuple[str, ...]:
    """Notes on comments that look like edges and on headers that came again, by one look at all lines."""
    from pyspark.sql import functions

    is_comment = functions.expr(rf"line RLIKE '^[#%][^\\s#%]' AND {_is_whole(dialect)}")
    is_header = (lines.line == first) & functions.lit(bool(dialect.header))
    [(n_comments, comment, n_headers)] = lines.agg(
        functions.count(functions.when(is_comment, 1)),
        functions.min(functions.when(is_comment, lines.line)),
        functions.count(functions.when(is_header, 1)),
    ).collect()
    notes = []
    if n_comments:
        what = "comment looks like an edge and was" if n_comments == 1 else "comments look like edges and were"
        way = "the memory and disk engines read names that begin with # or % in quotes"
        notes.append(f"{n_comments:,} {what} skipped, such as {shown(comment)}; {way}")
    if n_headers > 1:
        notes.append(f"{counted(n_headers - 1, 'repeated header')} skipped")
    return tuple(notes)


def _fields(dialect: Dialect, place: str) -> list[str]:
    """One expression for each field, NULL where the line is not like the first."""
    field = f"TRY_ELEMENT_AT({_split(dialect)}, {{}})"
    regular = f"""{_is_whole(dialect)} AND NOT CONTAINS(line, '"')"""
    if len(dialect.first) != len(dialect.names):
        fields = counted(len(dialect.first), "field")
        msg = f"{place}: {fields} in the first line below the header, which has {len(dialect.names)}"
        raise SourceError(msg)
    return [
        f"CASE WHEN {regular} THEN {_typed(field.format(number), first, dialect)} END AS {_quoted(name)}"
        for number, (name, first) in enumerate(zip(dialect.names, dialect.first, strict=True), start=1)
    ]


def _split(dialect: Dialect) -> str:
    mark = r"\\s+" if not dialect.separator.strip(" ") else rf"\\s*{re.escape(dialect.separator)}\\s*"
    return f"SPLIT(line, '{mark}', -1)"


def _is_whole(dialect: Dialect) -> str:
    """Whether a line has as many fields as the table."""
    return f"SIZE({_split(dialect)}) = {len(dialect.names)}"


def _typed(field: str, first: str, dialect: Dialect) -> str:
    """A field as a value; NULL for a text that may end in a comment, since quotes, which tell, are not read here."""
    kind = "BIGINT" if is_integer(first) else "DOUBLE" if is_number(first) else "STRING"
    text = f"CASE WHEN NOT {field} RLIKE '{SPARK_REMARK}' THEN {field} END"
    return text if kind == "STRING" and may_hold_remarks(dialect) else f"TRY_CAST({field} AS {kind})"


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"
