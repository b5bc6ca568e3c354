r"""Bethe-Hessian: as many dimensions as the matrix has negative eigenvalues (Le, Levina 2022).

    H(r) = (r² - 1) I - r A + D,   r = √d̄
    With S = D + (r² - 1) I > 0, H has as many negative eigenvalues as S^(-½) H S^(-½) = I - r S^(-½) A S^(-½) has,
    by Sylvester's law: as many as S^(-½) A S^(-½) has eigenvalues above 1/r.

Those are leading eigenvalues of a normalised adjacency, which a block Krylov iteration finds quickly, where the
smallest eigenvalues of H itself, spread by the degrees of hubs, converge slowly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.graph.matrices import normalised
from graphdim.linalg import Factorisation
from graphdim.selectors.leading import count_leading
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["BetheHessian"]


@dataclass(frozen=True, slots=True)
class BetheHessian:
    """The number of negative eigenvalues of the Bethe-Hessian matrix.

    Parameters
    ----------
    max_rank
        The largest number that is counted.
    """

    name: ClassVar[str] = "bethe-hessian"
    looks_at: ClassVar[str] = "edges, spectrum"

    max_rank: int = 512

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        check_counts(self, max_rank=1)

    def select(self, view: GraphView) -> Selection:
        """How many communities the matrix shows."""
        spectra = view.spectra
        degree = np.asarray(spectra.adjacency.sum(axis=1)).ravel()
        mean = float(degree.mean())
        solver = Factorisation(normalised(spectra.adjacency, mean - 1), symmetric=True)
        bound = 1 / math.sqrt(mean)
        n_above, at_limit = count_leading(
            lambda rank: solver.spectrum(2 * rank), lambda values: values > bound, self.max_rank
        )
        if not n_above:
            msg = "the Bethe-Hessian matrix has no negative eigenvalue, so it shows no structure"
            raise GraphError(msg)
        notes = (f"at least {n_above}: all eigenvalues that were computed count",) if at_limit else ()
        return Selection(selector=self, dimension=n_above, facts=view.facts, notes=notes)
