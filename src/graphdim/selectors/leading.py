"""How many leading values pass a test: the spectrum is raised until one fails. Shared by threshold selectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.graph.spectra import FIRST_RANK

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from graphdim.linalg import Spectrum

__all__ = ["count_leading"]


def count_leading(
    spectrum: Callable[[int], Spectrum], passes: Callable[[NDArray[np.float64]], NDArray[np.bool_]], max_rank: int
) -> tuple[int, bool]:
    """How many values pass, and whether the count ended because the rank did.

    `spectrum(rank)` gives the leading values, `passes` tells which of them pass.
    """
    rank = min(FIRST_RANK, max_rank)
    while True:
        values = spectrum(rank).values
        n_passing = int(np.count_nonzero(passes(values)))
        last_passes = bool(len(values)) and bool(passes(values)[-1])
        if not last_passes or len(values) < rank:
            return n_passing, False
        if rank >= max_rank:
            return n_passing, True
        rank = min(2 * rank, max_rank)
