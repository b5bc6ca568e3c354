"""Edge lists as text: two ids a line, separated by white space, comma, tab or semicolon.

Lines that begin with # or % are comments. A file of digits alone goes through reading.files.digits, any other clean
one through Polars' CSV reader; whatever that trips over is read again line by line, still by Polars, to accept it or to
name the line at fault.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading import tables
from graphdim.reading.edges import BATCH, Edges, EdgeStream, Floats, RereadError
from graphdim.reading.files import digits
from graphdim.reading.files.dialect import Dialect, is_integer, is_number, sniff
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

    from graphdim.reading.edges import Ids, Part
    from graphdim.reading.files.content import Content

    Reader = Callable[[Content, Dialect, tables.Columns], Iterator[Part]]

__all__ = ["edges"]

LONG = 40  # characters of evidence in a message


def edges(content: Content, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    """The edges of a text file."""
    dialect = sniff(content, named=(*(ends or ()), weight))
    try:
        columns = tables.choose(dialect.outline, weight, ends)
    except SourceError as error:
        msg = f"{content.name}, line {dialect.skip + 1}: {error}"
        raise SourceError(msg) from error
    columns = columns._replace(notes=dialect.notes + columns.notes)
    if digits.are_usual(dialect) and columns.used == list(dialect.names):
        return _stream(_digits, content, dialect, columns)
    return _table(content, dialect, columns)


def _stream(reader: Reader, content: Content, dialect: Dialect, columns: tables.Columns) -> EdgeStream:
    return EdgeStream(
        partial(reader, content, dialect, columns),
        n_rows=content.size * content.head.count(b"\n") // len(content.head),
        # The shortest line with an edge has four bytes, the last may lack its end.
        most_rows=content.size // 4 + 1,
        notes=columns.notes,
    )


def _digits(content: Content, dialect: Dialect, columns: tables.Columns) -> Iterator[Part]:
    """Digits alone, or a RereadError at anything else."""
    return digits.parts(content, dialect, otherwise=RereadError(partial(_table, content, dialect, columns)))


def _table(content: Content, dialect: Dialect, columns: tables.Columns) -> Edges | EdgeStream:
    """The reader for fields of any kind."""
    if not dialect.separator or _type_of_ids(dialect, columns) is None:
        return _careful(content, dialect, columns)
    return _stream(_straight, content, dialect, columns)


def _straight(content: Content, dialect: Dialect, columns: tables.Columns) -> Iterator[Part]:
    """The CSV reader's pieces, or a RereadError when the file is not as clean as its first lines."""
    import polars as pl

    names = dict(zip(dialect.names, (f"column_{place}" for place in range(len(dialect.names))), strict=True))
    table = _scan(content, dialect, columns, names)
    # The first field may begin a comment, and a line that is too short lacks the last.
    watched = {names[name] for name in (dialect.names[0], dialect.names[-1], *columns.used)}
    try:
        for piece in table.select(sorted(watched)).collect_batches(chunk_size=BATCH, maintain_order=False):
            found = _filled(piece, dialect)
            if not _is_clean(found):
                break
            named = found.select(pl.col(names[name]).alias(name) for name in columns.used)
            yield tables.edges(named, columns).itself
        else:
            return
    except pl.exceptions.PolarsError:
        pass
    raise RereadError(partial(_careful, content, dialect, columns))


def _filled(piece: pl.DataFrame, dialect: Dialect) -> pl.DataFrame:
    """The piece without blank lines, where they are known to be blank: no separator can be seen in them."""
    import polars as pl

    if dialect.separator not in " \t" or not any(piece.null_count().row(0)):
        return piece
    return piece.filter(~pl.all_horizontal(pl.all().is_null()))


def _scan(content: Content, dialect: Dialect, columns: tables.Columns, names: dict[str, str]) -> pl.LazyFrame:
    """The file as a lazy table of fields that are called column_0, column_1, …"""
    import polars as pl

    ids = _type_of_ids(dialect, columns) or pl.String
    schema = {column: ids if name in columns[:2] else pl.String for name, column in names.items()}
    if columns.weight is not None:
        schema[names[columns.weight]] = pl.Float64
    return pl.scan_csv(
        content.where,
        has_header=False,
        skip_lines=dialect.skip,
        separator=dialect.separator,
        quote_char=None if dialect.separator == " " else '"',
        # Looking for comments costs a third of the time; one that was not foreseen is found by the careful reader.
        comment_prefix="#" if b"\n#" in content.head else None,
        schema=schema,
        glob=False,
    )


def _type_of_ids(dialect: Dialect, columns: tables.Columns) -> type[pl.DataType] | None:
    """Integers or names, if the first edge leaves no doubt."""
    import polars as pl

    if len(dialect.first) != len(dialect.names):
        return None
    ends = [dialect.first[dialect.names.index(name)] for name in columns[:2]]
    if all(map(is_integer, ends)):
        return pl.Int64
    return None if any(map(is_number, ends)) else pl.String


