"""The view of a graph of which only a sample is factorised: its size and sums are those of the whole graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphdim.graph.sampling import sample_nodes
from graphdim.graph.spectra import Spectra, spectra_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.view import GraphFacts, GraphView

__all__ = ["SampledView", "sampled"]


@dataclass(eq=False)
class SampledView:
    """A graph whose adjacency and spectra are those of the subgraph of some nodes."""

    whole: GraphView
    nodes: NDArray[np.int64]

    @property
    def facts(self) -> GraphFacts:
        """The facts of the whole graph."""
        return self.whole.facts

    @property
    def size(self) -> GraphFacts:
        """The same facts with the nodes and edges of the sample."""
        return replace(self.facts, n_nodes=len(self.nodes), n_edges=self._adjacency.nnz // 2, n_isolated=0)

    def structure_entropy(self, variant: str) -> float:
        """H_s of the whole graph."""
        return self.whole.structure_entropy(variant)

    def degree_entropy(self) -> float:
        """The entropy of the degrees of the whole graph."""
        return self.whole.degree_entropy()

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The adjacency matrix of the sample."""
        return self._adjacency

    @cached_property
    def spectra(self) -> Spectra:
        """The spectra of the sample."""
        return spectra_of(self._adjacency, self.sides)

    @property
    def sides(self) -> NDArray[np.bool_] | None:
        """Which nodes of the sample are of the second kind, if the graph has two."""
        return None if self.whole.sides is None else self.whole.sides[self.nodes]

    @cached_property
    def _adjacency(self) -> csr_array[Any, tuple[int, int]]:
        return self.whole.adjacency()[self.nodes][:, self.nodes]


def sampled(view: GraphView, n_nodes: int, seed: int) -> SampledView | None:
    """The view of a sample; None if the graph has no more nodes with an edge than that."""
    if view.facts.n_nodes - view.facts.n_isolated <= n_nodes:
        return None
    return SampledView(view, sample_nodes(view.adjacency(), n_nodes, seed))
