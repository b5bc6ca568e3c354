r"""PIP loss: the dimension at which embeddings of a noisy graph come closest to the true ones (Yin, Shen 2018).

    σ̂ = ½ std(M₁ - M₂)                       two random halves of the edges, each doubled
    Λ̂ = (|λ| - 2 σ̂ √n)₊                      the spectrum of A without what noise adds to it
    Y = U Λ̂ Vᵀ + noise,   E = U Λ̂^½           U, V random orthogonal
    L_k = ‖E Eᵀ - Ê_k Ê_kᵀ‖²                  Ê_k = the first k left vectors of Y, times the roots of its values

The published simulation takes a matrix as large as the graph and n³ steps. Here it has at most 600 rows, and the noise
is scaled so that σ √n, which decides what is above the noise, stays the same. A bipartite graph has a rectangular Y.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.graph.matrices import edges_of
from graphdim.graph.spectra import FIRST_RANK
from graphdim.linalg.blas import single_threaded_blas
from graphdim.selectors.selection import Curve, CurvePoint, Selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView
    from graphdim.graph.spectra import Spectra

__all__ = ["PipLoss"]

MOST_ROWS = 600
# Values above the noise that are looked for; the simulated matrix has twice as many rows.
MOST_VALUES = 256


@dataclass(frozen=True, slots=True)
class PipLoss:
    """The least pairwise-inner-product loss of embeddings of A, by simulation.

    Parameters
    ----------
    draws
        Simulated matrices whose losses are averaged.
    seed
        Draws the halves of the edges and the simulated matrices.
    """

    name: ClassVar[str] = "pip"
    looks_at: ClassVar[str] = "spectrum of A"

    draws: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, draws=1, seed=0)

    def select(self, view: GraphView) -> Selection:
        """The dimension with the least loss, averaged over the draws."""
        rng = np.random.default_rng(self.seed)
        shape, noise = noise_of(view.spectra, rng)
        signal = _signal(view.spectra, noise * (math.sqrt(shape[0]) + math.sqrt(shape[1])))
        losses = self._losses(signal, shape, noise, rng)
        best = int(np.argmin(losses)) + 1
        # Far beyond the best there is only noise to add.
        shown = losses[: max(2 * best, len(signal))].tolist()
        return Selection(
            selector=self,
            dimension=best,
            facts=view.facts,
            curve=Curve("PIP loss", tuple(CurvePoint(k, loss) for k, loss in enumerate(shown, 1))),
            details={"noise": noise, "n_above_noise": len(signal), "simulated_rows": min(max(shape), MOST_ROWS)},
            notes=tuple(_notes(len(signal), max(shape))),
        )

    def _losses(
        self, signal: NDArray[np.float64], shape: tuple[int, int], noise: float, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """The loss at every dimension, averaged over the draws, in units of the loss at 0."""
        share = min(1.0, MOST_ROWS / max(shape))
        # A rectangle keeps its shape, but never loses room for the signal.
        small = tuple(max(round(share * size), min(size, 2 * len(signal))) for size in shape)
        scaled = noise / math.sqrt(share)
        # Threads of BLAS that wait for a busy core took forty times as long as these small matrices.
        with single_threaded_blas():
            drawn = [simulated_losses(signal, (small[0], small[1]), scaled, rng) for _ in range(self.draws)]
        averaged: NDArray[np.float64] = np.mean(drawn, axis=0) / np.square(signal).sum()
        return averaged


def noise_of(spectra: Spectra, rng: np.random.Generator) -> tuple[tuple[int, int], float]:
    """The shape of the factorised matrix, larger side first, and σ̂."""
    n_nodes = spectra.adjacency.shape[0]
    if spectra.sides is None:
        shape, copies = (n_nodes, n_nodes), 2
    else:
        n_second = int(np.count_nonzero(spectra.sides))
        shape, copies = (max(n_second, n_nodes - n_second), min(n_second, n_nodes - n_second)), 1
    _, weights = edges_of(spectra.adjacency)
    sign = np.where(rng.permutation(len(weights)) < len(weights) / 2, 1.0, -1.0)
    # Every edge is in one half, so M₁ - M₂ is ±2w at the edges and 0 elsewhere.
    difference = 2 * sign * weights
    n_entries = shape[0] * shape[1]
    mean = copies * difference.sum() / n_entries
    variance = copies * np.square(difference).sum() / n_entries - mean**2
    return shape, math.sqrt(max(variance, 0.0)) / 2


def _signal(spectra: Spectra, threshold: float) -> NDArray[np.float64]:
    """What the largest values of A have above the threshold."""
    rank = FIRST_RANK
    values = np.abs(spectra.plain(rank).values)
    while len(values) == rank < MOST_VALUES and values[-1] > threshold:
        rank *= 2
        values = np.abs(spectra.plain(rank).values)
    signal: NDArray[np.float64] = values[values > threshold].astype(np.float64) - threshold
    # A value that only rounding puts above the threshold is noise.
    signal = signal[signal > 1e-6 * threshold]
    if not len(signal):
        msg = f"no value of the spectrum is above the noise ({threshold:.3g}), so the PIP loss has no minimum"
        raise GraphError(msg)
    return signal


def simulated_losses(
    signal: NDArray[np.float64], shape: tuple[int, int], noise: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """L_k of one simulated matrix, k = 1, 2, …, as many as its shorter side."""
    left, right = (_orthogonal(size, len(signal), rng) for size in shape)
    noisy = (left * signal) @ right.T + noise * rng.standard_normal(shape)
    values, vectors = _left_part(noisy)
    embedding = left * np.sqrt(signal)
    overlap = np.square(embedding.T @ vectors).sum(axis=0)
    losses: NDArray[np.float64] = np.square(signal).sum() + np.cumsum(values**2 - 2 * values * overlap)
    return losses


def _orthogonal(size: int, columns: int, rng: np.random.Generator) -> NDArray[np.float64]:
    return np.linalg.qr(rng.standard_normal((size, columns)))[0]


def _left_part(matrix: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Singular values by size and their left vectors, by the Gram matrix of the shorter side: faster than an SVD."""
    gram = matrix.T @ matrix
    squares, right = np.linalg.eigh(gram)
    values = np.sqrt(np.maximum(squares[::-1], 0.0))
    left = matrix @ right[:, ::-1]
    return values, np.divide(left, values, out=np.zeros_like(left), where=values > 1e-7 * values.max())


def _notes(n_above: int, n_rows: int) -> list[str]:
    notes = []
    if n_rows > MOST_ROWS:
        notes.append(f"simulated on {MOST_ROWS} rows instead of {n_rows:,}, with the noise scaled to match")
    if n_above >= MOST_VALUES:
        notes.append(f"more than {MOST_VALUES} values are above the noise; only these were simulated")
    return notes
