r"""Cross-validated eigenvalues: which eigenvectors of one part of the edges the other part confirms (Chen et al. 2021).

    thin every edge with probability ε; u_k = sign(λ_k) v_k, v_k from L of the other edges
    z_k = u_kᵀ A_test v_k / se,   se² = 2 ε (v_k²)ᵀ A (v_k²)       averaged over splits
    k̂ = the largest k before the first 1 - Φ(z̄_k) > 0.05

A negative eigenvalue is signal too, hence the sign. If every value that was computed passes, there may be more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of
from graphdim.graph.spectra import FIRST_RANK, Spectra
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView

__all__ = ["EigenCrossValidation"]

SHARE = 0.1
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class EigenCrossValidation:
    """The number of eigenvectors whose signal held-out edges confirm.

    Parameters
    ----------
    splits
        How often the edges are thinned.
    max_rank
        The largest number that is tested.
    seed
        Draws the splits.
    """

    name: ClassVar[str] = "eigcv"
    looks_at: ClassVar[str] = "held-out edges, spectrum"

    splits: int = 10
    max_rank: int = 512
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        check_counts(self, splits=1, max_rank=1, seed=0)

    def select(self, view: GraphView) -> Selection:
        """How many leading eigenvectors pass, one after the other."""
        spectra = view.spectra
        thinned = [_Thinned(spectra, self.seed, number) for number in range(self.splits)]
        limit = min(self.max_rank, spectra.most_dimensions)
        rank = min(FIRST_RANK, limit)
        while True:
            z = np.mean([split.z_scores(rank) for split in thinned], axis=0)
            n_passing = _before_first_failure(z)
            if n_passing < rank or rank == limit:
                break
            rank = min(2 * rank, limit)
        if not n_passing:
            msg = f"held-out edges confirm no eigenvector: the first has z = {z[0]:.2f}"
            raise GraphError(msg)
        notes = (f"at least {n_passing}: every eigenvector that was tested passes",) if n_passing == rank else ()
        details = {"z": [round(float(score), 3) for score in z[: n_passing + 1]]}
        return Selection(selector=self, dimension=n_passing, facts=view.facts, details=details, notes=notes)


class _Thinned:
    """One split: the spectra of the edges that were kept, and the edges that were not."""

    def __init__(self, whole: Spectra, seed: int, number: int) -> None:
        rng = np.random.default_rng([seed, number])
        self.pairs, self.weights = edges_of(whole.adjacency)
        self.is_test = rng.random(len(self.pairs)) < SHARE
        kept = adjacency_of(self.pairs[~self.is_test], whole.adjacency.shape[0], self.weights[~self.is_test])
        self.spectra = Spectra(kept, whole.sides, seed=seed + number)

    def z_scores(self, rank: int) -> NDArray[np.float64]:
        """z_k for k up to the rank; a vector that no edge touches has none."""
        spectrum = self.spectra.normalised(rank)
        rows = spectrum.left.astype(np.float64, copy=False)
        signal = 2 * _over_edges(rows, self.pairs[self.is_test], self.weights[self.is_test])
        # Each undirected edge stands for two entries of A.
        variance = 4 * SHARE * _over_edges(rows**2, self.pairs, self.weights**2)
        error = np.sqrt(variance)
        z = np.divide(np.sign(spectrum.values) * signal, error, out=np.zeros_like(error), where=error > 0)
        return np.pad(z, (0, rank - len(z)))


def _over_edges(
    rows: NDArray[np.float64], pairs: NDArray[np.int32], weights: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Σ w_ij x_ik x_jk over edges, for every column k, a part of the edges at a time."""
    total = np.zeros(rows.shape[1])
    for start in range(0, len(pairs), 2**16):
        part = pairs[start : start + 2**16]
        products = rows[part[:, 0]] * rows[part[:, 1]]
        total += weights[start : start + 2**16] @ products
    return total


def _before_first_failure(z: NDArray[np.float64]) -> int:
    from scipy.special import ndtr

    fails = np.flatnonzero(1 - ndtr(z) > LEVEL)
    return int(fails[0]) if len(fails) else len(z)
