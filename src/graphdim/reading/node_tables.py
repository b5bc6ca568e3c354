"""Tables with a row for each node: its id and its label, or its id and its features.

Text by the rules of reading.files (separator, quotes, comments), Parquet, or a NumPy array whose rows are the nodes in
their order. Feeds the graphs that models are trained on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import NotFoundError, SourceError
from graphdim.forks import check_fork
from graphdim.reading.addresses import refuse_address
from graphdim.reading.files.array_file import lettered
from graphdim.reading.files.content import Content, load, source_errors
from graphdim.reading.files.dialect import dialect_of, take_sample
from graphdim.reading.files.npz import DAMAGE, sparse_rows
from graphdim.reading.files.parquet import parquet_errors
from graphdim.reading.files.rows import table_of
from graphdim.reading.node_headers import doubts, has_counted_header, usual_ids
from graphdim.reading.node_rows import LABEL_NAMES, NodeTable
from graphdim.reading.room import check_room
from graphdim.reading.values import is_number, plain_id

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    import polars as pl
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    Row = tuple[str, ...]
    # All columns; the one without a name, if there is one; notes; what to raise for a column that is read as names.
    Read = tuple[pl.DataFrame, Row, Row, dict[str, SourceError]]

__all__ = [
    "PANDAS_INDEX",
    "are_mostly_known",
    "array",
    "id_in_graph",
    "index_first",
    "is_array",
    "left_out",
    "matched",
    "read_table",
]

# What pandas calls an index without a name in Parquet, where it comes last.
PANDAS_INDEX = "__index_level_0__"
TABLE = "a table of nodes has an id and at least one more field per line"


def is_array(path: Path) -> bool:
    """Whether a file holds an array by its name."""
    return path.suffix in (".npy", ".npz")


def array(path: Path) -> NDArray[np.generic] | csr_array:
    """A NumPy array, or a sparse matrix saved by SciPy; nothing pickled is loaded."""
    content = _content(path)
    if path.suffix == ".npz":
        return sparse_rows(content)
    with source_errors(content.name, "array", *DAMAGE), content.open() as file:
        check_room(content.name, content.size)
        return lettered(np.load(file, allow_pickle=False))


def index_first(table: pl.DataFrame) -> pl.DataFrame:
    """The table with pandas' index in front, where ids are, if it is text, or if the first column holds fractions.

    Other numbers in an index are those that the rows of a longer frame had.
    """
    import polars as pl

    kinds = table.schema
    if PANDAS_INDEX not in kinds or not (kinds[PANDAS_INDEX] == pl.String or kinds[table.columns[0]].is_float()):
        return table
    return table.select(PANDAS_INDEX, pl.exclude(PANDAS_INDEX))


def read_table(path: Path, ids: Sequence[str], whose: str = "the graph") -> NodeTable:
    """A table with the ids of nodes in the column with a usual name, else in the first; nodes of others are left out.

    `whose` are the ids, in messages.
    """
    content = _content(path)
    known = {node: place for place, node in enumerate(ids) if node}
    table, nameless, notes, faults = _parquet(content) if content.is_parquet else _text(content, known)
    if table.width < 2:  # noqa: PLR2004 - an id and something about it
        msg = f"{content.name}: {TABLE}"
        raise SourceError(msg)
    column, theirs = _ids(table, known)
    if column in faults:
        raise faults[column]
    where = "first column" if column == table.columns[0] else f"column {column!r}"
    rows = np.full(len(ids), -1)
    unmatched = NodeTable(content.name, table.drop({column, *nameless}), rows, notes, faults=faults)
    return matched(unmatched, where, theirs, known, whose)


def matched(
    table: NodeTable, where: str, theirs: Sequence[str], known: Mapping[str, int], whose: str = "the graph"
) -> NodeTable:
    """The table with the row of each node, by the ids that its rows have; `where` these are is told in messages."""
    name, row_of_node = f"{table.name}, {where}", table.row_of_node.copy()
    notes = left_out(name, theirs, known, whose)
    for row, node in enumerate(theirs):
        if node in known:
            if row_of_node[known[node]] >= 0:
                way = "keep one of them; if the ids are in another column, name that column 'id'"
                msg = f"{name}: node {node!r} has two rows; {way}"
                raise SourceError(msg)
            row_of_node[known[node]] = row
    return replace(table, row_of_node=row_of_node, notes=(*table.notes, *notes))


def _ids(table: pl.DataFrame, known: Mapping[str, int]) -> tuple[str, list[str]]:
    """The column of ids, and what it holds.

    A column with a usual name may hold other things, such as names of people: it counts if most of it are ids.
    """
    first, usual = table.columns[0], usual_ids(table.columns)
    found = [id_in_graph(node, known) for node in table[usual or first].to_list()]
    if usual in (None, first) or are_mostly_known(found, known):
        return usual or first, found
    return first, [id_in_graph(node, known) for node in table[first].to_list()]


def are_mostly_known(theirs: Sequence[str], known: Mapping[str, int]) -> bool:
    """Whether at least half of the rows name a node, each another one."""
    return 2 * len(known.keys() & set(theirs)) >= len(theirs)


def left_out(name: str, theirs: Sequence[str], ours: Collection[str], whose: str = "the graph") -> tuple[str, ...]:
    """A note about ids that the graph lacks, as it does isolated nodes; an error if they are most of all ids.

    >>> left_out("labels.csv", ["a", "b", "c"], {"a": 0, "b": 1})
    ("labels.csv: 1 of 3 ids is not in the graph, like 'c': left out",)
    """
    strangers = [node for node in theirs if node not in ours]
    if not strangers:
        return ()
    n_known = len(theirs) - len(strangers)
    # The last ones: the first may be a header that nobody could tell.
    examples = ", ".join(map(repr, strangers[-2:]))
    if 2 * n_known >= len(theirs):
        are = "is" if len(strangers) == 1 else "are"
        return (f"{name}: {len(strangers):,} of {len(theirs):,} ids {are} not in {whose}, like {examples}: left out",)
    share = f"only {n_known:,} of {len(theirs):,} ids" if n_known else f"none of {len(theirs):,} ids"
    own = ", ".join(map(repr, [*ours][:2]))
    msg = f"{name}: {share} found in {whose}; the others are like {examples}, those of {whose} like {own}"
    raise SourceError(msg)


def id_in_graph(node: str, known: Mapping[str, int]) -> str:
    """An id as the graph has it: where its ids are numbers, 007, +7 and 7.0 are 7."""
    return node if node in known else plain_id(node)


def _text(content: Content, known: Mapping[str, int]) -> Read:
    """All fields of a text, the columns named by its header or by their places from 0."""
    sample = take_sample(content, TABLE)
    is_header = has_counted_header(sample.rows, known) or _is_header(sample.rows, known)
    notes = () if is_header else doubts(content.name, sample.rows, known)
    dialect = dialect_of(content, sample, is_header=is_header)
    table = table_of(content, dialect)
    places = map(str, range(len(dialect.names)))
    names = dict(zip(dialect.names, dialect.names if dialect.header else places, strict=True))
    faults = {names[name]: fault for name, fault in table.faults.items()}
    return table.cells.rename(names), dialect.nameless, (*notes, *table.notes), faults


def _is_header(rows: Sequence[Sequence[str]], known: Mapping[str, int]) -> bool:
    """Whether the first line names columns: it is of no node, unlike the next; or it has a usual name."""
    first, others = rows[0], rows[1:]
    if not others or first[0] in known or is_number(first[0]) or any(row[1:] == first[1:] for row in others):
        return False
    usual = usual_ids(first) is not None or any(field.lower() in LABEL_NAMES for field in first[1:])
    return usual or others[0][0] in known or is_number(others[0][0])


def _content(path: Path) -> Content:
    if not path.exists():
        refuse_address(path)
        msg = f"{path}: there is no such file"
        raise NotFoundError(msg)
    return load(path)


def _parquet(content: Content) -> Read:
    """All columns as text, empty where tables write null or NaN."""
    import polars as pl
    from polars import selectors

    check_fork()
    with parquet_errors(content.name), content.open() as file:
        table = index_first(pl.read_parquet(file)).with_columns(selectors.float().fill_nan(None))
        nameless = (PANDAS_INDEX,) if PANDAS_INDEX in table.columns else ()
        return table.cast(pl.String).fill_null(""), nameless, (), {}
