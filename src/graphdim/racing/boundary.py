r"""How strict a test must be at each look, so that all looks together err at most at the level.

Under the hypothesis, the sum of n paired differences is a random walk W_n. It is looked at after every seed, from the
second on: n = 2, …, S. Error spending (Lan and DeMets 1983) fixes how much of the level α is used up after n seeds,
here in equal shares:

    P(W crosses its bound by look n) = α · (n - 1) / (S - 1)

Each bound follows from those before it by integrating the density of the walks that have not crossed yet
(Armitage, McPherson and Rowe 1969):

    f_n(y) = ∫ f_{n-1}(x) φ(y - x) dx over x below the last bound,     P(first crossing at n) = ∫ f_{n-1}(x) Φ(x - b) dx

The bound b_n is given as a nominal level Φ(-b_n / √n): Student's t is held to it where the noise must be estimated
(Pocock 1977; Jennison and Turnbull 2000, chapter 11). Feeds verdict.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri

from graphdim.racing.terms import FEWEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

__all__ = ["crossing", "nominal_levels"]

GRID = 241  # points of the density, an odd number; ten times as many change no level by a ten-thousandth of itself
REACH = 8.0  # standard deviations beyond which a walk is not followed


@lru_cache(maxsize=512)
def nominal_levels(level: float, n_seeds: int) -> tuple[float, ...]:
    """The one-sided level of the test with 2, 3, …, `n_seeds` seeds.

    >>> [round(each, 4) for each in nominal_levels(0.05, 4)]
    [0.0167, 0.0258, 0.0339]
    """
    share = level / (n_seeds - 1)
    bounds = [float(-ndtri(share)) * math.sqrt(FEWEST)]
    points = _grid(FEWEST, bounds[0])
    density = np.exp(-(points**2) / (2 * FEWEST)) / math.sqrt(2 * math.pi * FEWEST)
    for seeds in range(FEWEST + 1, n_seeds + 1):
        mass = density * _weights(points)
        bounds.append(_bound(points, mass, share, seeds))
        further = _grid(seeds, bounds[-1])
        density = _step(points, mass, further)
        points = further
    return tuple(float(ndtr(-bound / math.sqrt(seeds))) for seeds, bound in enumerate(bounds, start=FEWEST))


def _grid(seeds: int, bound: float) -> Vector:
    return np.linspace(-REACH * math.sqrt(seeds), bound, GRID)


def _weights(points: Vector) -> Vector:
    """Simpson's rule."""
    weights = np.where(np.arange(len(points)) % 2, 4.0, 2.0)
    weights[[0, -1]] = 1.0
    scaled: Vector = weights * (points[1] - points[0]) / 3
    return scaled


def _bound(points: Vector, mass: Vector, share: float, seeds: int) -> float:
    """Where so much of the probability crosses for the first time at this look."""
    reach = REACH * math.sqrt(seeds)
    return crossing(lambda bound: float(mass @ ndtr(points - bound)) - share, -reach, reach, precision=1e-9)


def _step(points: Vector, mass: Vector, further: Vector) -> Vector:
    """The density one seed later."""
    kernel = np.exp(-((further[:, None] - points) ** 2) / 2) / math.sqrt(2 * math.pi)
    density: Vector = kernel @ mass
    return density


def crossing(falling: Callable[[float], float], low: float, high: float, *, precision: float) -> float:
    """Where a falling function becomes negative, by halving; importing an optimiser would take longer than all of this.

    >>> round(crossing(lambda x: 2 - x * x, 0.0, 2.0, precision=1e-6), 4)
    1.4142
    """
    while high - low > precision:
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
