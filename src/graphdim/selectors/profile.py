r"""Profile likelihood of the scree plot: the elbow that two groups of eigenvalues explain best (Zhu, Ghodsi 2006).

    ℓ(q) = Σ_{k ≤ q} ln N(|λ_k|; μ₁, s²) + Σ_{k > q} ln N(|λ_k|; μ₂, s²),      s² = (SS₁ + SS₂) / (n - 2)

The next elbow starts behind the one before. How many values are looked at is a parameter, since the answer cannot be
larger than it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.checks import check_counts
from graphdim.errors import GraphError
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView

__all__ = ["Profile", "elbows", "profile_likelihood"]

FEWEST = 3


@dataclass(frozen=True, slots=True)
class Profile:
    """The first elbow of the eigenvalues of the normalised adjacency, by size.

    Parameters
    ----------
    max_rank
        How many eigenvalues are looked at.
    """

    name: ClassVar[str] = "profile"
    looks_at: ClassVar[str] = "edges, spectrum"

    max_rank: int = 256

    def __post_init__(self) -> None:
        """Refuse fewer values than an elbow needs."""
        check_counts(self, max_rank=FEWEST)

    def select(self, view: GraphView) -> Selection:
        """The first elbow; the next two are in the details."""
        sizes = np.abs(view.spectra.normalised(self.max_rank).values)
        places = elbows(sizes, 3)
        return Selection(selector=self, dimension=places[0], facts=view.facts, details={"elbows": places})


def elbows(sizes: NDArray[np.float64], n_elbows: int) -> list[int]:
    """The first elbows of values that fall; an elbow at q keeps q values.

    >>> elbows(np.array([10.0, 9, 3, 2, 1]), 2)
    [2, 3]
    """
    places: list[int] = []
    start = 0
    while len(places) < n_elbows and len(sizes) - start >= FEWEST:
        start += int(np.argmax(profile_likelihood(sizes[start:]))) + 1
        places.append(start)
    if not places:
        msg = f"{len(sizes)} eigenvalues have no elbow; it takes at least {FEWEST}"
        raise GraphError(msg)
    return places


def profile_likelihood(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """ℓ(q) for q = 1, …, n - 1; the variance is kept above zero, where equal values would leave none.

    >>> profile_likelihood(np.array([10.0, 9, 3, 2, 1])).round(4).tolist()
    [-12.491, -5.6389, -11.7807, -13.1282]
    """
    n = len(sizes)
    q = np.arange(1, n)
    sums, squares = np.cumsum(sizes), np.cumsum(sizes**2)
    first = squares[:-1] - sums[:-1] ** 2 / q
    second = (squares[-1] - squares[:-1]) - (sums[-1] - sums[:-1]) ** 2 / (n - q)
    spread = np.maximum(first, 0) + np.maximum(second, 0)
    # Rounding leaves about 1e-16 of the squares where the groups have no spread at all.
    variance = np.maximum(spread / (n - 2), 1e-12 * max(squares[-1], 1e-300))
    likelihood: NDArray[np.float64] = -n / 2 * np.log(2 * np.pi * variance) - spread / (2 * variance)
    return likelihood
