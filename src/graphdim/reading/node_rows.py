"""A table of nodes once it is read: its columns, and which of its rows is about which node.

Made from files by reading.node_tables and from frames by reading.node_frames; gives labels and features.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.words import counted, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import polars as pl
    from numpy.typing import NDArray

__all__ = ["LABEL_NAMES", "NodeTable"]

LABEL_NAMES = ("label", "labels", "class", "y", "target", "category", "subject")


@dataclass(frozen=True, slots=True, eq=False)
class NodeTable:
    """A table of nodes: the columns besides the id, and the row of each node, -1 where it has none.

    `notes` are sentences for the user about rows that were left out. Where a frame `has_ids` nowhere, its rows are
    taken in their order, however many there are. `faults` are what to raise for a column that is read as names.
    """

    name: str
    cells: pl.DataFrame
    row_of_node: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    has_ids: bool = True
    faults: Mapping[str, SourceError] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        """The names of the columns, or their places from 1."""
        return self.cells.columns

    def column(self, name: str) -> list[Any]:
        """One column, a field for each node."""
        if name not in self.columns:
            msg = f"{self.name}: there is no column {name!r}; the columns are {listed(self.columns)}"
            raise SourceError(msg)
        if name in self.faults:
            raise self.faults[name]
        fields = self.cells[name].to_list()
        return [None if row < 0 else fields[row] for row in self.row_of_node]

    def label_column(self) -> str:
        """The column that holds labels: the only one, or the one with a usual name."""
        usual = [name for name in self.columns if name.lower() in LABEL_NAMES]
        if len(self.columns) == 1 or usual:
            return usual[0] if usual else self.columns[0]
        ways = "name one of them 'label'"
        msg = f"{self.name}: which column holds the labels? It has {listed(self.columns)}; {ways}"
        raise SourceError(msg)

    @property
    def zeros(self) -> tuple[str, ...]:
        """A note on the nodes without a row, whose features are zeros."""
        n_missing = int(np.count_nonzero(self.row_of_node < 0))
        has, its = ("has", "its") if n_missing == 1 else ("have", "their")
        share = f"{n_missing:,} of {counted(len(self.row_of_node), 'node')}"
        return (f"{self.name}: {share} {has} no row; {its} features are zeros",) if n_missing else ()

    @property
    def named_like_labels(self) -> list[str]:
        """The columns whose names are usual for labels; y beside x is a place."""
        lowered = {name.lower() for name in self.columns}
        usual = [name for name in self.columns if name.lower() in LABEL_NAMES]
        return [name for name in usual if name.lower() != "y" or "x" not in lowered]

    def numbers(self, *, but: Collection[str] = ()) -> NDArray[np.float32]:
        """All columns as numbers, but those that hold labels; a node without a row gets zeros."""
        names = [name for name in self.columns if name not in but]
        if not names:
            msg = f"{self.name}: apart from ids and labels there is no column; features need at least one"
            raise SourceError(msg)
        matrix = np.zeros((len(self.row_of_node), len(names)), dtype=np.float32)
        is_known = self.row_of_node >= 0
        for place, name in enumerate(names):
            matrix[is_known, place] = self._numbers(name)[self.row_of_node[is_known]]
        return matrix

    def _numbers(self, name: str) -> NDArray[np.float32]:
        import polars as pl

        values = self.cells[name].cast(pl.Float32, strict=False)
        if values.null_count():
            bad = self.cells[name].filter(values.is_null())[0]
            what = repr(bad) if bad else "an empty field"
            msg = f"{self.name}, column {name!r}: features are numbers, and {what} is none"
            raise SourceError(msg)
        return values.to_numpy()
