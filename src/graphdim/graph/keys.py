"""Keys: both ends of an edge in one sortable number, smaller · 2**32 + larger node.

Sorting keys brings repeated and reversed edges together.
"""

from __future__ import annotations

import mmap
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError
from graphdim.threads import map_in_threads, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphdim.graph.numbering import Numbers
    from graphdim.reading.edges import Floats

__all__ = ["KeyBuffer", "Keys", "join", "recoded", "sort", "unique"]

Keys = NDArray[np.uint64]

HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
# From this many keys on, threads sort faster than one.
MANY = 2**20
# Keys recoded at a time, few enough for all steps to find them in the processor's cache.
PIECE = 2**15


def join(low: Numbers, high: Numbers) -> Keys:
    """Keys of edges given by their smaller and their larger node; `low` is overwritten.

    >>> join(np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)) == 2**32 + 2
    array([ True])
    """
    low <<= HALF
    low |= high
    return low


def recoded(keys: Keys, number: Callable[[Numbers], Numbers]) -> Keys:
    """The same edges with every node renumbered by `number`."""
    one, other = number(keys >> HALF), number(keys & LOW)
    return join(np.minimum(one, other), np.maximum(one, other))


def unique(keys: Keys, weights: Floats | None) -> tuple[Keys, Floats | None]:
    """Each key once, in order; of several weights the largest counts, so that every listing of a graph agrees.

    Without weights this happens in the memory of `keys`.
    """
    if weights is None:
        sort(keys)
        return keys[: _compact(keys)], None
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
    map_in_threads(lambda ends: keys[slice(*ends)].sort(), list(pairwise(bounds)))


def _compact(keys: Keys, size: int = 2**20) -> int:
    """Move the first of each run of equal keys to the front, piece by piece; returns how many there are."""
    kept = 0
    previous = ~keys[:1]
    for start in range(0, len(keys), size):
        piece = keys[start : start + size]
        firsts = piece[np.concatenate([previous != piece[:1], piece[1:] != piece[:-1]])]
        previous = piece[-1:].copy()
        keys[kept : kept + len(firsts)] = firsts
        kept += len(firsts)
    return kept


class KeyBuffer:
    """Keys one after the other, in memory that is given back from the end.

    The memory is mapped, not allocated: pages that are never written cost nothing, and pages that are given back stay
    valid addresses, so that no view can dangle, whatever thread holds it.
    """

    def __init__(self, most: int) -> None:
        try:
            self._memory = mmap.mmap(-1, 8 * max(most, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, OverflowError, ValueError) as error:
            msg = f"{most:,} edges do not fit in memory; engine='disk' (--engine disk) reads them"
            raise GraphError(msg) from error
        self._advise("MADV_HUGEPAGE", 0)
        self._keys: Keys = np.frombuffer(self._memory, dtype=np.uint64)
        self._end = 0

    @property
    def keys(self) -> Keys:
        """What was added."""
        return self._keys[: self._end]

    def add(self, keys: Keys) -> None:
        """Append some keys."""
        self._keys[self._end : self._end + len(keys)] = keys
        self._end += len(keys)

    def recode(self, number: Callable[[Numbers], Numbers]) -> None:
        """Renumber the nodes of every edge, in place."""

        def work(start: int) -> None:
            piece = self.keys[start : start + PIECE]
            piece[:] = recoded(piece, number)

        map_in_threads(work, range(0, self._end, PIECE))

    def shrink(self, end: int) -> None:
        """Give back what lies beyond the first `end` keys."""
        self._end = end
        self._advise("MADV_DONTNEED", -(-8 * end // mmap.PAGESIZE) * mmap.PAGESIZE)

    def _advise(self, advice: str, start: int) -> None:
        """Tell the system about the memory from `start` on, if it listens."""
        if hasattr(mmap, advice) and start < len(self._memory):
            self._memory.madvise(getattr(mmap, advice), start)
