"""Edge tables: which columns hold the ids and the weight. For data frames, Parquet and delimited text alike.

The columns that the user names are the ids, else source and target (or a usual pair of names), else the first two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphdim.errors import ParameterError, SourceError
from graphdim.reading.edges import BATCH, Edges, Floats, integers, left, weight_values
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    import polars as pl

    from graphdim.reading.edges import Ids, Part

    Ends = tuple[str, str]

__all__ = [
    "Columns",
    "Outline",
    "choose",
    "edges",
    "ids",
    "named_ends",
    "outline",
    "refuse_columns",
    "refuse_matrix",
    "stream",
]

USUAL_NAMES = (
    ("source", "target"),
    ("src", "dst"),
    ("src", "dest"),
    ("from", "to"),
    ("head", "tail"),
    ("u", "v"),
    ("sourcenodeid", "targetnodeid"),
    ("fromnodeid", "tonodeid"),
    ("source_id", "target_id"),
    ("source_node", "target_node"),
    ("from_node", "to_node"),
    ("node_1", "node_2"),
    ("node1", "node2"),
    ("id_1", "id_2"),
    ("id1", "id2"),
)
NOT_A_NUMBER = ("nan", "NaN", "NAN")  # what tables write for a missing number
SMALLEST_MATRIX = 4  # columns; a square of fewer is more often a short list
MANY = 6  # more names than this are not read any more
WEIGHT_NAMES = ("weight", "weights", "w", "value")
HOW_TO_NAME = "--source-column and --target-column name {} (columns=(…) in Python)"


class Outline(NamedTuple):
    """What is known of a table before it is read: its columns, those of them that hold numbers, perhaps its rows."""

    names: Sequence[str]
    numbers: Container[str]
    n_rows: int | None = None

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns, all of numbers but perhaps the first, which names the rows."""
        numbers = [name for name in self.names if name in self.numbers]
        return (
            len(numbers) >= SMALLEST_MATRIX
            and self.n_rows in (len(numbers), len(self.names))
            and numbers in (list(self.names), list(self.names[1:]))
        )


class Columns(NamedTuple):
    """The columns in use, and notes on how they were found and what was left."""

    source: str
    target: str
    weight: str | None
    notes: tuple[str, ...]

    @property
    def used(self) -> list[str]:
        """The names of the columns in use."""
        return [self.source, self.target] if self.weight is None else [self.source, self.target, self.weight]


def named_ends(columns: Sequence[str] | None) -> Ends | None:
    """The names that the user has for the two ends, or an error if they are not two.

    >>> named_ends(["payer", "payee"])
    ('payer', 'payee')
    """
    if columns is None:
        return None
    names = [] if isinstance(columns, str) else [str(name) for name in columns]
    if len(set(names)) != 2 or len(names) != 2:  # noqa: PLR2004 - an edge has two ends
        msg = f"columns is {columns!r}; name a column for each end, as in columns=('payer', 'payee')"
        raise ParameterError(msg)
    return names[0], names[1]


def refuse_columns(what: str, columns: Ends) -> None:
    """Say that a source that is no table has no columns to choose from."""
    asked = f"{what} has no columns {columns[0]!r} and {columns[1]!r}"
    msg = f"{asked}; they name the ends in a table (text, Parquet, a data frame), so leave them out"
    raise SourceError(msg)


def refuse_matrix(evidence: str) -> None:
    """Say that a table looks like a matrix, whose columns are nodes and not ends."""
    ways = "pass a NumPy array (.to_numpy()) or a scipy matrix, or save it as .mtx"
    rows = f"if its rows are edges, {HOW_TO_NAME.format('their ends')}"
    msg = f"{evidence} and looks like an adjacency matrix; {ways}; {rows}"
    raise SourceError(msg)


def choose(table: Outline, weight: str | None, columns: Ends | None = None) -> Columns:
    """The columns that hold source, target and weight.

    >>> choose(Outline(["id", "source", "target", "w"], {"w"}), "w").used
    ['source', 'target', 'w']
    >>> choose(Outline(["id", "payer", "payee"], {"id"}), None, ("payer", "payee")).used
    ['payer', 'payee']
    >>> choose(Outline(["u", "v", "kind"], ()), None).notes
    ("column 'kind' ignored",)
    """
    names = table.names
    if len(names) < 2:  # noqa: PLR2004 - an edge has two ends
        msg = f"the table has {len(names)} column; an edge list needs two, source and target"
        raise SourceError(msg)
    _refuse_unknown(names, (weight, *(columns or ())))
    others = [name for name in names if name != weight]
    if table.is_square and not (columns or _usual_ends(others)):
        refuse_matrix(f"the table of {counted(len(names), 'column')} has as many rows")
    source, target = columns or _usual_ends(others) or _first_two(others)
    twice = [name for name in (source, target, weight) if list(names).count(str(name)) > 1]
    if twice:
        msg = f"two columns are named {twice[0]!r}; give each its own name"
        raise SourceError(msg)
    if weight in (source, target):
        msg = f"column {weight!r} is an end of the edges; the weight is another column"
        raise SourceError(msg)
    guessed = () if columns or _usual_ends(others) else _guessed_ends(others)
    unused = _unused(table, (source, target)) if weight is None else ()
    return Columns(source, target, weight, guessed + unused)


