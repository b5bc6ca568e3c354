"""Tables with an id and the numbers of an embedding per row: text by the rules of reading.files, and Parquet.

Which column holds the ids is told by shrinking.id_columns. A header may count the columns, as pandas does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading.files.parquet import parquet_errors
from graphdim.reading.files.rows import table_of
from graphdim.reading.node_headers import is_fraction, usual_ids
from graphdim.reading.node_tables import PANDAS_INDEX, index_first
from graphdim.reading.values import is_integer, is_number, plain_id
from graphdim.shrinking.id_columns import LIST, NUMBER, TEXT, WHOLE, IdColumn, first_kind, id_column, others
from graphdim.shrinking.text_layout import layout_of
from graphdim.words import listed, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl
    from numpy.typing import NDArray

    from graphdim.reading.files.content import Content
    from graphdim.reading.files.dialect import Dialect

__all__ = [
    "Table",
    "is_unique",
    "may_hold_ids",
    "no_number",
    "read_parquet",
    "read_text",
    "stacked",
    "the_lists",
    "unequal",
]

LEAST_OF_TEXT = 2.0**-80  # of the largest number in a text that float32 holds


class Table(NamedTuple):
    """The ids of the rows, if there are any, and their numbers.

    `may_have_header` says that the first row could be a header: it is the first line of a text, without a fraction.
    `are_in_index` says that the ids are those of pandas' index.
    """

    ids: list[str] | None
    numbers: NDArray[Any]
    notes: tuple[str, ...] = ()
    may_have_header: bool = False
    are_in_index: bool = False


def read_text(content: Content) -> Table:
    """Ids and numbers; a header, or word2vec's line of two counts, is not a row."""
    layout = layout_of(content)
    dialect = layout.dialect
    table, left_out, _ = table_of(content, dialect)
    if layout.n_rows is not None and len(table) != layout.n_rows:
        msg = f"{content.name}: its first line says {layout.n_rows:,} rows, and it has {len(table):,}; is it complete?"
        raise SourceError(msg)
    ids, notes = _ids_of_text(content, dialect, table) if layout.n_rows is None else IdColumn(dialect.names[0])
    numbers = table.drop({*dialect.nameless, *(() if ids is None else (ids,))})
    names = numbers.columns if dialect.header else ()
    unused, of_unused = others(content.name, names, lambda name: ids is None and may_hold_ids(numbers[name]))
    return Table(
        None if ids is None else _spelled(table[ids].to_list()),
        _numbers(content, numbers.drop(unused)),
        (*notes, *of_unused, *left_out, *layout.notes),
        layout.may_have_header,
        ids in dialect.nameless,
    )


def read_parquet(content: Content) -> Table:
    """Ids, if a column is one, and numbers: all other columns, or a column of lists."""
    import polars as pl

    check_fork()
    with parquet_errors(content.name), content.open() as file:
        table = index_first(pl.read_parquet(file))
    lists = [name for name, kind in table.schema.items() if isinstance(kind, pl.List | pl.Array)]
    ids, notes = _ids_of_parquet(content, table)
    named = None if ids is None else table[ids].cast(pl.String).to_list()
    if lists:
        chosen, of_unused = the_lists(content.name, lists, [name for name in table.columns if name != ids])
        return Table(
            named, stacked(content.name, table[chosen]), (*notes, *of_unused), are_in_index=ids == PANDAS_INDEX
        )
    numbers = table.drop([name for name in table.columns if name in (ids, PANDAS_INDEX)])
    unused, of_unused = others(content.name, numbers.columns, lambda name: ids is None and may_hold_ids(numbers[name]))
    return Table(named, _numbers(content, numbers.drop(unused)), (*notes, *of_unused), are_in_index=ids == PANDAS_INDEX)


def is_unique(column: Any) -> bool:
    """Whether all values of a column, of pandas or Polars, are different."""
    return bool(column.n_unique() == len(column) if hasattr(column, "n_unique") else column.is_unique)


def may_hold_ids(column: Any) -> bool:
    """Whether the values of a column, of pandas or Polars, are all different, and whole numbers or texts."""
    if not is_unique(column):
        return False
    values = [plain_id(str(value)) for value in column.to_list()]
    return all(map(is_integer, values)) or not any(map(is_number, values))


