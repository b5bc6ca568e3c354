r"""Sign-flip parallel analysis: the eigenvalues that random signs cannot reach (Hong, Cape 2025).

    keep λ_k while |λ_k| > max over trials of ‖L ∘ S‖,        S symmetric with entries ±1 at random

Random signs destroy the structure and keep the size of every entry, so that what they leave is noise of this graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of, normalised
from graphdim.linalg import largest_eigenvalue
from graphdim.selectors.leading import count_leading
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from graphdim.engines.view import GraphView

__all__ = ["Flip", "noise_level"]


@dataclass(frozen=True, slots=True)
class Flip:
    """The number of eigenvalues of the normalised adjacency above those of the same matrix with random signs.

    Parameters
    ----------
    trials
        How often signs are drawn; the largest value counts.
    max_rank
        The largest number that is counted.
    seed
        Draws the signs.
    """

    name: ClassVar[str] = "flip"
    looks_at: ClassVar[str] = "edges, spectrum"

    trials: int = 20
    max_rank: int = 512
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse parameters out of their range."""
        check_counts(self, trials=1, max_rank=1, seed=0)

    def select(self, view: GraphView) -> Selection:
        """How many eigenvalues exceed the noise."""
        matrix = normalised(view.spectra.adjacency)
        noise = noise_level(matrix, self.seed, self.trials)
        n_above, at_limit = count_leading(view.spectra.normalised, lambda values: np.abs(values) > noise, self.max_rank)
        if not n_above:
            msg = f"no eigenvalue exceeds the noise level of {noise:.3g}, so the edges show no structure"
            raise GraphError(msg)
        notes = (f"at least {n_above}: all that were computed exceed the noise",) if at_limit else ()
        return Selection(
            selector=self, dimension=n_above, facts=view.facts, details={"noise_level": noise}, notes=notes
        )


def noise_level(matrix: csr_array, seed: int, trials: int) -> float:
    """The largest eigenvalue, by size, that the matrix has with random signs."""
    pairs, values = edges_of(matrix)
    draws = (np.random.default_rng([seed, trial]).integers(2, size=len(values)) * 2 - 1 for trial in range(trials))
    flipped = (adjacency_of(pairs, matrix.shape[0], values * signs) for signs in draws)
    return max(largest_eigenvalue(each, seed=seed) for each in flipped)
