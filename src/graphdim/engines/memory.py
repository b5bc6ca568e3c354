"""The memory engine: the whole graph, 4 bytes per edge once it is clean."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphdim.engines.blocks import BlockView, facts_of, summed_up
from graphdim.engines.sums import Sums
from graphdim.errors import ParameterError
from graphdim.graph.build import graph_of, packed_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.engines.view import GraphFacts
    from graphdim.graph.blocks import Block
    from graphdim.graph.graph import Graph
    from graphdim.graph.kinds import Kinds
    from graphdim.graph.packing import Packing
    from graphdim.graph.spectra import Spectra
    from graphdim.reading.edges import Edges, EdgeStream

__all__ = ["MemoryView", "sums", "view", "view_of"]


class Matrix(NamedTuple):
    """The adjacency matrix, and which of its rows are nodes of the second kind, if the source tells."""

    adjacency: csr_array[Any, tuple[int, int]]
    sides: NDArray[np.bool_] | None


class MemoryView(BlockView):
    """A graph in memory; its adjacency matrix is made when it is first asked for."""

    def __init__(self, facts: GraphFacts, sums: Sums, matrix: Callable[[], Matrix]) -> None:
        super().__init__(facts, sums)
        self._make_matrix = matrix

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The symmetric adjacency matrix, made once."""
        return self._matrix.adjacency

    @property
    def sides(self) -> NDArray[np.bool_] | None:
        """Which of its rows are nodes of the second kind, if the source tells."""
        return self._matrix.sides

    @cached_property
    def spectra(self) -> Spectra:
        """The spectra of the graph without its isolated nodes, computed once for all selectors."""
        from graphdim.graph.spectra import spectra_of

        return spectra_of(self.adjacency(), self.sides)

    @cached_property
    def _matrix(self) -> Matrix:
        return self._make_matrix()


def view(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> MemoryView:
    """The view of the graph that the edges make."""
    packing, blocks = packed_blocks(edges)
    n_edges = sum(len(block.columns) for block in blocks)
    facts, sums = summed_up(packing, n_edges, _parts(blocks), options, engine="memory", source=name)
    return MemoryView(facts, sums, partial(_matrix, packing, blocks, facts.kinds or facts.n_nodes))


def _matrix(packing: Packing, blocks: list[Block], n_nodes: int | Kinds) -> Matrix:
    """The adjacency matrix, nodes in the order of their ids."""
    graph = graph_of(packing, blocks, n_nodes=n_nodes, name="")
    matrix = graph.adjacency()
    if packing.table is None:
        return Matrix(matrix, graph.sides)
    # Sorting names takes longer than summing, so it waits for someone who needs the matrix.
    ordered = packing.table.order()
    order = np.concatenate([ordered, np.arange(len(ordered), graph.n_nodes, dtype=ordered.dtype)])
    permuted = matrix[order][:, order]
    permuted.sort_indices()
    # Both kinds are ordered apart, so each place keeps its side.
    return Matrix(permuted, graph.sides)


def _matrix_of(graph: Graph) -> Matrix:
    return Matrix(graph.adjacency(), graph.sides)


def view_of(graph: Graph, options: SourceOptions) -> MemoryView:
    """The view of a graph that was read before."""
    asked = options.weight is not None or options.columns is not None or options.engine == "disk"
    asked |= options.bipartite and graph.sides is None
    if asked or options.n_nodes not in (None, graph.n_nodes, graph.kinds):
        way = "give n_nodes, weight, columns and bipartite to read(), and other engines its source"
        msg = f"a Graph is in memory already; {way}"
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
        kinds=graph.kinds,
    )
    return MemoryView(facts, summed, partial(_matrix_of, graph))


def sums(graph: Graph) -> Sums:
    """Degrees and neighbour sums of a graph in memory."""
    return Sums(graph.n_nodes, graph.n_edges, _parts(graph.blocks), weighted=graph.weights is not None)


def _parts(blocks: Sequence[Block]) -> list[Part]:
    return [partial(_itself, block) for block in blocks]


def _itself(block: Block) -> Block:
    return block