def _is_clean(table: pl.DataFrame) -> bool:
    """Whether no field is empty, no name may be a comment, quoted or NaN, and all weights are positive and finite."""
    if any(table.null_count().row(0)):
        return False
    return not any(_odd(column).any() for column in table if not column.dtype.is_integer())


def _odd(column: pl.Series) -> pl.Series:
    if column.dtype.is_float():
        return ~((column > 0) & column.is_finite())
    # A line break inside is more often a stray quote that swallows edges than a name.
    return column.is_in(["", *tables.NOT_A_NUMBER]) | column.str.contains(r'^[%#"]|^\s|\s$|[\x00\n]')


def _careful(content: Content, dialect: Dialect, columns: tables.Columns) -> Edges:
    """Split every line, and say which one cannot be an edge."""
    lines = _lines(content, dialect)
    fields = dialect.fields(lines["line"])
    wrong = (fields.list.len() != len(dialect.names)).arg_true()
    if len(wrong):
        number, line = lines.row(wrong[0])
        wanted = f"expected {len(dialect.names)}, as in the lines before it"
        found = counted(len(fields[wrong[0]]), "field")
        msg = f"{content.name}, line {number}: {found} in {_short(line)}, {wanted}"
        raise SourceError(msg)
    parser = _Parser(content.name, lines["number"])
    taken = {name: fields.list.get(dialect.names.index(name)) for name in columns.used}
    weights = None if columns.weight is None else parser.weights(taken[columns.weight])
    written = taken[columns.source], taken[columns.target]
    sources, targets = map(parser.ids, written)
    if isinstance(sources, np.ndarray) != isinstance(targets, np.ndarray):
        # Beside a column of names numbers are names too, as they are written.
        sources, targets = written
    return Edges(sources, targets, weights, notes=columns.notes)


def _lines(content: Content, dialect: Dialect) -> pl.DataFrame:
    """The lines that hold edges, with their numbers in the file."""
    import polars as pl

    try:
        where = io.BytesIO(content.where) if isinstance(content.where, bytes) else content.where
        lines = pl.read_lines(where, glob=False)
    except pl.exceptions.ComputeError as error:
        raise SourceError(_bad_encoding(content)) from error
    line = pl.col("line").str.strip_chars("\ufeff \r\v\f")
    numbered = lines.with_row_index("number", offset=1).slice(dialect.skip).with_columns(line)
    kept = numbered.filter(pl.col("line").str.contains(r"^\s*[^\s#%]"))
    nul = kept.filter(pl.col("line").str.contains("\0", literal=True))
    if len(nul):
        msg = f"{content.name}, line {nul['number'][0]}: a zero byte; the file is no text"
        raise SourceError(msg)
    return kept


def _bad_encoding(content: Content) -> str:
    with content.open() as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return f"{content.name}, line {number}: no UTF-8 text in {_short(line)}; save the edge list as UTF-8"
    return f"{content.name}: no UTF-8 text"


def _short(text: str | bytes) -> str:
    return repr(text) if len(text) <= LONG else f"{text[:LONG]!r}..."


class _Parser:
    """Fields of one file → ids and weights, or the line of the first field that is neither."""

    def __init__(self, name: str, numbers: pl.Series) -> None:
        self.name = name
        self.numbers = numbers

    def ids(self, fields: pl.Series) -> Ids:
        """Integers if the column begins with one, names otherwise."""
        import polars as pl

        self.refuse(fields, fields == "", "the node id is empty")
        if not is_number(fields[0]):
            self.refuse(fields, fields.is_in(tables.NOT_A_NUMBER), "is no node id")
            return fields
        for dtype in (pl.Int64, pl.UInt64):
            whole = fields.cast(dtype, strict=False)
            if not whole.null_count():
                return whole.to_numpy()
        # "3.0" is the integer 3 after a detour through a table with gaps; from 2**53 on floats merge neighbours.
        real = fields.cast(pl.Float64, strict=False)
        odd = real.is_null() | ~(real.abs() < 2**53) | (real != real.floor())
        self.refuse(fields, odd.fill_null(value=True), "is no 64-bit integer, in a column of numbers")
        return real.cast(pl.Int64).to_numpy()

    def weights(self, fields: pl.Series) -> Floats:
        """Positive finite numbers."""
        import polars as pl

        values = fields.cast(pl.Float64, strict=False).fill_null(np.nan)
        self.refuse(fields, ~((values > 0) & values.is_finite()), "is no weight; weights are positive and finite")
        return values.to_numpy()

    def refuse(self, fields: pl.Series, bad: pl.Series, fault: str) -> None:
        """Raise an error for the first bad field, with its line."""
        if bad.any():
            place = bad.arg_true()[0]
            evidence = f"{_short(fields[place])} " if fields[place] else ""
            msg = f"{self.name}, line {self.numbers[place]}: {evidence}{fault}"
            raise SourceError(msg)
