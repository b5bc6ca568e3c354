"""Ids → numbers from 0: small integers stand for themselves, other ids are numbered by a table.

The table grows while edges are read, in any thread, so a source is read once. Numbers of the table depend on the order
of the edges; `IdTable.ranks` gives those that do not. Two kinds of nodes have a table each.
"""

from __future__ import annotations

import secrets
import threading
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError, SourceError
from graphdim.forks import check_fork
from graphdim.graph.hash_table import ABSENT, HashTable
from graphdim.graph.names import Names, differing, hashes_of
from graphdim.reading.values import PLAIN_INTEGER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl

    from graphdim.graph.hash_table import Hashes, Places
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

    Ids are found by their hashes, and each is then compared with the id that has the number, so a collision of hashes
    cannot go unseen. Ids whose hash belongs to another id are found by a dictionary instead.
    """

    def __init__(self) -> None:
        self._table = HashTable()
        self._names = Names()
        self._collided: dict[str, int] = {}
        # A seed that nobody knows, so that nobody can write a file of names that collide.
        self._seed = secrets.randbits(64)
        self._lock = threading.Lock()
        self.only_integers = True

    @property
    def n_nodes(self) -> int:
        """How many ids there are."""
        return self._table.size

    @property
    def n_bytes(self) -> int:
        """Bytes of memory."""
        return self._table.n_bytes + self._names.n_bytes

    def numbers(self, *columns: Ids) -> Numbers:
        """The number of each id, column after column; new ids get the next numbers."""
        check_fork()
        texts = [self._text(ids) for ids in columns]
        hashes = np.concatenate([hashes_of(text, self._seed) for text in texts])
        with self._lock:
            numbers = self._table.find(hashes)
            self._add(texts, hashes, numbers)
            names = self._names.parts
        for text, start in _with_starts(texts):
            part = slice(start, start + len(text))
            self._compare(text, hashes[part], numbers[part], names)
        return numbers.astype(np.uint64)

    def both(self, sources: Ids, targets: Ids) -> tuple[Numbers, Numbers]:
        """The numbers of both ends of some edges."""
        numbers = self.numbers(sources, targets)
        return numbers[: len(sources)], numbers[len(sources) :]

    def _text(self, ids: Ids) -> pl.Series:
        """The ids of a column as text."""
        import polars as pl

        column = pl.Series(ids) if isinstance(ids, np.ndarray) else ids
        self.only_integers &= column.dtype != pl.String
        return column.cast(pl.String)

    @property
    def kinds(self) -> Kinds:
        """How many nodes there are, all of one kind."""
        return self.n_nodes, 0

    def _add(self, texts: Sequence[pl.Series], hashes: Hashes, numbers: Places) -> None:
        """Number the ids whose hashes are absent, in the order in which they first occur."""
        absent = np.flatnonzero(numbers == ABSENT)
        if not len(absent):
            return
        _, firsts = np.unique(hashes[absent], return_index=True)
        places = absent[np.sort(firsts)]
        if self.n_nodes + len(places) > MOST_NODES:
            msg = f"there are more nodes than the {MOST_NODES:,} that can be numbered here"
            raise GraphError(msg)
        for text, start in _with_starts(texts):
            first, end = np.searchsorted(places, [start, start + len(text)])
            self._names.add(text[(places[first:end] - start).astype(np.uint32)])
        self._table.add(hashes[places])
        numbers[absent] = self._table.find(hashes[absent])

    def _compare(self, column: pl.Series, hashes: Hashes, numbers: Places, names: Sequence[pl.Series]) -> None:
        """Give ids whose hash is that of another id a number of their own."""
        places = differing(column, numbers, names).tolist()
        with self._lock:
            for place in places:
                numbers[place] = self._collided_number(column[place], hashes[place : place + 1])

    def _collided_number(self, name: str, hashes: Hashes) -> int:
        """The number of an id whose hash belongs to another; a new id is numbered under a hash drawn at random."""
        import polars as pl

        if name not in self._collided:
            while self._table.find(hashes)[0] != ABSENT:
                hashes = np.frombuffer(secrets.token_bytes(8), dtype=np.uint64)
            self._collided[name] = self._table.size
            self._names.add(pl.Series([name]))
            self._table.add(hashes)
        return self._collided[name]

    def ids(self) -> pl.Series:
        """Every id as text, in the order of the numbers."""
        return self._names.all()

    def order(self) -> NDArray[np.uint32]:
        """The numbers in the order of their ids: integers by size, also those written as text, and names by letters."""
        import polars as pl

        ids = self.ids()
        are_integers = self.only_integers or ids.str.contains(f"^{PLAIN_INTEGER}$").all()
        return (ids.cast(pl.Int128) if are_integers else ids).arg_sort().to_numpy()

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
    def n_bytes(self) -> int:
        """Bytes of memory."""
        return self._first.n_bytes + self._second.n_bytes

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


def _with_starts(texts: Sequence[pl.Series]) -> Iterator[tuple[pl.Series, int]]:
    """Each column, and how many ids come before it."""
    return zip(texts, accumulate(map(len, texts), initial=0), strict=False)


def _places(order: NDArray[np.uint32]) -> Numbers:
    """For each number its place in an order of all numbers."""
    places = np.empty(len(order), dtype=np.uint64)
    places[order] = np.arange(len(order), dtype=np.uint64)
    return places
