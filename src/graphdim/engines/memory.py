"""The memory engine: the whole graph, 4 bytes an edge once it is clean."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from graphdim.engines.degrees import degree_bins
from graphdim.engines.measurement import Measurement, Request
from graphdim.engines.sums import Sums
from graphdim.entropy.structure import structure_entropy
from graphdim.errors import ParameterError
from graphdim.reading.cleaning import clean

if TYPE_CHECKING:
    from graphdim.reading.edges import Edges, EdgeStream
    from graphdim.reading.graph import Block, Graph

__all__ = ["measure", "measure_graph", "sums"]


def measure(edges: Edges | EdgeStream, request: Request, name: str) -> Measurement:
    """Clean the edges and measure the graph."""
    return _measure(clean(edges, n_nodes=request.n_nodes, name=name), request.variant)


def measure_graph(graph: Graph, request: Request) -> Measurement:
    """Measure a graph that was read before."""
    if request.weight is not None or request.n_nodes not in (None, graph.n_nodes) or request.engine == "disk":
        msg = "a Graph is in memory already; give n_nodes and weight to read(), and other engines its source"
        raise ParameterError(msg)
    return _measure(graph, request.variant)


def sums(graph: Graph) -> Sums:
    """Degrees and neighbour sums of a graph in memory."""
    return Sums(graph.n_nodes, graph.n_edges, [partial(_itself, block) for block in graph.blocks])


def _measure(graph: Graph, variant: str) -> Measurement:
    matrix = sums(graph)
    return Measurement(
        n_nodes=graph.n_nodes,
        n_edges=graph.n_edges,
        n_isolated=int(np.count_nonzero(matrix.degrees == 0)),
        structure_entropy=structure_entropy(matrix, variant),
        variant=variant,
        engine="memory",
        cleaning=graph.cleaning,
        source=graph.name,
        notes=graph.notes,
        attributes=graph.attributes,
        degrees=degree_bins(matrix.degrees),
    )


def _itself(block: Block) -> Block:
    return block
