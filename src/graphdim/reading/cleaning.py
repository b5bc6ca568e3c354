"""Edges → Graph in memory: drop self-loops, merge repeated and reversed edges, close gaps, count what changed.

Every source passes here, so every form of one graph ends as the same Graph. Peak memory is one 8-byte key an edge, and
less as blocks of half the size take the place of the keys.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import GraphError
from graphdim.reading.graph import Block, Graph
from graphdim.reading.packing import Packing, merged, pack
from graphdim.threads import each

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.reading.edges import Edges, EdgeStream, Floats
    from graphdim.reading.packing import Keys

__all__ = ["clean", "clean_named"]

BLOCK = 2**22


def clean(edges: Edges | EdgeStream, *, n_nodes: int | None = None, name: str = "") -> Graph:
    """The simple undirected graph that `edges` describe, with at least `n_nodes` nodes if given."""
    graph, _ = pack(edges, partial(_clean, n_nodes=n_nodes, name=name))
    return graph


def clean_named(edges: Edges | EdgeStream, *, n_nodes: int | None = None, name: str = "") -> tuple[Graph, list[str]]:
    """The graph, and the id of every node as text, node 0 first; isolated nodes that have none come last."""
    graph, ids = pack(edges, partial(_clean, n_nodes=n_nodes, name=name))
    named = ids()
    return graph, named + [""] * (graph.n_nodes - len(named))


def _clean(packing: Packing, *, n_nodes: int | None, name: str) -> tuple[Graph, Callable[[], list[str]]]:
    blocks = _blocks(*merged(*_collect(packing)))
    present = packing.places()
    each(partial(_mark, present), blocks)
    total, number = packing.total(present, n_nodes), packing.renumbering(present)
    cleaning = packing.cleaning(sum(len(block.columns) for block in blocks))
    numbered = tuple(each(lambda block: block.renumbered(number), blocks))
    graph = Graph(total, numbered, cleaning, name, packing.edges.notes, packing.edges.attributes)
    return graph, partial(packing.ids, present)


def _mark(present: NDArray[np.bool_], block: Block) -> None:
    present[block.rows] = present[block.columns] = True


def _collect(packing: Packing) -> tuple[Keys, Floats | None]:
    """All keys in one array. Memory that is never written to costs nothing, so the bound on the rows is room enough."""
    try:
        keys = np.empty(packing.edges.most_rows, dtype=np.uint64)
    except MemoryError as error:
        msg = f"{packing.edges.most_rows:,} edges do not fit in memory; engine='disk' (--engine disk) reads them"
        raise GraphError(msg) from error
    end, weights = 0, []
    for some_keys, some_weights in packing:
        keys[end : end + len(some_keys)] = some_keys
        end += len(some_keys)
        if some_weights is not None:
            weights.append(some_weights)
    keys.resize(end, refcheck=False)
    return keys, np.concatenate(weights) if weights else None


def _blocks(keys: Keys, weights: Floats | None) -> list[Block]:
    """Blocks of the sorted keys, from the last to the first, giving back the memory of each."""
    blocks: list[Block] = []
    for start in range(0, len(keys), BLOCK)[::-1]:
        part = slice(start, start + BLOCK)
        blocks.append(Block.of(keys[part], None if weights is None else weights[part]))
        keys.resize(start, refcheck=False)
    return blocks[::-1]
