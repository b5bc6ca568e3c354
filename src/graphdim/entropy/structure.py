r"""Structure entropy: how unevenly two-hop degree is spread over the nodes.

    published   D_r = 1 + (B u) / u,  u = B d,  B = A + I,  d = B 1      what the authors' script computes
    equations   D_r = A (A (d / (A d))),                    d = A 1      Eq. 15 to 17 as printed
    H_s = -Σ p ln p,   p = D_r / Σ D_r

Rows of B² sum to B(B1), so A² is never formed. Asks an engine for two neighbour sums (three, as printed);
feeds engines.measure.
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError, ParameterError

__all__ = ["VARIANTS", "Neighbourhood", "structure_entropy"]

Vector = NDArray[np.float64]


class Neighbourhood(Protocol):
    """What the formulas ask of a graph."""

    @property
    def degrees(self) -> Vector:
        """A 1: each node's degree, or the sum of its edges' weights."""

    def neighbour_sum(self, values: Vector) -> Vector:
        """A x: for each node the sum of `values` over its neighbours."""


def structure_entropy(graph: Neighbourhood, variant: str = "published") -> float:
    """H_s in nats, by the named variant."""
    return entropy(_two_hop_degree(variant)(graph))


def published(graph: Neighbourhood) -> Vector:
    """Two-hop degree as the authors' script has it, the only one that gives the printed dimensions."""
    degree = graph.degrees + 1
    reach = graph.neighbour_sum(degree)
    reach += degree
    two_hop_degree = graph.neighbour_sum(reach)
    two_hop_degree += reach
    two_hop_degree /= reach
    # The script adds the loop to each degree a second time; after its row average that is the 1.
    two_hop_degree += 1
    return two_hop_degree


def equations(graph: Neighbourhood) -> Vector:
    """Two-hop degree as the paper prints it; nodes without a neighbour get 0."""
    degree = graph.degrees
    if not degree.any():
        msg = "the graph has no edges, and the 'equations' variant needs one; the 'published' variant does not"
        raise GraphError(msg)
    reach = graph.neighbour_sum(degree)
    share = np.divide(degree, reach, out=np.zeros_like(degree), where=reach > 0)
    return graph.neighbour_sum(graph.neighbour_sum(share))


def entropy(masses: Vector) -> float:
    """Shannon entropy, in nats, of masses that need not sum to one.

    >>> round(entropy(np.array([1.0, 1.0, 2.0])), 6)
    1.039721
    """
    # Sorted, so that the sum and its last digit do not depend on how the nodes are numbered.
    positive = np.sort(masses[masses > 0])
    total = positive.sum()
    moments = np.log(positive)
    moments *= positive
    return float(np.log(total) - moments.sum() / total)


VARIANTS: dict[str, Callable[[Neighbourhood], Vector]] = {"published": published, "equations": equations}


def _two_hop_degree(variant: str) -> Callable[[Neighbourhood], Vector]:
    if variant not in VARIANTS:
        msg = f"unknown variant {variant!r}; it is one of {', '.join(VARIANTS)}"
        raise ParameterError(msg)
    return VARIANTS[variant]
