"""Source → Graph in memory: read, number, make edges unique, close gaps.

Every source passes here or through the engines, which share the steps, so every form of one graph gives one answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.checks import check_flag, check_text
from graphdim.errors import SourceError, UnsupportedError
from graphdim.graph.blocks import MemoryKeys
from graphdim.graph.graph import Graph
from graphdim.graph.kinds import checked_sizes
from graphdim.graph.packing import pack
from graphdim.reading import edges_of, name_of
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.graph.blocks import Block
    from graphdim.graph.kinds import Kinds
    from graphdim.graph.packing import Packing
    from graphdim.reading.edges import Edges, EdgeStream

__all__ = ["build", "graph_of", "packed_blocks", "read", "read_named", "refuse_shared", "refuse_twins"]


def read(
    source: Any,
    *,
    n_nodes: int | Kinds | None = None,
    weight: str | None = None,
    columns: Sequence[str] | None = None,
    bipartite: bool = False,
) -> Graph:
    """The simple undirected graph that `source` holds, and what cleaning changed.

    >>> read([(7, 9), (9, 7), (9, 9)], n_nodes=4)
    <Graph of 4 nodes and 1 edge>
    >>> read([(7, 9), (9, 7), (9, 9)], bipartite=True)
    <Graph of 2 + 2 nodes and 3 edges>
    """
    check_flag("bipartite", bipartite)
    if isinstance(source, Graph):
        return _reuse(source, n_nodes, weight, columns, bipartite=bipartite)
    n_nodes = checked_sizes(n_nodes)
    if weight is not None:
        check_text("weight", weight, "the name of a column or attribute")
    edges = edges_of(source, weight, columns, bipartite=bipartite)
    return build(edges, n_nodes=n_nodes, name=name_of(source))


def read_named(
    source: Any,
    *,
    n_nodes: int | Kinds | None = None,
    weight: str | None = None,
    columns: Sequence[str] | None = None,
    bipartite: bool = False,
) -> tuple[Graph, list[str]]:
    """The graph that `source` holds, and the id that each of its nodes has there; "" for those without an edge or name.

    >>> read_named([("b", "a"), ("b", "c")], n_nodes=4)
    (<Graph of 4 nodes and 2 edges>, ['a', 'b', 'c', ''])
    """
    if isinstance(source, Graph):
        graph = _reuse(source, n_nodes, weight, columns, bipartite=bipartite)
        return graph, [str(number) for number in range(source.n_nodes)]
    packing, blocks = _ranked_blocks(edges_of(source, weight, columns, bipartite=bipartite))
    graph = graph_of(packing, blocks, n_nodes=n_nodes, name=name_of(source))
    ids = packing.ids(_present(packing, blocks))
    return graph, ids + [""] * (graph.n_nodes - len(ids))


def refuse_twins(graph: Graph, ids: Sequence[str]) -> None:
    """Refuse two kinds of nodes that share an id: labels or features by id do not say which of them it means."""
    if graph.sides is not None:
        first, second = ({node for node, side in zip(ids, graph.sides, strict=True) if side == kind} for kind in (0, 1))
        refuse_shared(first, second, "labels and features")


def refuse_shared(first: AbstractSet[str], second: AbstractSet[str], what: str) -> None:
    """Refuse ids of two kinds of nodes if an id is in both; `what` goes by ids, in the message."""
    twins = sorted((first & second) - {""})
    if twins:
        way = "write the kind into the ids, such as u17 and i17, in all files"
        msg = f"the id {twins[0]} is a node of both kinds, so {what} by id are ambiguous; {way}"
        raise SourceError(msg)


def build(edges: Edges | EdgeStream, *, n_nodes: int | Kinds | None = None, name: str = "") -> Graph:
    """The simple undirected graph that `edges` describe, with at least `n_nodes` nodes if given."""
    return graph_of(*_ranked_blocks(edges), n_nodes=n_nodes, name=name)


def packed_blocks(edges: Edges | EdgeStream) -> tuple[Packing, list[Block]]:
    """Every edge once, in blocks; nodes are numbered as the packing tells, perhaps with gaps."""
    store = MemoryKeys(edges.most_rows)
    return pack(edges, store), store.blocks()


def _ranked_blocks(edges: Edges | EdgeStream) -> tuple[Packing, list[Block]]:
    """The same with numbers that follow the order of the ids, so that they do not depend on that of the edges."""
    store = MemoryKeys(edges.most_rows)
    packing = pack(edges, store)
    if packing.table is not None:
        ranks = packing.table.ranks()
        store.recode(lambda numbers: ranks[numbers])
    return packing, store.blocks()


def graph_of(packing: Packing, blocks: list[Block], *, n_nodes: int | Kinds | None, name: str) -> Graph:
    """The graph of the edges in some blocks, its nodes numbered from 0 without gaps."""
    present = _present(packing, blocks)
    shown, number = packing.n_shown(present), packing.renumbering(present)
    sizes = packing.n_nodes(shown, n_nodes)
    cleaning = packing.cleaning(sum(len(block.columns) for block in blocks))
    numbered = tuple(map_in_threads(lambda block: block.renumbered(number), blocks))
    return Graph(
        sum(sizes),
        numbered,
        cleaning,
        name,
        packing.edges.notes,
        packing.edges.attributes,
        packing.sides(shown, sizes),
    )


def _present(packing: Packing, blocks: list[Block]) -> NDArray[np.bool_]:
    """Which numbers are nodes: those with an edge, and those with a self-loop alone."""
    present = packing.places()
    if not packing.has_no_gaps:
        map_in_threads(lambda block: block.mark(present), blocks)
    return present


def _reuse(
    graph: Graph, n_nodes: int | Kinds | None, weight: str | None, columns: Sequence[str] | None, *, bipartite: bool
) -> Graph:
    is_other = bipartite and graph.sides is None
    if weight is not None or columns is not None or is_other or n_nodes not in (None, graph.n_nodes, graph.kinds):
        msg = "a Graph is read already; give n_nodes, weight, columns and bipartite to read()"
        raise UnsupportedError(msg)
    return graph
