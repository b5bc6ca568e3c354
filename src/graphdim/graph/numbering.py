"""Ids → numbers from 0: small integers stand for themselves, other ids are numbered by a table.

The table grows while edges are read, in any thread, so a source is read once. Numbers of the table depend on the order
of the edges; `IdTable.ranks` gives those that do not. Two kinds of nodes have a table each.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import SourceError

if TYPE_CHECKING:
    import polars as pl

    from graphdim.graph.kinds import Kinds
    from graphdim.reading.edges import Ids

__all__ = ["MOST_NODES", "SECOND", "IdTable", "Numbers", "TwoIdTables", "check_declared", "identity"]

Numbers = NDArray[np.uint64]

# Two node numbers share one 64-bit key, and compiled sums take signed 32-bit indices.
MOST_NODES = 2**31
# Where the numbers of the second kind of nodes begin until all edges were read, and it is known how many come before.
SECOND = np.uint64(2**31)


def identity(ids: Ids) -> Numbers | None:
    """Integers as they are; negative ones turn into numbers that are too large. None for names."""
    if not isinstance(ids, np.ndarray):
        return None
    return ids.astype(np.int64, copy=False).view(np.uint64) if ids.dtype.kind == "i" else ids.astype(np.uint64)


def check_declared(ids: Ids, n_nodes: int) -> None:
    """Refuse an id outside the range of a source that numbers its nodes from 0."""
    outside = ids[(ids < 0) | (ids >= n_nodes)]
    if len(outside):
        msg = f"an edge names node {outside[0]}, but the source says it has {n_nodes:,} nodes, numbered from 0"
        raise SourceError(msg)


class IdTable:
    """Distinct ids of any kind, numbered as they come; an integer and the same digits as text are one id.

    Polars numbers the distinct strings of a categorical type, for all columns of that type alike and in any thread.
    """

    def __init__(self) -> None:
        import polars as pl

        self._type = pl.Categorical(pl.Categories.random())
        # Polars forgets the numbers when the last column of the type goes.
        self._anchor = pl.Series([], dtype=self._type)
        self._lock = threading.Lock()
        self.n_nodes = 0
        self.only_integers = True

    def numbers(self, ids: Ids) -> Numbers:
        """The number of each id; new ids get the next numbers."""
        import polars as pl

        column = pl.Series(ids) if isinstance(ids, np.ndarray) else ids
        if column.dtype == pl.String:
            self.only_integers = False
        numbers = column.cast(pl.String).cast(self._type).to_physical().to_numpy()
        with self._lock:
            self.n_nodes = max(self.n_nodes, int(numbers.max(initial=0)) + 1) if len(numbers) else self.n_nodes
        return numbers.astype(np.uint64)

    def both(self, sources: Ids, targets: Ids) -> tuple[Numbers, Numbers]:
        """The numbers of both ends of some edges."""
        return self.numbers(sources), self.numbers(targets)

    @property
    def kinds(self) -> Kinds:
        """How many nodes there are, all of one kind."""
        return self.n_nodes, 0

    def ids(self) -> pl.Series:
        """Every id as text, in the order of the numbers."""
        import polars as pl

        return pl.Series(np.arange(self.n_nodes, dtype=np.uint32)).cat.to(self._type).cast(pl.String)

    def order(self) -> NDArray[np.uint32]:
        """The numbers in the order of their ids: integers by size, names by their letters."""
        import polars as pl

        ids = self.ids()
        return (ids.cast(pl.Int128) if self.only_integers else ids).arg_sort().to_numpy()

    def ranks(self) -> Numbers:
        """For each number its place in the order: a number that does not depend on the order of the edges."""
        return _places(self.order())


class TwoIdTables:
    """The ids of two kinds of nodes, numbered apart: equal ids are different nodes."""

    def __init__(self) -> None:
        self._first, self._second = IdTable(), IdTable()

    def both(self, sources: Ids, targets: Ids) -> tuple[Numbers, Numbers]:
        """The numbers of both ends of some edges, each counted from 0."""
        return self._first.numbers(sources), self._second.numbers(targets)

    def numbers(self, ids: Numbers) -> Numbers:
        """The number of each id that stood for itself until now, from `SECOND` on those of the second kind."""
        is_second = ids >= SECOND
        numbers = np.empty_like(ids)
        numbers[~is_second] = self._first.numbers(ids[~is_second])
        numbers[is_second] = self._second.numbers(ids[is_second] - SECOND) + SECOND
        return numbers

    @property
    def kinds(self) -> Kinds:
        """How many nodes there are of each kind."""
        return self._first.n_nodes, self._second.n_nodes

    def ids(self) -> pl.Series:
        """Every id as text, those of the first kind before those of the second."""
        return self._first.ids().append(self._second.ids())

    def order(self) -> NDArray[np.uint32]:
        """The numbers in the order of their ids, the first kind before the second."""
        return np.concatenate([self._first.order(), self._second.order() + np.uint32(self._first.n_nodes)])

    def ranks(self) -> Numbers:
        """For each number its place in the order."""
        return _places(self.order())


def _places(order: NDArray[np.uint32]) -> Numbers:
    """For each number its place in an order of all numbers."""
    places = np.empty(len(order), dtype=np.uint64)
    places[order] = np.arange(len(order), dtype=np.uint64)
    return places
