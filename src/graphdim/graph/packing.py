"""Edges → keys in a store: numbers the nodes, packs both ends of an edge, drops self-loops, and counts what there was.

Every source passes here, once and batch by batch. The memory engine stores keys in memory, the disk engine in files.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from graphdim import progress
from graphdim.errors import GraphError, ParameterError
from graphdim.graph.graph import Cleaning
from graphdim.graph.keys import join, recoded
from graphdim.graph.numbering import MOST_NODES, IdTable, check_declared, identity
from graphdim.threads import map_ahead

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.graph.keys import Keys
    from graphdim.graph.numbering import Numbers
    from graphdim.reading.edges import Edges, EdgeStream, Floats, Part

__all__ = ["KeyStore", "Packing", "pack"]

# Rows packed at a time, few enough for all steps to find them in the processor's cache.
PIECE = 2**15
# More bytes than any array of a batch takes.
LARGEST_BLOCK = 2**24

# Ids that stand for themselves may leave gaps: this many places for each edge, and these to begin with.
GAPS = 4, 2**16
# Gaps are kept while there are this many edges per place: closing them would cost more than leaving them.
PLACE = 4


class KeyStore(Protocol):
    """Where the keys go."""

    def add(self, keys: Keys, weights: Floats | None) -> None:
        """Append the keys of some edges."""

    def recode(self, number: Callable[[Numbers], Numbers]) -> None:
        """Renumber the nodes of all edges so far."""


class Batch(NamedTuple):
    """The keys of some rows, without the loops among them; `by_table` tells which numbers they are made of."""

    keys: Keys
    weights: Floats | None
    rows: int
    largest: int
    loop_nodes: list[Numbers]
    by_table: bool


def pack(edges: Edges | EdgeStream, store: KeyStore) -> Packing:
    """Read the edges into the store."""
    _keep_memory()
    packing = Packing(edges, store)
    with progress.stage("reading", edges.n_rows) as advance:
        for batch in map_ahead(packing.batch, edges.parts()):
            packing.add(batch)
            advance(batch.rows)
    if packing.is_too_sparse:
        packing.number_by_table()
    return packing


def _keep_memory() -> None:
    """Let the allocator reuse what batches leave: glibc maps and unmaps blocks above the largest it has seen freed."""
    np.empty(LARGEST_BLOCK, dtype=np.uint8)


class Packing:
    """How edges were packed: how nodes are numbered, and what the rows held."""

    def __init__(self, edges: Edges | EdgeStream, store: KeyStore) -> None:
        self.edges = edges
        self.rows = 0
        self.self_loops = 0
        self.largest = -1
        self.loop_nodes: list[Numbers] = []
        self.table: IdTable | None = None
        self._store = store
        self._stored_by_table = False
        self._lock = threading.Lock()

    def batch(self, part: Part) -> Batch:
        """The keys of one part, in whatever thread: of the ids themselves, or of the table if they do not fit."""
        edges = part()
        if self.edges.n_nodes is not None:
            for ids in (edges.sources, edges.targets):
                check_declared(ids, self.edges.n_nodes)
        sources, targets = identity(edges.sources), identity(edges.targets)
        if self.table is None and sources is not None and targets is not None:
            packed = _packed(sources, targets, edges.weights)
            if packed is not None:
                return packed
        table = self._table()
        packed = _packed(table.numbers(edges.sources), table.numbers(edges.targets), edges.weights, by_table=True)
        if packed is None:
            msg = f"there are more nodes than the {MOST_NODES:,} that can be numbered here"
            raise GraphError(msg)
        return packed

    def add(self, batch: Batch) -> None:
        """Store a batch; from the first one on that needs the table, all numbers are the table's."""
        self.rows += batch.rows
        self.self_loops += batch.rows - len(batch.keys)
        self.largest = max(self.largest, batch.largest)
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

    def _table(self) -> IdTable:
        with self._lock:
            if self.table is None:
                self.table = IdTable()
            return self.table

    def _count_loops(self, loop_nodes: list[Numbers]) -> None:
        """Let nodes that have a self-loop alone be in the table too."""
        for nodes in loop_nodes:
            self._table().numbers(nodes)

    @property
    def is_too_sparse(self) -> bool:
        """Whether ids that stand for themselves would waste more memory than the edges take."""
        per_edge, to_begin_with = GAPS
        return not self.has_no_gaps and self.largest >= per_edge * self.rows + to_begin_with

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
        if self.table is not None:
            return self.table.n_nodes
        return self.largest + 1 if self.edges.n_nodes is None else self.edges.n_nodes

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

    def n_shown(self, present: NDArray[np.bool_]) -> int:
        """How many nodes the edges show, self-loops included."""
        if self.has_no_gaps:
            return self.n_places
        loops = np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *self.loop_nodes]))
        return int(np.count_nonzero(present) + np.count_nonzero(~present[loops]))

    def n_nodes(self, shown: int, given: int | None) -> int:
        """The number of nodes: what the edges show, or the larger number that the user gave."""
        if given is not None and given < shown:
            who = "the edges show" if self.edges.n_nodes is None else "the source has"
            msg = f"n_nodes is {given:,}, but {who} {shown:,} nodes; give at least that many, or leave it out"
            raise ParameterError(msg)
        total = shown if given is None else given
        if total == 0:
            msg = "no edges, so the number of nodes is unknown; give n_nodes (--num-nodes) if they are isolated"
            raise GraphError(msg)
        if total > MOST_NODES:
            msg = f"{total:,} nodes are more than the {MOST_NODES:,} that can be numbered here"
            raise GraphError(msg)
        return total

    def ids(self, present: NDArray[np.bool_]) -> list[str]:
        """The id that each node has in the source, as text, if numbered by rank."""
        if self.table is not None:
            return self.table.ids().gather(self.table.order()).to_list()
        if self.edges.n_nodes is not None:
            names = getattr(self.edges, "ids", None)
            return [str(node) for node in (range(self.edges.n_nodes) if names is None else names)]
        return [str(node) for node in np.flatnonzero(present).tolist()]

    def cleaning(self, n_edges: int) -> Cleaning:
        """What changed on the way to that many distinct edges."""
        return Cleaning(self.rows, self.self_loops, self.rows - self.self_loops - n_edges)


def _packed(sources: Numbers, targets: Numbers, weights: Floats | None, *, by_table: bool = False) -> Batch | None:
    """The keys of some edges; None if a number is too large."""
    keys, end, largest, loop_nodes = np.empty(len(sources), dtype=np.uint64), 0, -1, []
    for start in range(0, len(keys), PIECE):
        ends = sources[start : start + PIECE], targets[start : start + PIECE]
        low, high = np.minimum(*ends), np.maximum(*ends)
        largest = max(largest, int(high.max()))
        if largest >= MOST_NODES:
            return None
        apart = low != high
        if not apart.all():
            loop_nodes.append(np.unique(high[~apart]))
            low, high = low[apart], high[apart]
        keys[end : end + len(low)] = join(low, high)
        end += len(low)
    kept = weights if weights is None or end == len(keys) else weights[sources != targets]
    return Batch(keys[:end], kept, len(keys), -1 if by_table else largest, [] if by_table else loop_nodes, by_table)
