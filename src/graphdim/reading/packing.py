"""Edges → keys: both ends of an edge in one sortable number, smaller · 2**32 + larger node.

Self-loops are dropped and counted on the way. reading.cleaning keeps the keys in memory, engines.disk in files.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from graphdim import progress
from graphdim.errors import GraphError, ParameterError
from graphdim.reading.graph import Cleaning
from graphdim.reading.numbering import MOST_NODES, AsTheyAre, Carried, Listed, Numbering, TooSparseError
from graphdim.threads import ahead, each, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from graphdim.reading.edges import Edges, EdgeStream, Floats

    Keys = NDArray[np.uint64]

__all__ = ["Packing", "merged", "pack", "sort"]

Result = TypeVar("Result")

# Rows packed at a time, few enough for all steps to find them in the processor's cache.
PIECE = 2**15
ENDS = np.minimum, np.maximum
# More bytes than any array of a batch takes.
LARGEST_BLOCK = 2**24
# From this many keys on, threads sort faster than one.
MANY = 2**20

# Ids that stand for themselves may leave gaps: this many places for each edge, and these to begin with.
GAPS = 4, 2**16
# Gaps are kept while there are this many edges a place: closing them would cost more than leaving them.
PLACE = 4


def pack(edges: Edges | EdgeStream, use: Callable[[Packing], Result]) -> Result:
    """Hand the keys of `edges` to `use`; once more with a table of the ids if they cannot stand for themselves."""
    try:
        return use(Packing(edges, AsTheyAre() if edges.n_nodes is None else Carried(edges.n_nodes)))
    except TooSparseError:
        return use(Packing(edges, Listed(edges)))


def _keep_memory() -> None:
    """Let the allocator reuse what batches leave: glibc maps and unmaps blocks above the largest it has seen freed."""
    np.empty(LARGEST_BLOCK, dtype=np.uint8)


class _Batch(NamedTuple):
    """The keys of some rows, without the loops among them."""

    keys: Keys
    weights: Floats | None
    rows: int
    self_loops: int
    largest: int
    loop_nodes: list[NDArray[np.uint64]]


def _packed(edges: Edges, numbering: Numbering) -> _Batch:
    sources, targets = numbering.numbers(edges.sources), numbering.numbers(edges.targets)
    keys, end, largest, loop_nodes = np.empty(len(sources), dtype=np.uint64), 0, -1, []
    for start in range(0, len(keys), PIECE):
        low, high = (choose(sources[start : start + PIECE], targets[start : start + PIECE]) for choose in ENDS)
        largest = max(largest, int(high.max()))
        if largest >= MOST_NODES:
            raise TooSparseError
        apart = low != high
        low <<= np.uint64(32)
        low |= high
        if not apart.all():
            loop_nodes.append(np.unique(high[~apart]))
            low = low[apart]
        keys[end : end + len(low)] = low
        end += len(low)
    weights = edges.weights if edges.weights is None or end == len(keys) else edges.weights[sources != targets]
    return _Batch(keys[:end], weights, len(keys), len(keys) - end, largest, loop_nodes)


class Packing:
    """The keys of some edges, batch by batch; knows, once they are through, what there was."""

    def __init__(self, edges: Edges | EdgeStream, numbering: Numbering) -> None:
        self.edges = edges
        self.numbering = numbering
        self.rows = 0
        self.self_loops = 0
        self.largest = -1
        self.loop_nodes: list[NDArray[np.uint64]] = []

    def __iter__(self) -> Iterator[tuple[Keys, Floats | None]]:
        """Keys and weights of one batch after the other."""
        _keep_memory()
        with progress.stage("reading", self.edges.n_rows) as advance:
            for batch in ahead(lambda part: _packed(part(), self.numbering), self.edges.parts()):
                self.rows += batch.rows
                self.self_loops += batch.self_loops
                self.largest = max(self.largest, batch.largest)
                self.loop_nodes += batch.loop_nodes
                yield batch.keys, batch.weights
                advance(batch.rows)
        for_each_edge, to_begin_with = GAPS
        if not self.has_no_gaps and self.largest >= for_each_edge * self.rows + to_begin_with:
            raise TooSparseError

    @property
    def has_wide_gaps(self) -> bool:
        """Whether places without a node may take more memory than the edges do."""
        return not self.has_no_gaps and self.n_places > self.rows // PLACE

    @property
    def has_no_gaps(self) -> bool:
        """Whether every number is a node by construction."""
        return isinstance(self.numbering, Carried | Listed)

    @property
    def n_places(self) -> int:
        """How many numbers are in use, gaps included."""
        return self.numbering.n_nodes if isinstance(self.numbering, Carried | Listed) else self.largest + 1

    def places(self) -> NDArray[np.bool_]:
        """A mark for every number, set where a self-loop shows that it is a node."""
        present = np.zeros(self.n_places, dtype=bool)
        for nodes in self.loop_nodes:
            present[nodes] = True
        return present

    def renumbering(self, present: NDArray[np.bool_]) -> NDArray[np.int32] | None:
        """The new number of every node, if gaps are to be closed."""
        if self.has_no_gaps or present.all():
            return None
        return np.cumsum(present, dtype=np.int32) - np.int32(1)

    def shown(self, present: NDArray[np.bool_]) -> int:
        """How many nodes the edges show, self-loops included."""
        if self.has_no_gaps:
            return self.n_places
        loops = np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *self.loop_nodes]))
        return int(np.count_nonzero(present) + np.count_nonzero(~present[loops]))

    def total(self, shown: int, n_nodes: int | None) -> int:
        """The number of nodes: what the edges show, or the larger number that the user gave."""
        if n_nodes is not None and n_nodes < shown:
            found = "the edges show" if self.edges.n_nodes is None else "the source has"
            msg = f"n_nodes is {n_nodes:,}, but {found} {shown:,} nodes; give at least that many, or leave it out"
            raise ParameterError(msg)
        total = shown if n_nodes is None else n_nodes
        if total == 0:
            msg = "no edges, so the number of nodes is unknown; give n_nodes (--num-nodes) if they are isolated"
            raise GraphError(msg)
        if total > MOST_NODES:
            msg = f"{total:,} nodes are more than the {MOST_NODES:,} that can be numbered here"
            raise GraphError(msg)
        return total

    def ids(self, present: NDArray[np.bool_]) -> list[str]:
        """The id that each node has in the source, as text."""
        if isinstance(self.numbering, Listed):
            return self.numbering.table["id"].cast(str).to_list()
        if isinstance(self.numbering, Carried):
            named = getattr(self.edges, "ids", None)
            return [str(node) for node in (range(self.numbering.n_nodes) if named is None else named)]
        return [str(node) for node in np.flatnonzero(present).tolist()]

    def cleaning(self, n_edges: int) -> Cleaning:
        """What changed on the way to that many distinct edges."""
        return Cleaning(self.rows, self.self_loops, self.rows - self.self_loops - n_edges)


def merged(keys: Keys, weights: Floats | None) -> tuple[Keys, Floats | None]:
    """Each key once, in order, in the memory of `keys`, which shrinks.

    Of several weights the largest counts, so that every listing of a graph agrees.
    """
    if weights is None:
        sort(keys)
        keys.resize(_compact(keys), refcheck=False)
        return keys, None
    order = np.argsort(keys, kind="stable")
    keys, weights = keys[order], weights[order]
    firsts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    return keys[firsts], np.maximum.reduceat(weights, firsts) if len(firsts) else weights


def sort(keys: Keys) -> None:
    """Sort in place, each thread its share: partitioning costs a tenth of sorting."""
    if len(keys) < MANY:
        keys.sort()
        return
    bounds = [len(keys) * share // n_threads() for share in range(n_threads() + 1)]
    if len(bounds) > 2:  # noqa: PLR2004 - one share has nothing to be parted from
        keys.partition(bounds[1:-1])
    each(lambda ends: keys[slice(*ends)].sort(), list(pairwise(bounds)))


def _compact(keys: Keys, size: int = 2**20) -> int:
    """Move the first of each run of equal keys to the front, piece by piece; returns how many there are."""
    kept = 0
    previous = ~keys[:1]
    for start in range(0, len(keys), size):
        piece = keys[start : start + size]
        firsts = np.concatenate([previous != piece[:1], piece[1:] != piece[:-1]])
        previous = piece[-1:].copy()
        found = piece[firsts]
        keys[kept : kept + len(found)] = found
        kept += len(found)
    return kept
