r"""Universal singular value thresholding: the values of A above what noise of its density gives (Chatterjee 2015).

    |λ_k(A)| > 2.01 √(n ρ̂),      ρ̂ = 2m / n²

The bound is for independent entries of one variance. Hubs have far more, so heavy-tailed graphs get too many.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.selectors.leading import count_leading
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["USVT"]

CAVEAT = "selects too many where degrees are heavy-tailed"


@dataclass(frozen=True, slots=True)
class USVT:
    """The number of eigenvalues of the adjacency above the universal threshold.

    Parameters
    ----------
    max_rank
        The largest number that is counted.
    """

    name: ClassVar[str] = "usvt"
    looks_at: ClassVar[str] = "edges, spectrum"

    max_rank: int = 512

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        check_counts(self, max_rank=1)

    def select(self, view: GraphView) -> Selection:
        """How many eigenvalues exceed the threshold."""
        adjacency = view.spectra.adjacency
        bound = 2.01 * math.sqrt(float((adjacency.data**2).sum()) / adjacency.shape[0])
        n_above, at_limit = count_leading(view.spectra.plain, lambda values: np.abs(values) > bound, self.max_rank)
        if not n_above:
            msg = f"no eigenvalue of the adjacency exceeds the threshold of {bound:.3g}"
            raise GraphError(msg)
        notes = (CAVEAT, f"at least {n_above}: all that were computed exceed the threshold") if at_limit else (CAVEAT,)
        return Selection(selector=self, dimension=n_above, facts=view.facts, details={"threshold": bound}, notes=notes)
