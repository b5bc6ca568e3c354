r"""The degree distribution in a few numbers: how many nodes have which degree.

    0, 1, 2, …, 31 one by one, then bins ten to a decade: [32, 41), [41, 51), [51, 64), …

At most about a hundred bins whatever the graph, one pass over the node vector that the sums have left. Degrees that
are sums of weights and no whole numbers get a hundred bins of equal ratio. Feeds report.charts through GraphFacts.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.engines.structure import Numbers
    from graphdim.reading.edges import Floats

__all__ = ["DegreeBin", "degree_bins", "whole_limits"]

SINGLE = 32  # degrees below this have a bin each
PER_DECADE = 10
DECADES = 10  # beyond the largest number of nodes
MOST_BINS = 100
PIECE = 2**18


class DegreeBin(NamedTuple):
    """How many nodes have a degree of at least `low` and below `high`."""

    low: float
    high: float
    n_nodes: int


def degree_bins(degrees: Numbers, n_isolated: int) -> tuple[DegreeBin, ...]:
    """The bins that hold a node, from the smallest degree to the largest; places of degree 0 are no nodes.

    >>> [tuple(each) for each in degree_bins(np.array([0.0, 2.0, 2.0, 45.0]), n_isolated=7)]
    [(0.0, 1.0, 7), (2.0, 3.0, 2), (41.0, 51.0, 1)]
    """
    # Piece by piece: no second vector of all nodes beside the first.
    pieces = [degrees[start : start + PIECE] for start in range(0, len(degrees), PIECE)]
    whole = all(bool((piece == np.floor(piece)).all()) for piece in pieces)
    if whole and degrees.max(initial=0) < whole_limits()[-1]:
        counts = sum(map(_whole_counts, pieces), start=np.zeros(len(whole_limits()), dtype=np.int64))
        counts[0] = n_isolated
        return _filled(whole_limits(), counts)
    return _by_ratio(degrees, n_isolated)


@cache
def whole_limits() -> Floats:
    """The limits of the bins of whole numbers; steps that round to the same number are one."""
    powers = SINGLE * 10 ** (np.arange(PER_DECADE * DECADES) / PER_DECADE)
    return np.concatenate([np.arange(SINGLE), np.unique(np.ceil(powers))])


def _whole_counts(piece: Numbers) -> NDArray[np.int64]:
    limits = whole_limits()
    counts = np.bincount(np.minimum(piece, SINGLE).astype(np.intp), minlength=len(limits))
    # Most nodes are in the single bins; only the others are searched for.
    counts[SINGLE] = 0
    large = np.searchsorted(limits, piece[piece >= SINGLE], side="right") - 1
    return counts + np.bincount(large, minlength=len(limits))


def _by_ratio(degrees: Numbers, n_isolated: int) -> tuple[DegreeBin, ...]:
    """Bins of equal ratio between the smallest positive degree and the largest, and one for isolated nodes."""
    positive = degrees[np.isfinite(degrees) & (degrees > 0)]
    if not len(positive):
        return ()
    least, most = positive.min(), positive.max()
    inner = np.exp(np.linspace(np.log(least), np.log(most), MOST_BINS + 1))
    inner[0], inner[-1] = least, np.nextafter(most, np.inf)
    limits = np.unique(np.concatenate([[0.0], inner]))
    counts = np.bincount(np.searchsorted(limits, positive, side="right") - 1, minlength=len(limits))
    counts[0] = n_isolated
    return _filled(limits, counts)


def _filled(limits: Floats, counts: NDArray[np.int64]) -> tuple[DegreeBin, ...]:
    filled = np.flatnonzero(counts)
    parts = limits[filled].tolist(), limits[filled + 1].tolist(), counts[filled].tolist()
    return tuple(map(DegreeBin, *parts))
