"""Tables with a line for each node: its id and its label, or its id and its features.

Text (comma, tab, semicolon or white space), Parquet, or a NumPy array whose rows are the nodes in their order.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.files.content import Content, load, source_errors
from graphdim.reading.files.npz import DAMAGE
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["NodeTable", "array", "is_array", "left_out", "read_table"]

ID_NAMES = ("id", "ids", "node", "node_id", "name", "key")
LABEL_NAMES = ("label", "labels", "class", "y", "target", "category", "subject")


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The rows of a table in the order of the graph's nodes, None where the table does not tell of a node.

    `notes` are sentences for the user about rows that were left out.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | None, ...]
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[str | None]:
        """One column, by its name or its place from 1."""
        if name not in self.columns:
            msg = f"{self.name}: there is no column {name!r}; the columns are {', '.join(self.columns[:12])}"
            raise SourceError(msg)
        place = self.columns.index(name)
        return [None if row is None else row[place] for row in self.rows]

    def label_column(self) -> str:
        """The column that holds labels: the only one, or the one with a usual name."""
        usual = [name for name in self.columns if name.lower() in LABEL_NAMES]
        if len(self.columns) == 1 or usual:
            return usual[0] if usual else self.columns[0]
        listed = ", ".join(self.columns[:12])
        msg = f"{self.name}: which column holds the labels? It has {listed}; name one of them 'label'"
        raise SourceError(msg)

    def numbers(self, *, but: str | None = None) -> NDArray[np.float32]:
        """All columns as numbers, but the one that holds labels; a node without a row gets zeros."""
        kept = [place for place, name in enumerate(self.columns) if name != but]
        blank = ("0",) * len(self.columns)
        cells = [[(row or blank)[place] for place in kept] for row in self.rows]
        try:
            return np.array(cells, dtype=np.float32)
        except ValueError as error:
            msg = f"{self.name}: features are numbers ({error})"
            raise SourceError(msg) from error


def is_array(path: Path) -> bool:
    """Whether a file holds an array by its name."""
    return path.suffix in (".npy", ".npz")


def array(path: Path) -> NDArray[np.generic] | csr_array:
    """A NumPy array, or a sparse matrix saved by SciPy; nothing pickled is loaded."""
    content = _content(path)
    with source_errors(content.name, "array", *DAMAGE), content.open() as file:
        if path.suffix == ".npz":
            from scipy.sparse import csr_array, load_npz

            matrix: csr_array = csr_array(load_npz(file))
            return matrix
        found: NDArray[np.generic] = np.load(file, allow_pickle=False)
        return found


def read_table(path: Path, ids: Sequence[str]) -> NodeTable:
    """A table whose first column holds the ids of the nodes; rows of nodes that the graph lacks are left out."""
    content = _content(path)
    known = {node: place for place, node in enumerate(ids) if node}
    columns, rows = _headed(content, known)
    notes = left_out(f"{content.name}, first column", [row[0] for row in rows], known)
    placed: list[tuple[str, ...] | None] = [None] * len(ids)
    for row in rows:
        _check_fields(row, len(columns), content.name)
        place = known.get(row[0])
        if place is None:
            continue
        if placed[place] is not None:
            msg = f"{content.name}: node {row[0]!r} has two rows"
            raise SourceError(msg)
        placed[place] = tuple(row[1:])
    return NodeTable(content.name, tuple(columns), tuple(placed), notes)


def left_out(name: str, theirs: Sequence[str], ours: Collection[str]) -> tuple[str, ...]:
    """A note about ids that the graph lacks, as it does isolated nodes; an error if they are most of all ids.

    >>> left_out("labels.csv", ["a", "b", "c"], {"a": 0, "b": 1})
    ("labels.csv: 1 of 3 ids is not in the graph, like 'c': left out",)
    """
    strangers = [node for node in theirs if node not in ours]
    if not strangers:
        return ()
    n_found = len(theirs) - len(strangers)
    # The last ones: the first may be a header that nobody could tell.
    examples = ", ".join(map(repr, strangers[-2:]))
    if 2 * n_found >= len(theirs):
        are = "is" if len(strangers) == 1 else "are"
        return (f"{name}: {len(strangers):,} of {len(theirs):,} ids {are} not in the graph, like {examples}: left out",)
    found = f"only {n_found:,} of {len(theirs):,} ids" if n_found else f"none of {len(theirs):,} ids"
    own = ", ".join(map(repr, [*ours][:2]))
    msg = f"{name}: {found} found in the graph; the others are like {examples}, those of the graph like {own}"
    raise SourceError(msg)


def _headed(content: Content, known: Mapping[str, int]) -> tuple[list[str], list[list[str]]]:
    """The names of the columns after the first, by their places if the table has none, and the rows."""
    if content.is_parquet:
        rows = _parquet_rows(content)
        return rows[0][1:], rows[1:]
    rows = _text_rows(content)
    if _is_header(rows, known):
        return rows[0][1:], rows[1:]
    return [str(place) for place in range(1, len(rows[0]))], rows


def _is_header(rows: list[list[str]], known: Mapping[str, int]) -> bool:
    """Whether the first line names columns: it is of no node, unlike the next; or it has a usual name."""
    first, others = rows[0], rows[1:]
    if not others or first[0] in known or _is_number(first[0]) or any(row[1:] == first[1:] for row in others):
        return False
    usual = first[0].lower() in ID_NAMES or any(field.lower() in LABEL_NAMES for field in first[1:])
    return usual or others[0][0] in known or _is_number(others[0][0])


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def _check_fields(row: list[str], n_columns: int, name: str) -> None:
    if len(row) != n_columns + 1:
        msg = f"{name}: {counted(len(row), 'field')} in the row of node {row[0]!r}, {n_columns + 1} in the first row"
        raise SourceError(msg)


def _content(path: Path) -> Content:
    if not path.exists():
        msg = f"{path}: there is no such file"
        raise NotFoundError(msg)
    return load(path)


def _text_rows(content: Content) -> list[list[str]]:
    with source_errors(content.name, "table", UnicodeDecodeError, csv.Error), content.open() as file:
        text = file.read().decode("utf-8-sig")
        lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#%"]
        mark = next((mark for mark in "\t,;" if lines and mark in lines[0]), "")
        # Strict: a quote that is never closed would swallow the lines after it.
        fields = csv.reader(lines, delimiter=mark, strict=True) if mark else map(str.split, lines)
        rows = [[field.strip() for field in row] for row in fields]
    if not rows or len(rows[0]) < 2:  # noqa: PLR2004 - an id and something about it
        msg = f"{content.name}: a table of nodes has an id and at least one more field a line"
        raise SourceError(msg)
    return rows


def _parquet_rows(content: Content) -> list[list[str]]:
    import polars as pl

    with source_errors(content.name, "Parquet file", pl.exceptions.PolarsError), content.open() as file:
        table = pl.read_parquet(file)
    return [table.columns, *([_written(cell) for cell in row] for row in table.iter_rows())]


def _written(cell: Any) -> str:
    """A cell as text; nothing for what tables write where nothing is."""
    return "" if cell is None or cell != cell else str(cell)  # noqa: PLR0124 - NaN is not itself
