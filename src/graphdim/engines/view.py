"""What an engine yields and a selector looks at: the facts of a graph, and what can be computed from its edges."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from graphdim.errors import UnsupportedError
from graphdim.reading.edges import SILENT, Attributes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.degrees import DegreeBin
    from graphdim.graph.graph import Cleaning
    from graphdim.graph.spectra import Spectra

__all__ = ["GraphFacts", "GraphView", "NoMatrix"]


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """What is known of a graph once its edges have been counted; it outlives the view.

    `degrees` is None if the engine did not compute the degree distribution. `kinds` are the numbers of nodes of each
    kind, if there are two.
    """

    n_nodes: int
    n_edges: int
    n_isolated: int
    engine: str
    cleaning: Cleaning
    source: str = ""
    notes: tuple[str, ...] = ()
    attributes: Attributes = SILENT
    degrees: tuple[DegreeBin, ...] | None = None
    kinds: tuple[int, int] | None = None

    @property
    def fingerprint(self) -> str | None:
        """The same for every form of one graph: a digest of N, E and the degree distribution; None without degrees."""
        if self.degrees is None:
            return None
        return sha256(repr((self.n_nodes, self.n_edges, [tuple(one) for one in self.degrees])).encode()).hexdigest()[
            :16
        ]

    def summary(self) -> dict[str, Any]:
        """The facts that every result shows, as plain values."""
        return {
            "source": self.source,
            "n_nodes": self.n_nodes,
            "kinds": None if self.kinds is None else list(self.kinds),
            "n_edges": self.n_edges,
            "n_isolated": self.n_isolated,
            "fingerprint": self.fingerprint,
            "cleaning": asdict(self.cleaning),
            "engine": self.engine,
        }

    def cells(self) -> dict[str, str]:
        """The columns that a row of every table of graphs begins with, by their titles."""
        return {"source": self.source, "nodes": f"{self.n_nodes:,}", "edges": f"{self.n_edges:,}"}


class GraphView(Protocol):
    """A graph as a selector sees it; valid while `engines.open` holds its source open.

    What is expensive is computed once and kept: selectors that look at the same view share it.
    """

    @property
    def facts(self) -> GraphFacts:
        """Size, cleaning, notes and the engine."""

    def structure_entropy(self, variant: str) -> float:
        """H_s in nats, by the named variant."""

    def degree_entropy(self) -> float:
        """The Shannon entropy of the degrees, in nats."""

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """The symmetric adjacency matrix: 1 or the weight for each edge, one row for each node, isolated ones included.

        Nodes are numbered as `graphdim.read` numbers them. Raises UnsupportedError if the edges are not in memory.
        """

    @property
    def sides(self) -> NDArray[np.bool_] | None:
        """Which rows of the adjacency are nodes of the second kind; None if the source does not tell two kinds."""

    @property
    def spectra(self) -> Spectra:
        """The spectra of the graph without its isolated nodes; selectors that look at the same matrix share them."""


class NoMatrix:
    """A view whose edges are not in memory: it says so, and which engine would bring them there."""

    facts: GraphFacts

    def adjacency(self) -> csr_array[Any, tuple[int, int]]:
        """Not here: the edges are elsewhere."""
        self._refuse()

    @property
    def sides(self) -> NDArray[np.bool_] | None:
        """Not there without the adjacency matrix."""
        self._refuse()

    @property
    def spectra(self) -> Spectra:
        """Not there without the adjacency matrix."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        where = f"{self.facts.source}: the {self.facts.engine} engine has no adjacency matrix, which this needs"
        msg = f"{where}; use engine='memory'"
        raise UnsupportedError(msg)
