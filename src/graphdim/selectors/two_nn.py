r"""TwoNN: the intrinsic dimension of a spectral embedding, by two neighbours of every row (Facco et al. 2017).

    μ = r₂ / r₁,  P(μ > x) = x^(-d)       r₁, r₂ the distances to the nearest and the next row
    d = Σ ln μ · (-ln(1 - F(μ))) / Σ (ln μ)²          F the empirical distribution, without the largest tenth of μ

Rows are |λ|^½ v of L. Twins, nodes with the same neighbours, have the same row: one of them stays. They are found in
the graph, since a factorisation in float32 leaves a small distance between them, and by distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.selection import Selection
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.engines.view import GraphView
    from graphdim.linalg import Spectrum

    Rows = NDArray[np.float64]

__all__ = ["TwoNN", "intrinsic_dimension"]

FEWEST_ROWS = 20
MOST_ROWS = 5000
KEPT = 0.9
# Distances below this share of a usual row are rounding errors of the factorisation.
NEGLIGIBLE = 1e-4
CHUNK = 512


@dataclass(frozen=True, slots=True)
class TwoNN:
    """The intrinsic dimension of the rows of a spectral embedding, rounded up.

    Parameters
    ----------
    max_rank
        Dimension of the embedding; at most what the graph has.
    seed
        Draws the nodes that are looked at, where there are more than 5,000.
    """

    name: ClassVar[str] = "two-nn"
    looks_at: ClassVar[str] = "distances in a spectral embedding"

    max_rank: int = 64
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, max_rank=1, seed=0)

    def select(self, view: GraphView) -> Selection:
        """The estimate, rounded up and at most the rank of the embedding."""
        rows = self._rows(view.spectra.normalised(self.max_rank), without_twins(view.spectra.adjacency))
        distinct = distinct_rows(rows)
        if len(distinct) < FEWEST_ROWS:
            msg = f"too few nodes differ in their embedding: {len(distinct)}, and TwoNN takes at least {FEWEST_ROWS}"
            raise GraphError(msg)
        estimate, rank = intrinsic_dimension(distinct), rows.shape[1]
        capped = (f"the estimate exceeds the {rank} dimensions of the embedding",) if estimate > rank else ()
        return Selection(
            selector=self,
            dimension=max(1, min(int(np.ceil(estimate)), rank)),
            estimate=estimate,
            facts=view.facts,
            details={"n_rows": len(distinct)},
            notes=capped,
        )

    def _rows(self, spectrum: Spectrum, nodes: NDArray[np.int64]) -> Rows:
        """The rows of these nodes, or of a sample of them."""
        # Vectors of a part of a group of equal values are arbitrary, and those of the value 0 say nothing.
        present = int(np.count_nonzero(np.abs(spectrum.values) > NEGLIGIBLE * np.abs(spectrum.values[0])))
        cut = floor_cuts(spectrum.values, [present])[0]
        if not cut:
            most = self.max_rank
            msg = f"more than {most} eigenvalues are equal to the largest, so no {most} of them stand out"
            raise GraphError(msg)
        if len(nodes) > MOST_ROWS:
            nodes = np.sort(np.random.default_rng(self.seed).permutation(nodes)[:MOST_ROWS])
        rows: Rows = np.sqrt(np.abs(spectrum.values[:cut])) * spectrum.left[nodes, :cut].astype(np.float64)
        return rows


def without_twins(adjacency: csr_array) -> NDArray[np.int64]:
    """The nodes without those that have the neighbours of an earlier one, whether the two are linked or not.

    A neighbourhood is known by a random sum modulo 2**64, which is exact in any order.
    """
    key = np.random.default_rng(0).integers(2**63, size=adjacency.shape[0], dtype=np.uint64)
    neighbours = np.add.reduceat(key[adjacency.indices] * _odd(adjacency.data), adjacency.indptr[:-1])
    with_itself = neighbours + key * _odd(np.ones(1))
    _, first = np.unique(neighbours, return_index=True)
    _, first_linked = np.unique(with_itself, return_index=True)
    return np.intersect1d(first, first_linked).astype(np.int64)


def _odd(weights: NDArray[np.floating]) -> NDArray[np.uint64]:
    """An odd number for each weight: a product with it loses no bit."""
    return 2 * weights.astype(np.float32).view(np.uint32).astype(np.uint64) + np.uint64(1)


def distinct_rows(rows: Rows) -> Rows:
    """The rows without those that equal an earlier one."""
    least = NEGLIGIBLE**2 * np.mean(np.square(rows).sum(axis=1))

    def is_twin(start: int) -> NDArray[np.bool_]:
        equal = _squared_distances(rows, start) <= least
        twins: NDArray[np.bool_] = np.tril(equal, k=start - 1).any(axis=1)
        return twins

    kept: Rows = rows[~np.concatenate(map_in_threads(is_twin, range(0, len(rows), CHUNK)))]
    return kept


def intrinsic_dimension(rows: Rows) -> float:
    """TwoNN's estimate for rows that are all different."""

    def log_ratios(start: int) -> Rows:
        squares = np.sort(np.partition(_squared_distances(rows, start), 2, axis=1)[:, :3], axis=1)
        ratios: Rows = np.log(squares[:, 2] / squares[:, 1]) / 2
        return ratios

    ratios = np.sort(np.concatenate(map_in_threads(log_ratios, range(0, len(rows), CHUNK))))
    kept = ratios[: int(KEPT * len(ratios))]
    if kept[-1] < NEGLIGIBLE:
        msg = "every node is as far from its second neighbour as from its first, so TwoNN tells no dimension"
        raise GraphError(msg)
    exceedance = -np.log1p(-np.arange(1, len(kept) + 1) / len(ratios))
    return float(kept @ exceedance / (kept @ kept))


def _squared_distances(rows: Rows, start: int) -> Rows:
    """From some rows to all; each row's distance to itself is 0 exactly."""
    part = rows[start : start + CHUNK]
    squares = np.square(rows).sum(axis=1)
    distances: Rows = np.maximum(squares[start : start + CHUNK, None] + squares - 2 * part @ rows.T, 0.0)
    distances[np.arange(len(part)), start + np.arange(len(part))] = 0.0
    return distances
