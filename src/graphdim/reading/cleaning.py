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
from graphdim.reading.packing import Packing, merged, pack, sort
from graphdim.threads import each

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.reading.edges import Edges, EdgeStream, Floats
    from graphdim.reading.packing import Keys

__all__ = ["blocks", "clean", "clean_named", "graph_of"]

BLOCK = 2**20
AT_A_TIME = 8  # so that few threads are started, and little is held twice


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
    found = blocks(packing)
    graph = graph_of(packing, found, n_nodes=n_nodes, name=name)
    return graph, lambda: packing.ids(_present(packing, found))


def graph_of(packing: Packing, found: list[Block], *, n_nodes: int | None, name: str) -> Graph:
    """The graph of the edges in some blocks, its nodes numbered from 0 without gaps."""
    present = _present(packing, found)
    total, number = packing.total(packing.shown(present), n_nodes), packing.renumbering(present)
    cleaning = packing.cleaning(sum(len(block.columns) for block in found))
    numbered = tuple(each(lambda block: block.renumbered(number), found))
    return Graph(total, numbered, cleaning, name, packing.edges.notes, packing.edges.attributes)


def _present(packing: Packing, found: list[Block]) -> NDArray[np.bool_]:
    """Which numbers are nodes: those with an edge, and those with a self-loop alone."""
    present = packing.places()
    each(lambda block: block.mark(present), found)
    return present


def blocks(packing: Packing) -> list[Block]:
    """Every edge once, in order, nodes numbered as the packing numbers them."""
    keys, weights = _collect(packing)
    if weights is None:
        sort(keys)
    else:
        keys, weights = merged(keys, weights)
    return _cut(keys, weights)


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


def _cut(keys: Keys, weights: Floats | None) -> list[Block]:
    """Blocks of the sorted keys, made from the end, several at a time, giving back the memory that they took."""
    starts = list(range(0, len(keys), BLOCK))
    found: list[Block] = []
    while starts:
        last = starts[-AT_A_TIME:]
        del starts[-AT_A_TIME:]
        found[:0] = each(partial(_block, keys, weights), last)
        keys.resize(last[0], refcheck=False)
    return found


def _block(keys: Keys, weights: Floats | None, start: int) -> Block:
    """The block of the keys from `start` on, each once."""
    some = keys[start : start + BLOCK]
    if weights is not None:
        return Block.of(some, weights[start : start + BLOCK])
    is_first = np.empty(len(some), dtype=bool)
    is_first[0] = start == 0 or keys[start - 1] != some[0]
    np.not_equal(some[1:], some[:-1], out=is_first[1:])
    return Block.of(some[is_first])