def the_lists(source: str, lists: Sequence[str], columns: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The column of lists that holds the rows, and a note about the others besides the ids, which are left out."""
    if len(lists) > 1:
        msg = f"{source}: {len(lists)} columns hold lists of numbers: {listed(lists)}; keep the one that holds the rows"
        raise SourceError(msg)
    left = [name for name in columns if name not in (lists[0], PANDAS_INDEX)]
    return lists[0], (f"{source}: the rows are column {visible(lists[0])!r}; left out: {listed(left)}",) if left else ()


def stacked(source: str, column: pl.Series) -> NDArray[Any]:
    """A column of lists as a table."""
    import polars as pl

    lengths = column.list.len() if isinstance(column.dtype, pl.List) else None
    if lengths is not None and (lengths.n_unique() != 1 or column.null_count()):
        raise unequal(source, column.name)
    return column.explode().to_numpy().reshape(len(column), -1)


def no_number(source: str, column: str, value: object) -> SourceError:
    """What to raise for a column that holds more than numbers."""
    way = "name the column of the ids 'id', and drop or fill what is no number"
    return SourceError(f"{source}, column {column!r}: a row holds an id and numbers, and {value!r} is none; {way}")


def unequal(source: str, column: str) -> SourceError:
    """What to raise for lists that are not as long as each other."""
    return SourceError(f"{source}: the lists in column {column!r} have different lengths")


def _ids_of_text(content: Content, dialect: Dialect, table: pl.DataFrame) -> IdColumn:
    """The column that holds the ids; in front of a header, one without a name is pandas' index."""
    import polars as pl

    kinds = [_kind_of_fields(fields) for fields in zip(*dialect.rows, strict=False)]
    n_index = len(dialect.nameless) if table.width > 1 else 0
    if n_index and usual_ids(dialect.header) is None and kinds[0] == TEXT:
        return IdColumn(dialect.names[0])
    # Places stand for the names of columns that have none.
    columns = table[:, n_index:]
    kinds = first_kind(kinds[n_index:], lambda place: columns.to_series(place).cast(pl.Float64, strict=False))
    chosen = id_column(
        content.name, columns.columns, kinds, lambda: is_unique(columns.to_series(0)), is_named=bool(dialect.header)
    )
    return IdColumn(dialect.names[0], chosen.notes) if n_index and chosen.column is None else chosen


def _spelled(ids: list[str]) -> list[str]:
    """The ids as they are written, but for numbers that were all written as floats."""
    return list(map(plain_id, ids)) if all(map(is_fraction, ids)) else ids


def _kind_of_fields(fields: Sequence[str]) -> str:
    if all(map(is_integer, fields)):
        return WHOLE
    return NUMBER if all(map(is_number, fields)) else TEXT


def _ids_of_parquet(content: Content, table: pl.DataFrame) -> IdColumn:
    """The column that holds the ids, or pandas' index: if it came first, or if there is no such column."""
    if table.columns[0] == PANDAS_INDEX and usual_ids(table.columns) is None:
        return IdColumn(PANDAS_INDEX)
    names = [name for name in table.columns if name != PANDAS_INDEX]
    kinds = first_kind([_kind_of_column(table.schema[name]) for name in names], lambda place: table[names[place]])
    chosen = id_column(content.name, names, kinds, lambda: is_unique(table[names[0]]), is_named=True)
    return IdColumn(PANDAS_INDEX) if chosen.column is None and PANDAS_INDEX in table.columns else chosen


def _kind_of_column(kind: pl.DataType) -> str:
    import polars as pl

    if isinstance(kind, pl.List | pl.Array):
        return LIST
    if kind.is_integer():
        return WHOLE
    return NUMBER if kind.is_numeric() or kind == pl.Boolean else TEXT


def _numbers(content: Content, table: pl.DataFrame) -> NDArray[Any]:
    """All columns as float32, or as float64 if one has that type; or the first field that is no number.

    Text is read as float64 too, if its largest number is not one that float32 holds next to much smaller ones.
    """
    import polars as pl

    values = table.cast(pl.Float64 if pl.Float64 in table.dtypes else pl.Float32, strict=False)
    for name in table.columns:
        if values[name].null_count():
            raise no_number(content.name, name, table[name].filter(values[name].is_null())[0])
    numbers = values.to_numpy()
    is_text = any(kind == pl.String for kind in table.dtypes)
    if not is_text or LEAST_OF_TEXT <= np.abs(numbers).max(initial=0) < np.inf:
        return numbers
    return table.cast(pl.Float64, strict=False).to_numpy()
