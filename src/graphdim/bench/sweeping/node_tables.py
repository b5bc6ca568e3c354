"""Tables with a line for each node: its id and its label, or its id and its features.

Text (comma, tab, semicolon or white space), Parquet, or a NumPy array whose rows are the nodes in their order.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.files.content import Content, load, refusing
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

__all__ = ["NodeTable", "array", "is_array", "read_table"]

LABEL_NAMES = ("label", "labels", "class", "y", "target", "category", "subject")


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The rows of a table in the order of the graph's nodes, None where the table does not tell of a node."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | None, ...]

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
    with refusing(content.name, "array", ValueError, OSError, EOFError, KeyError), content.open() as file:
        if path.suffix == ".npz":
            from scipy.sparse import csr_array, load_npz

            matrix: csr_array = csr_array(load_npz(file))
            return matrix
        found: NDArray[np.generic] = np.load(file, allow_pickle=False)
        return found


def read_table(path: Path, ids: Sequence[str]) -> NodeTable:
    """A table whose first column holds the ids of the nodes."""
    content = _content(path)
    rows = _parquet_rows(content) if content.head.startswith(b"PAR1") else _text_rows(content)
    known = {node: place for place, node in enumerate(ids) if node}
    columns = [str(place) for place in range(1, len(rows[0]))]
    # The first line is a header if it tells of no node, while the second does.
    if rows[0][0] not in known and len(rows) > 1 and rows[1][0] in known:
        columns, rows = rows[0][1:], rows[1:]
    placed: list[tuple[str, ...] | None] = [None] * len(ids)
    for row in rows:
        place = _place(row, known, len(columns), content.name)
        if placed[place] is not None:
            msg = f"{content.name}: node {row[0]!r} has two rows"
            raise SourceError(msg)
        placed[place] = tuple(row[1:])
    return NodeTable(content.name, tuple(columns), tuple(placed))


def _place(row: list[str], known: dict[str, int], n_columns: int, name: str) -> int:
    if len(row) != n_columns + 1:
        msg = f"{name}: {counted(len(row), 'field')} in the row of node {row[0]!r}, {n_columns + 1} in the first row"
        raise SourceError(msg)
    if row[0] not in known:
        example = next(iter(known))
        msg = f"{name}: node {row[0]!r} is not in the graph, whose ids are like {example!r}; the first column holds ids"
        raise SourceError(msg)
    return known[row[0]]


def _content(path: Path) -> Content:
    if not path.exists():
        msg = f"{path}: there is no such file"
        raise NotFoundError(msg)
    return load(path)


def _text_rows(content: Content) -> list[list[str]]:
    with refusing(content.name, "table", UnicodeDecodeError, csv.Error), content.open() as file:
        text = file.read().decode()
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#%"]
    mark = next((mark for mark in "\t,;" if lines and mark in lines[0]), "")
    fields = csv.reader(lines, delimiter=mark) if mark else map(str.split, lines)
    rows = [[field.strip() for field in row] for row in fields]
    if not rows or len(rows[0]) < 2:  # noqa: PLR2004 - an id and something about it
        msg = f"{content.name}: a table of nodes has an id and at least one more field a line"
        raise SourceError(msg)
    return rows


def _parquet_rows(content: Content) -> list[list[str]]:
    import polars as pl

    with refusing(content.name, "Parquet file", pl.exceptions.PolarsError), content.open() as file:
        table = pl.read_parquet(file)
    return [table.columns, *([("" if cell is None else str(cell)) for cell in row] for row in table.iter_rows())]
