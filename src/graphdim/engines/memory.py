"""The memory engine: the whole graph, 4 bytes per edge once it is clean."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.engines.blocks import BlockView, facts_of, summed_up
from graphdim.engines.sums import Sums
from graphdim.errors import ParameterError
from graphdim.graph.build import graph_of, packed_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scipy.sparse import csr_array

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.engines.view import GraphFacts
    from graphdim.graph.blocks import Block
    from graphdim.graph.graph import Graph
    from graphdim.graph.packing import Packing
    from graphdim.graph.spectra import Spectra
    from graphdim.reading.edges import Edges, EdgeStream

__all__ = ["MemoryView", "sums", "view", "view_of"]


class MemoryView(BlockView):
    """A graph in memory; its adjacency matrix is made when it is first asked for."""

    def __init__(self, facts: GraphFacts, sums: Sums, adjacency: Callable[[], csr_array[Any, tuple[int, int]]]) -> None:
        super().__init__(facts, sums)
        self._make_adjacency = adjacency

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The symmetric adjacency matrix, made once."""
        return self._adjacency

    @cached_property
    def spectra(self) -> Spectra:
        """The spectra of the graph without its isolated nodes, computed once for all selectors."""
        from graphdim.graph.spectra import spectra_of

        return spectra_of(self.adjacency())

    @cached_property
    def _adjacency(self) -> csr_array[Any, tuple[int, int]]:
        return self._make_adjacency()


def view(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> MemoryView:
    """The view of the graph that the edges make."""
    packing, blocks = packed_blocks(edges)
    n_edges = sum(len(block.columns) for block in blocks)
    facts, sums = summed_up(packing, n_edges, _parts(blocks), options, engine="memory", source=name)
    return MemoryView(facts, sums, partial(_adjacency, packing, blocks, facts.n_nodes))


def _adjacency(packing: Packing, blocks: list[Block], n_nodes: int) -> csr_array[Any, tuple[int, int]]:
    """The adjacency matrix, nodes in the order of their ids."""
    matrix = graph_of(packing, blocks, n_nodes=n_nodes, name="").adjacency()
    if packing.table is None:
        return matrix
    # Sorting names takes longer than summing, so it waits for someone who needs the matrix.
    ordered = packing.table.order()
    order = np.concatenate([ordered, np.arange(len(ordered), n_nodes, dtype=ordered.dtype)])
    permuted = matrix[order][:, order]
    permuted.sort_indices()
    return permuted


def view_of(graph: Graph, options: SourceOptions) -> MemoryView:
    """The view of a graph that was read before."""
    asked = options.weight is not None or options.columns is not None or options.engine == "disk"
    if asked or options.n_nodes not in (None, graph.n_nodes):
        msg = "a Graph is in memory already; give n_nodes, weight and columns to read(), and other engines its source"
        raise ParameterError(msg)
    summed = sums(graph)
    facts = facts_of(
        summed,
        graph.n_nodes,
        engine="memory",
        cleaning=graph.cleaning,
        source=graph.name,
        notes=graph.notes,
        attributes=graph.attributes,
    )
    return MemoryView(facts, summed, graph.adjacency)


def sums(graph: Graph) -> Sums:
    """Degrees and neighbour sums of a graph in memory."""
    return Sums(graph.n_nodes, graph.n_edges, _parts(graph.blocks), weighted=graph.weights is not None)


def _parts(blocks: Sequence[Block]) -> list[Part]:
    return [partial(_itself, block) for block in blocks]


def _itself(block: Block) -> Block:
    return block
