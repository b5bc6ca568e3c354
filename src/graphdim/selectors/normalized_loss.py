r"""Normalised embedding loss: how fast cosines settle as dimensions are added (Gu, Tandon, Ahn, Radicchi 2021).

    L(d) = mean |C_d - C_ref| over pairs of nodes       C = cosines of mean-centred rows |λ|^½ v of L
    L(d) ≈ s d^(-a) + L∞,     d* = (s / tolerance)^(1/a), rounded up

The first d columns of one factorisation are the embedding at d, so one factorisation at d_ref serves them all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts, check_field
from graphdim.errors import GraphError, ParameterError
from graphdim.graph.pairs import NonEdges
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv.scores import dimension_grid
from graphdim.selectors.selection import Curve, CurvePoint, Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView
    from graphdim.graph.pairs import Pairs
    from graphdim.linalg import Spectrum

__all__ = ["NormalizedLoss", "check_enough"]

N_PAIRS = 20_000
FEWEST_DIMENSIONS = 4
CHUNK = 4096
# Loss at d = 1, exponent, loss that no dimension removes: where each may lie. Cosines differ by at most 2.
LOWEST, HIGHEST = (0.0, 0.05, 0.0), (20.0, 10.0, 2.0)
START = (0.5, 1.0, 0.01)


@dataclass(frozen=True, slots=True)
class NormalizedLoss:
    """The dimension at which the cosines of a spectral embedding are as good as settled.

    Parameters
    ----------
    reference
        Dimensions of the embedding that all others are compared with; at most as many as there are nodes.
    tolerance
        The loss above its limit that is accepted.
    seed
        Draws the pairs of nodes.
    """

    name: ClassVar[str] = "normalized-loss"
    looks_at: ClassVar[str] = "cosines of spectral embeddings"

    reference: int = 500
    tolerance: float = 0.05
    seed: int = 0

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_counts(self, reference=FEWEST_DIMENSIONS, seed=0)
        check_field(self, "tolerance", least=0)
        if not self.tolerance:
            msg = "tolerance is 0, which only the reference itself reaches; it must be above 0"
            raise ParameterError(msg)

    def select(self, view: GraphView) -> Selection:
        """Where the fitted loss comes within the tolerance of its limit."""
        dimensions, losses, n_reference = self.losses(view)
        scale, exponent, limit = fitted(np.array(dimensions, dtype=np.float64), losses)
        needed = _needed(scale, exponent, self.tolerance, n_reference)
        return Selection(
            selector=self,
            dimension=min(math.ceil(needed), n_reference),
            estimate=needed,
            facts=view.facts,
            curve=Curve("normalised loss", tuple(map(CurvePoint, dimensions, losses.tolist()))),
            details={"scale": scale, "exponent": exponent, "limit": limit, "reference_dimensions": n_reference},
            notes=_notes(needed, n_reference),
        )

    def losses(self, view: GraphView) -> tuple[list[int], NDArray[np.float64], int]:
        """The dimensions that are compared, their losses, and the dimensions of the reference."""
        spectrum = _present(view.spectra.normalised(self.reference))
        n_reference = len(spectrum.values)
        # Beyond half of the reference the loss falls to 0 because the reference ends there.
        dimensions = sorted({*floor_cuts(spectrum.values, dimension_grid(n_reference // 2))} - {0})
        check_enough(dimensions)
        return dimensions, losses_of(spectrum, self.pairs(len(spectrum.left)), dimensions), n_reference

    def pairs(self, n_nodes: int) -> Pairs:
        """Distinct pairs of nodes, edges or not; with two kinds of nodes also pairs of one kind, such as two items."""
        nothing = np.empty((0, 2), dtype=np.int64)
        return NonEdges(n_nodes, nothing, np.random.default_rng(self.seed)).draw_distinct(N_PAIRS)


def check_enough(dimensions: Sequence[int]) -> None:
    """Refuse dimensions that are too few to fit three numbers."""
    if len(dimensions) < FEWEST_DIMENSIONS:
        msg = f"fewer than {FEWEST_DIMENSIONS} different dimensions can be compared, too few to fit the loss"
        raise GraphError(msg)


def _present(spectrum: Spectrum) -> Spectrum:
    """The spectrum without values that are 0 up to rounding, and cut between different values."""
    size = np.abs(spectrum.values)
    rank = int(np.count_nonzero(size > 1e-5 * size.max(initial=0.0)))
    return spectrum.cut(floor_cuts(spectrum.values, [rank])[0])


def losses_of(spectrum: Spectrum, pairs: Pairs, dimensions: Sequence[int]) -> NDArray[np.float64]:
    """L(d) at each dimension."""
    rows = np.sqrt(np.abs(spectrum.values)) * spectrum.left.astype(np.float64)
    rows -= rows.mean(axis=0)
    cuts = [*dimensions, rows.shape[1]]
    norms = _prefix_sums(np.square(rows), cuts)
    starts = range(0, len(pairs), CHUNK)
    sums = [_differences(rows, norms, pairs[start : start + CHUNK], cuts) for start in starts]
    averaged: NDArray[np.float64] = np.sum(sums, axis=0) / len(pairs)
    return averaged


def _differences(
    rows: NDArray[np.float64], squares: NDArray[np.float64], pairs: Pairs, cuts: Sequence[int]
) -> NDArray[np.float64]:
    """Σ |C_d - C_ref| over some pairs, for each cut before the last, which is the reference."""
    first, second = pairs.T
    products = _prefix_sums(rows[first] * rows[second], cuts)
    scale = np.sqrt(squares[first] * squares[second])
    # A node whose row is 0 has no direction: its cosines count as 0.
    cosines = np.divide(products, scale, out=np.zeros_like(products), where=scale > 1e-12 * scale.max(initial=0.0))
    summed: NDArray[np.float64] = np.abs(cosines[:, :-1] - cosines[:, -1:]).sum(axis=0)
    return summed


def _prefix_sums(columns: NDArray[np.float64], cuts: Sequence[int]) -> NDArray[np.float64]:
    """Sums over the first `cut` columns, for rising cuts."""
    segments = np.add.reduceat(columns, [0, *cuts[:-1]], axis=1)
    return np.cumsum(segments, axis=1)


def fitted(dimensions: NDArray[np.float64], losses: NDArray[np.float64]) -> tuple[float, float, float]:
    """s, a and L∞ of s d^(-a) + L∞ by least squares.

    >>> d = np.arange(1.0, 40.0)
    >>> [round(each, 3) for each in fitted(d, 0.8 * d**-0.5 + 0.1)]
    [0.8, 0.5, 0.1]
    """
    from scipy.optimize import least_squares

    def residuals(fit: NDArray[np.float64]) -> NDArray[np.float64]:
        rest: NDArray[np.float64] = fit[0] * dimensions ** -fit[1] + fit[2] - losses
        return rest

    scale, exponent, limit = least_squares(residuals, START, bounds=(LOWEST, HIGHEST)).x.tolist()
    if exponent < 1.01 * LOWEST[1]:
        msg = "the normalised loss hardly falls as dimensions are added, so it tells no dimension"
        raise GraphError(msg)
    return scale, exponent, limit


def _needed(scale: float, exponent: float, tolerance: float, most: int) -> float:
    """(s / tolerance)^(1/a), as far as it lies between 1 and the reference."""
    if scale <= tolerance:
        return 1.0
    power = math.log(scale / tolerance) / exponent
    return math.exp(power) if power < math.log(most) else float(most)


def _notes(needed: float, n_reference: int) -> tuple[str, ...]:
    if needed < n_reference:
        return ()
    return (f"no dimension below the reference of {n_reference} comes within the tolerance",)
