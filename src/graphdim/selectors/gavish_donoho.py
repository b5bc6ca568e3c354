r"""Optimal hard threshold for singular values of an unknown noise level (Gavish, Donoho 2014).

    σ_k > 2.858 · median of all singular values of A          (a square matrix)

Made for dense noise. In a sparse graph most singular values are small, the median with them, and too many pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.errors import GraphError
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["GavishDonoho"]

RATIO = 2.858


@dataclass(frozen=True, slots=True)
class GavishDonoho:
    """The number of singular values of the adjacency above the optimal hard threshold; it needs them all."""

    name: ClassVar[str] = "gavish-donoho"
    looks_at: ClassVar[str] = "edges, whole spectrum"

    def select(self, view: GraphView) -> Selection:
        """How many singular values exceed the threshold."""
        sizes = np.sort(np.abs(view.spectra.every_value()))[::-1]
        threshold = RATIO * float(np.median(sizes))
        # What rounding leaves of a singular value of zero is no signal.
        n_above = int(np.count_nonzero(sizes > max(threshold, 1e-9 * sizes[0])))
        if not n_above:
            msg = f"no singular value of the adjacency exceeds the threshold of {threshold:.3g}"
            raise GraphError(msg)
        notes = ("made for dense noise; breaks on sparse graphs",)
        details = {"threshold": threshold}
        return Selection(selector=self, dimension=n_above, facts=view.facts, details=details, notes=notes)
