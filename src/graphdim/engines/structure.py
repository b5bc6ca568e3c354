r"""Structure entropy: how unevenly two-hop degree is spread over the nodes.

    published   D_r = 1 + (B u) / u,  u = B d,  B = A + I,  d = B 1      what the authors' script computes
    equations   D_r = A (A (d / (A d))),                    d = A 1      Eq. 15 to 17 as printed
    H_s = -Σ p ln p,   p = D_r / Σ D_r

Rows of B² sum to B(B1), so A² is never formed. Asks an engine for two neighbour sums (three, as printed);
feeds engines.blocks. A node without a neighbour has D_r = 2 (0 as printed): such nodes are counted, not stored.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from graphdim.checks import check_choice
from graphdim.choices import VARIANTS
from graphdim.errors import GraphError

__all__ = ["Neighbourhood", "Numbers", "check_edges", "checked", "entropy", "published", "structure_entropy"]

Vector = NDArray[np.float64]
Numbers = NDArray[Any]  # float64, or uint32 where that holds every sum


class Neighbourhood(Protocol):
    """What the formulas ask of a graph. Its vectors may have places that are no node; their degree is 0."""

    @property
    def degrees(self) -> Numbers:
        """A 1: each node's degree, or the sum of its edges' weights."""

    def neighbour_sum(self, values: Numbers) -> Numbers:
        """A x: for each node the sum of `values` over its neighbours, in the type of the values."""


def structure_entropy(graph: Neighbourhood, variant: str = "published", *, n_isolated: int = 0) -> float:
    """H_s in nats, by the named variant, of the nodes that have neighbours and `n_isolated` that have none."""
    two_hop_degree, alone = _variant(variant)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        value = entropy(two_hop_degree(graph)[graph.degrees > 0], n_isolated, alone)
    return checked(value)


def checked(value: float | None) -> float:
    """The entropy, if the sums stayed within what a float can hold; weights alone can leave it."""
    if value is None or not math.isfinite(value):
        msg = "the weights are so large or so small that their sums leave the range of floats; rescale them"
        raise GraphError(msg)
    return value


def check_edges(variant: str, n_edges: int) -> None:
    """Refuse a graph without edges where the variant leaves every two-hop degree, or "degree" every degree, at 0."""
    if variant in ("equations", "degree") and not n_edges:
        needs = "the 'equations' variant" if variant == "equations" else "the degree structure"
        msg = f"the graph has no edges, and {needs} needs one; the 'published' variant does not"
        raise GraphError(msg)


def published(graph: Neighbourhood) -> Vector:
    """Two-hop degree as the authors' script has it, the only one that gives the printed dimensions."""
    degree = graph.degrees + 1
    # At most 2 E + N, so the type that holds the degrees of all nodes together holds it too.
    near = graph.neighbour_sum(degree)
    near += degree
    reach = near.astype(np.float64, copy=False)
    del degree, near
    two_hop_degree: Vector = graph.neighbour_sum(reach)
    two_hop_degree += reach
    two_hop_degree /= reach
    # The script adds the loop to each degree a second time; after its row average that is the 1.
    two_hop_degree += 1
    return two_hop_degree


def equations(graph: Neighbourhood) -> Vector:
    """Two-hop degree as the paper prints it; nodes without a neighbour get 0."""
    degree = graph.degrees.astype(np.float64, copy=False)
    check_edges("equations", int(degree.any()))
    reach = graph.neighbour_sum(degree)
    share = np.divide(degree, reach, out=np.zeros_like(degree), where=reach > 0)
    return graph.neighbour_sum(graph.neighbour_sum(share))


def entropy(masses: Vector, more: int = 0, mass: float = 0.0) -> float:
    """Shannon entropy, in nats, of masses that need not sum to one, and of `more` others of one `mass`.

    >>> round(entropy(np.array([1.0, 1.0, 2.0])), 6)
    1.039721
    >>> round(entropy(np.array([2.0]), 2, 1.0), 6)
    1.039721
    """
    # Sorted, so that the sum and its last digit do not depend on how the nodes are numbered.
    positive = np.sort(masses[masses > 0])
    total = positive.sum() + more * mass
    moments = np.log(positive)
    moments *= positive
    moment = moments.sum() + (more * mass * math.log(mass) if mass else 0.0)
    return float(np.log(total) - moment / total)


# Two-hop degree where there are neighbours, and where there are none.
FORMULAS: dict[str, tuple[Callable[[Neighbourhood], Vector], float]] = {
    "published": (published, 2.0),
    "equations": (equations, 0.0),
}


def _variant(variant: str) -> tuple[Callable[[Neighbourhood], Vector], float]:
    check_choice("variant", variant, VARIANTS)
    return FORMULAS[variant]