def outline(schema: pl.Schema, n_rows: int | None = None) -> Outline:
    """What the schema of a Polars table tells."""
    return Outline(schema.names(), {name for name, kind in schema.items() if kind.is_numeric()}, n_rows)


def _refuse_unknown(names: Sequence[str], asked: Iterable[str | None]) -> None:
    for name in asked:
        if name is not None and name not in names:
            msg = f"there is no column {name!r}; the columns are {', '.join(names)}"
            raise SourceError(msg)


def _usual_ends(names: Sequence[str]) -> Ends | None:
    lowered = {name.lower(): name for name in names}
    found = (pair for pair in USUAL_NAMES if lowered.keys() >= set(pair))
    return next(((lowered[source], lowered[target]) for source, target in found), None)


def _first_two(names: Sequence[str]) -> Ends:
    if len(names) < 2:  # noqa: PLR2004
        msg = f"beside the weight the table has only the column {', '.join(names)}; an edge list needs two"
        raise SourceError(msg)
    return names[0], names[1]


def _guessed_ends(names: Sequence[str]) -> tuple[str, ...]:
    """A note on ends that were taken for their place, where there were others to take."""
    if len(names) == 2:  # noqa: PLR2004
        return ()
    return (f"ends are columns {names[0]!r} and {names[1]!r}, the first two; {HOW_TO_NAME.format('others')}",)


def _unused(table: Outline, ends: Ends) -> tuple[str, ...]:
    """A note on the columns that were left; a weight is offered if one looks like it, by name or as the only one."""
    rest = [name for name in table.names if name not in ends]
    if not rest:
        return ()
    named = [name for name in rest if name.lower() in WEIGHT_NAMES] or (rest if len(rest) == 1 else [])
    weight = next((name for name in named if name in table.numbers), None)
    shown = [repr(name) for name in rest[:MANY]] + ([f"{len(rest) - MANY} more"] if len(rest) > MANY else [])
    what = f"{'column' if len(rest) == 1 else 'columns'} {', '.join(shown)}"
    if weight is None:
        return (f"{what} ignored",)
    return (left(what, weight, "it" if len(rest) == 1 else repr(weight)),)


def stream(table: pl.LazyFrame, columns: Columns) -> Iterator[Part]:
    """The edges in the chosen columns of a lazy table, piece by piece and in any order."""
    used = table.select(columns.used)
    for piece in used.collect_batches(chunk_size=BATCH, maintain_order=False):
        try:
            found = edges(piece, columns)
        except SourceError:
            # Only the whole table tells the row at fault.
            found = edges(used.collect(), columns)
        yield found.itself


def edges(table: pl.DataFrame, columns: Columns) -> Edges:
    """The edges in the chosen columns of a Polars table."""
    weights = None if columns.weight is None else _weights(table[columns.weight])
    return Edges(ids(table[columns.source]), ids(table[columns.target]), weights, notes=columns.notes)


def ids(column: pl.Series) -> Ids:
    """One column of ids: integers as a NumPy array, names as a Polars column."""
    import polars as pl

    what = f"column {column.name!r}"
    if column.is_empty():
        return np.empty(0, dtype=np.int64)
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    is_text = column.dtype == pl.String
    # The count of nulls is known; only where there are any, or in names, is it worth looking.
    if is_text or column.null_count():
        _refuse_blank(column, what)
    if is_text:
        return column
    if column.dtype.is_float() or (column.dtype.is_integer() and column.dtype not in (pl.Int128, pl.UInt128)):
        return integers(column.to_numpy(), what)
    msg = f"{what} holds {column.dtype} values; node ids are integers or strings"
    raise SourceError(msg)


def _refuse_blank(column: pl.Series, what: str) -> None:
    blank = column.is_null() | column.cast(str).is_in(["", *NOT_A_NUMBER])
    if blank.any():
        place = blank.arg_true()[0]
        fault = f"{column[place]!r} is no node id" if column[place] else "the node id is empty"
        msg = f"{what}, row {place + 1}: {fault}"
        raise SourceError(msg)


def _weights(column: pl.Series) -> Floats:
    what = f"column {column.name!r}"
    if not column.dtype.is_numeric():
        msg = f"{what} holds {column.dtype} values; weights are positive numbers"
        raise SourceError(msg)
    return weight_values(column.fill_null(np.nan).to_numpy() if column.null_count() else column.to_numpy(), what)
