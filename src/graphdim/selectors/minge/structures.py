r"""The structure terms that MinGE can weigh: how evenly something is spread over the nodes, in nats, at most ln N.

    two-hop      of two-hop degrees, the paper's own term (engines.structure)
    degree       H¹ = -Σ p ln p,  p = d / 2m                  Li and Pan's one-dimensional structure information
    li-pan-2     H² = H¹ + Σ_c (1 - g_c / V_c) (V_c / 2m) ln(V_c / 2m)       two-dimensional, over communities c
    von-neumann  -Σ μ ln μ,  μ the eigenvalues of (D - A) / 2m

V_c is the sum of the degrees in c and g_c the weight of the edges that leave it. No g_c exceeds V_c, hence H² ≤ H¹.
Large graphs get FINGER's lower bound of the von Neumann entropy, -Q ln(μ_max) with Q = 1 - Σ μ²: one eigenvalue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.engines.structure import entropy
from graphdim.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.view import GraphView

__all__ = ["structure_term"]

# A dense solver finds all eigenvalues of this many nodes in about a second.
MOST_EXACT = 2000


def structure_term(view: GraphView, structure: str, variant: str) -> dict[str, Any]:
    """The entropy under "structure_entropy", and what else is to be said of it."""
    if structure == "two-hop":
        return {"structure_entropy": view.structure_entropy(variant)}
    if structure == "degree":
        return {"structure_entropy": view.degree_entropy()}
    return SPECTRAL[structure](view.spectra.adjacency)


def li_pan(adjacency: csr_array) -> dict[str, Any]:
    """H² over the communities that Louvain finds, and their number."""
    community = communities(adjacency)
    return {"structure_entropy": li_pan_entropy(adjacency, community), "n_communities": int(community.max()) + 1}


def communities(adjacency: csr_array) -> NDArray[np.int64]:
    """The number of each node's community."""
    networkx = require("networkx", "the li-pan-2 structure term")
    graph = networkx.from_scipy_sparse_array(adjacency)
    community = np.empty(adjacency.shape[0], dtype=np.int64)
    for number, members in enumerate(networkx.community.louvain_communities(graph, seed=0)):
        community[list(members)] = number
    return community


def li_pan_entropy(adjacency: csr_array, community: NDArray[np.int64]) -> float:
    """H² of a graph over given communities."""
    degree = _degrees(adjacency)
    rows = np.repeat(np.arange(len(degree)), np.diff(adjacency.indptr))
    inside = community[rows] == community[adjacency.indices]
    volume = np.bincount(community, degree)
    kept = np.bincount(community[rows[inside]], adjacency.data[inside], minlength=len(volume))
    share = volume / degree.sum()
    return entropy(degree) + float((kept / volume) @ (share * np.log(share)))


def von_neumann(adjacency: csr_array) -> dict[str, Any]:
    """The entropy of the Laplacian's eigenvalues, and whether it is exact."""
    from scipy.sparse import diags_array

    degree = _degrees(adjacency)
    laplacian = diags_array(degree, format="csr") - adjacency.astype(np.float64)
    if len(degree) <= MOST_EXACT:
        values = np.linalg.eigvalsh(laplacian.toarray())
        # The zeros of connected components come out as rounding errors.
        values[values < 1e-12 * values.max()] = 0.0
        return {"structure_entropy": entropy(values), "structure_is_exact": True}
    return {"structure_entropy": finger(laplacian, degree.sum()), "structure_is_exact": False}


def finger(laplacian: csr_array, trace: float) -> float:
    """FINGER's lower bound of the von Neumann entropy."""
    from graphdim.linalg import largest_eigenvalue

    # The sum of squared eigenvalues is that of squared entries.
    purity = float(np.square(laplacian.data / trace).sum())
    return (1 - purity) * -float(np.log(largest_eigenvalue(laplacian) / trace))


def _degrees(adjacency: csr_array) -> NDArray[np.float64]:
    return np.asarray(adjacency.sum(axis=1), dtype=np.float64).ravel()


SPECTRAL: dict[str, Callable[[csr_array], dict[str, Any]]] = {"li-pan-2": li_pan, "von-neumann": von_neumann}
