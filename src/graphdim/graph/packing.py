"""Edges → keys in a store: numbers the nodes, packs both ends of an edge, drops self-loops, and counts what there was.

Every source passes here, once and batch by batch. The memory engine stores keys in memory, the disk engine in files.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

import numpy as np

from graphdim import progress
from graphdim.errors import GraphError
from graphdim.graph.batches import NONE, packed, packed_across
from graphdim.graph.graph import Cleaning
from graphdim.graph.keys import recoded
from graphdim.graph.kinds import sizes_of
from graphdim.graph.numbering import MOST_NODES, SECOND, IdTable, TwoIdTables, check_declared, identity
from graphdim.threads import map_ahead

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.graph.batches import Batch
    from graphdim.graph.keys import Keys
    from graphdim.graph.kinds import Kinds
    from graphdim.graph.numbering import Numbers
    from graphdim.reading.edges import Edges, EdgeStream, Floats, Part

__all__ = ["KeyStore", "Packing", "pack"]

# More bytes than any array of a batch takes.
LARGEST_BLOCK = 2**24

# Ids that stand for themselves may leave gaps: this many places for each edge, and these to begin with.
GAPS = 4, 2**16
# Gaps are kept while there are this many edges per place: closing them would cost more than leaving them.
PLACE = 4
# Whether nodes of the first kind and of the second are of the second.
SIDES = (False, True)


class KeyStore(Protocol):
    """Where the keys go."""

    def add(self, keys: Keys, weights: Floats | None) -> None:
        """Append the keys of some edges."""

    def recode(self, number: Callable[[Numbers], Numbers]) -> None:
        """Renumber the nodes of all edges so far."""


def pack(edges: Edges | EdgeStream, store: KeyStore, watch: Callable[[Packing], None] = lambda _: None) -> Packing:
    """Read the edges into the store; `watch` looks at the packing after each batch, and may end it with an error."""
    _keep_memory()
    packing = Packing(edges, store)
    with progress.stage("reading", edges.n_rows) as advance:
        for batch in map_ahead(packing.batch, edges.parts()):
            packing.add(batch)
            watch(packing)
            advance(batch.rows)
    if packing.is_too_sparse:
        packing.number_by_table()
    if edges.bipartite:
        packing.lay_end_to_end()
    return packing


def _keep_memory() -> None:
    """Let the allocator reuse what batches leave: glibc maps and unmaps blocks above the largest it has seen freed."""
    np.empty(LARGEST_BLOCK, dtype=np.uint8)


class Packing:
    """How edges were packed: how nodes are numbered, and what the rows held."""

    def __init__(self, edges: Edges | EdgeStream, store: KeyStore) -> None:
        _check_size(edges.n_nodes or 0)
        self.edges = edges
        self.rows = 0
        self.self_loops = 0
        self.largest = NONE
        self.loop_nodes: list[Numbers] = []
        self.table: IdTable | TwoIdTables | None = None
        self._store = store
        self._stored_by_table = False
        self._lock = threading.Lock()

    def batch(self, part: Part) -> Batch:
        """The keys of one part, in whatever thread: of the ids themselves, or of the table if they do not fit."""
        edges = part()
        if self.edges.n_nodes is not None:
            for ids in (edges.sources, edges.targets):
                check_declared(ids, self.edges.n_nodes)
        keys_of = packed_across if self.edges.bipartite else packed
        sources, targets = identity(edges.sources), identity(edges.targets)
        if self.table is None and sources is not None and targets is not None:
            batch = keys_of(sources, targets, edges.weights)
            if batch is not None:
                return batch
        batch = keys_of(*self._table().both(edges.sources, edges.targets), edges.weights, by_table=True)
        if batch is None:
            msg = f"there are more nodes than the {MOST_NODES:,} that can be numbered here"
            raise GraphError(msg)
        return batch

    def add(self, batch: Batch) -> None:
        """Store a batch; from the first one on that needs the table, all numbers are the table's."""
        self.rows += batch.rows
        self.self_loops += batch.rows - len(batch.keys)
        self.largest = max(self.largest[0], batch.largest[0]), max(self.largest[1], batch.largest[1])
        self.loop_nodes += batch.loop_nodes
        keys = batch.keys
        if batch.by_table and not self._stored_by_table:
            self.number_by_table()
        elif self._stored_by_table and not batch.by_table:
            self._count_loops(batch.loop_nodes)
            keys = recoded(keys, self._table().numbers)
        self._store.add(keys, batch.weights)

    def number_by_table(self) -> None:
        """Number the nodes of all stored edges by the table."""
        table = self._table()
        self._stored_by_table = True
        self._count_loops(self.loop_nodes)
        self._store.recode(table.numbers)

    def lay_end_to_end(self) -> None:
        """Let the numbers of the second kind of nodes follow those of the first."""
        gap = SECOND - np.uint64(self.places_of_kinds[0])
        self._store.recode(lambda numbers: np.where(numbers < SECOND, numbers, numbers - gap))

    def _table(self) -> IdTable | TwoIdTables:
        with self._lock:
            if self.table is None:
                self.table = TwoIdTables() if self.edges.bipartite else IdTable()
            return self.table

    def _count_loops(self, loop_nodes: list[Numbers]) -> None:
        """Let nodes that have a self-loop alone be in the table too."""
        for nodes in loop_nodes:
            self._table().numbers(nodes)

    @property
    def is_too_sparse(self) -> bool:
        """Whether ids that stand for themselves would waste more memory than the edges take."""
        per_edge, to_begin_with = GAPS
        most = min(per_edge * self.rows + to_begin_with, MOST_NODES)
        return not self.has_no_gaps and self.n_places > most

    @property
    def has_wide_gaps(self) -> bool:
        """Whether places without a node may take more memory than the edges do."""
        return not self.has_no_gaps and self.n_places > self.rows // PLACE

    @property
    def has_no_gaps(self) -> bool:
        """Whether every number is a node by construction."""
        return self.table is not None or self.edges.n_nodes is not None

    @property
    def n_places(self) -> int:
        """How many numbers are in use, gaps included."""
        return sum(self.places_of_kinds)

    @property
    def places_of_kinds(self) -> Kinds:
        """How many of these come first, and how many follow for a second kind of nodes that was numbered apart."""
        if self.table is not None:
            return self.table.kinds
        if self.edges.n_nodes is not None:
            return self.edges.n_nodes, 0
        return self.largest[0] + 1, self.largest[1] + 1

    @property
    def n_bytes(self) -> int:
        """How much memory the ids take."""
        return 0 if self.table is None else self.table.n_bytes

    def places(self) -> NDArray[np.bool_]:
        """A mark for every number, set where a self-loop shows that it is a node."""
        present = np.full(self.n_places, self.has_no_gaps)
        if not self.has_no_gaps:
            for nodes in self.loop_nodes:
                present[nodes] = True
        return present

    def renumbering(self, present: NDArray[np.bool_]) -> NDArray[np.int32] | None:
        """The new number of every node, if gaps are to be closed."""
        if self.has_no_gaps or present.all():
            return None
        return np.cumsum(present, dtype=np.int32) - np.int32(1)

    def n_shown(self, present: NDArray[np.bool_]) -> Kinds:
        """How many nodes of each kind the edges show, self-loops included."""
        if self.has_no_gaps:
            n_second = 0 if self.edges.second is None else int(np.count_nonzero(self.edges.second))
            return (self.n_places - n_second, n_second) if n_second else self.places_of_kinds
        first, second = (int(np.count_nonzero(part)) for part in np.split(present, self.places_of_kinds[:1]))
        loops = np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *self.loop_nodes]))
        return first + int(np.count_nonzero(~present[loops])), second

    def n_nodes(self, shown: Kinds, given: int | Kinds | None) -> Kinds:
        """The number of nodes of each kind: what the edges show, or the larger number that the user gave."""
        who = "the edges show" if self.edges.n_nodes is None else "the source has"
        sizes = sizes_of(shown, given, who, has_two=self.edges.has_two_kinds)
        _check_size(sum(sizes))
        return sizes

    def sides(self, shown: Kinds, sizes: Kinds) -> NDArray[np.bool_] | None:
        """Which nodes are of the second kind, if there are two; those that the edges do not show come last."""
        if not self.edges.has_two_kinds:
            return None
        second = np.repeat(SIDES, shown) if self.edges.second is None else self.edges.second
        return np.concatenate([second, np.repeat(SIDES, np.subtract(sizes, shown))])

    def ids(self, present: NDArray[np.bool_]) -> list[str]:
        """The id that each node has in the source, as text, if numbered by rank."""
        if self.table is not None:
            return self.table.ids().gather(self.table.order()).to_list()
        if self.edges.n_nodes is not None:
            names = getattr(self.edges, "ids", None)
            return [str(node) for node in (range(self.edges.n_nodes) if names is None else names)]
        first, second = np.split(present, self.places_of_kinds[:1])
        return [str(node) for part in (first, second) for node in np.flatnonzero(part).tolist()]

    def cleaning(self, n_edges: int) -> Cleaning:
        """What changed on the way to that many distinct edges."""
        return Cleaning(self.rows, self.self_loops, self.rows - self.self_loops - n_edges)


def _check_size(n_nodes: int) -> None:
    if n_nodes > MOST_NODES:
        msg = f"{n_nodes:,} nodes are more than the {MOST_NODES:,} that can be numbered here"
        raise GraphError(msg)
