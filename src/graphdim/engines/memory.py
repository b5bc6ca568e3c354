"""The memory engine: the whole graph, 4 bytes an edge once it is clean."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from graphdim.engines.packed import measured, summed_up
from graphdim.engines.sums import Sums
from graphdim.errors import ParameterError
from graphdim.reading.cleaning import blocks
from graphdim.reading.packing import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.engines.measurement import Measurement, Request
    from graphdim.engines.sums import Part
    from graphdim.reading.edges import Edges, EdgeStream
    from graphdim.reading.graph import Block, Graph
    from graphdim.reading.packing import Packing

__all__ = ["measure", "measure_graph", "sums"]


def measure(edges: Edges | EdgeStream, request: Request, name: str) -> Measurement:
    """Clean the edges and measure the graph."""
    return pack(edges, partial(_measure, request=request, name=name))


def _measure(packing: Packing, *, request: Request, name: str) -> Measurement:
    found = blocks(packing)
    n_edges = sum(len(block.columns) for block in found)
    return measured(packing, n_edges, _parts(found), request, engine="memory", source=name)


def measure_graph(graph: Graph, request: Request) -> Measurement:
    """Measure a graph that was read before."""
    asked = request.weight is not None or request.columns is not None or request.engine == "disk"
    if asked or request.n_nodes not in (None, graph.n_nodes):
        msg = "a Graph is in memory already; give n_nodes, weight and columns to read(), and other engines its source"
        raise ParameterError(msg)
    return summed_up(
        sums(graph),
        graph.n_nodes,
        request.variant,
        engine="memory",
        cleaning=graph.cleaning,
        source=graph.name,
        notes=graph.notes,
        attributes=graph.attributes,
    )


def sums(graph: Graph) -> Sums:
    """Degrees and neighbour sums of a graph in memory."""
    return Sums(graph.n_nodes, graph.n_edges, _parts(graph.blocks), weighted=graph.weights is not None)


def _parts(found: Sequence[Block]) -> list[Part]:
    return [partial(_itself, block) for block in found]


def _itself(block: Block) -> Block:
    return block
