"""Some edges → their keys: both ends in one number, self-loops set aside, the largest numbers noticed.

Every batch of every source passes here, in whatever thread; graph.packing stores them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphdim.graph.keys import join
from graphdim.graph.numbering import MOST_NODES, SECOND

if TYPE_CHECKING:
    from graphdim.graph.keys import Keys
    from graphdim.graph.kinds import Kinds
    from graphdim.graph.numbering import Numbers
    from graphdim.reading.edges import Floats

__all__ = ["NONE", "Batch", "packed", "packed_across"]

# Rows packed at a time, few enough for all steps to find them in the processor's cache.
PIECE = 2**15
# The largest numbers of no nodes at all.
NONE = (-1, -1)


class Batch(NamedTuple):
    """The keys of some rows, without the loops among them; `by_table` tells which numbers they are made of.

    `largest` is the largest number of the first kind of nodes and of the second, -1 where there is none.
    """

    keys: Keys
    weights: Floats | None
    rows: int
    largest: Kinds
    loop_nodes: list[Numbers]
    by_table: bool


def packed(sources: Numbers, targets: Numbers, weights: Floats | None, *, by_table: bool = False) -> Batch | None:
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
    if by_table:
        return Batch(keys[:end], kept, len(keys), NONE, [], by_table)
    return Batch(keys[:end], kept, len(keys), (largest, -1), loop_nodes, by_table)


def packed_across(
    sources: Numbers, targets: Numbers, weights: Floats | None, *, by_table: bool = False
) -> Batch | None:
    """The keys of edges between two kinds of nodes, which have no loops; None if a number is too large."""
    largest = int(sources.max(initial=0)), int(targets.max(initial=0))
    if max(largest) >= MOST_NODES:
        return None
    keys = join(sources.copy(), targets + SECOND)
    return Batch(keys, weights, len(keys), NONE if by_table else largest, [], by_table)
