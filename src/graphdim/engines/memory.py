"""The memory engine: the whole graph, 4 bytes per edge once it is clean."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from graphdim.engines.blocks import BlockView, facts_of, summed_up
from graphdim.engines.sums import Sums
from graphdim.errors import GraphError, ParameterError
from graphdim.reading.cleaning import blocks, graph_of
from graphdim.reading.packing import pack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scipy.sparse import csr_array

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.engines.view import GraphFacts
    from graphdim.graph.spectra import Spectra
    from graphdim.reading.edges import Edges, EdgeStream
    from graphdim.reading.graph import Block, Graph
    from graphdim.reading.packing import Packing

__all__ = ["MemoryView", "sums", "view", "view_of"]


class MemoryView(BlockView):
    """A graph in memory; its adjacency matrix is made when it is first asked for."""

    def __init__(self, facts: GraphFacts, sums: Sums, graph: Callable[[], Graph]) -> None:
        super().__init__(facts, sums)
        self._graph = graph

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The symmetric adjacency matrix, made once."""
        return self._adjacency

    @cached_property
    def spectra(self) -> Spectra:
        """The spectra of the graph without its isolated nodes, computed once for all selectors."""
        from graphdim.graph.matrices import nodes_with_edges, two_sides
        from graphdim.graph.spectra import Spectra

        whole = self.adjacency()
        nodes = nodes_with_edges(whole)
        if not len(nodes):
            msg = "the graph has no edges, so it has no spectrum; this method takes at least one edge"
            raise GraphError(msg)
        connected = whole if len(nodes) == whole.shape[0] else whole[nodes][:, nodes]
        return Spectra(connected, two_sides(connected))

    @cached_property
    def _adjacency(self) -> csr_array[Any, tuple[int, int]]:
        return self._graph().adjacency()


def view(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> MemoryView:
    """Clean the edges; the view of the graph that they make."""
    return pack(edges, partial(_view, options=options, name=name))


def _view(packing: Packing, *, options: SourceOptions, name: str) -> MemoryView:
    found = blocks(packing)
    n_edges = sum(len(block.columns) for block in found)
    facts, sums = summed_up(packing, n_edges, _parts(found), options, engine="memory", source=name)
    return MemoryView(facts, sums, partial(graph_of, packing, found, n_nodes=facts.n_nodes, name=name))


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
    return MemoryView(facts, summed, lambda: graph)


def sums(graph: Graph) -> Sums:
    """Degrees and neighbour sums of a graph in memory."""
    return Sums(graph.n_nodes, graph.n_edges, _parts(graph.blocks), weighted=graph.weights is not None)


def _parts(found: Sequence[Block]) -> list[Part]:
    return [partial(_itself, block) for block in found]


def _itself(block: Block) -> Block:
    return block
