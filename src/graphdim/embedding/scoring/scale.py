r"""Rows of any size in single precision, whose squares hold numbers from 1e-19 to 1e19 only.

    x → x · 2^-e,   2^(e-1) ≤ max |x| < 2^e

No score depends on how long all rows are together, and a power of two changes no digit. Rows of ordinary size stay as
they are. Feeds the rows of a user's own function, and shrinking.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LEAST", "MOST", "cast", "exponent_of", "single"]

LEAST, MOST = 2.0**-20, 2.0**20  # of the largest number of rows that stay as they are


def exponent_of(largest: float) -> int:
    """The power of two that rows with such a largest number are divided by; 0 for ordinary ones.

    >>> exponent_of(1.0), exponent_of(0.0), exponent_of(2.0**-100)
    (0, 0, -99)
    """
    return math.frexp(largest)[1] if 0 < largest < LEAST or MOST < largest < math.inf else 0


def cast(values: NDArray[Any], kind: type[np.floating[Any]], exponent: int = 0) -> NDArray[np.floating[Any]]:
    """A copy as floats, divided by a power of two; what fits into none becomes NaN or infinite, without a warning."""
    with np.errstate(over="ignore", invalid="ignore"):
        # In double precision, as nothing small or large may be lost before it is scaled.
        return np.array(np.ldexp(values.astype(np.float64), -exponent) if exponent else values, dtype=kind)


def single(values: NDArray[Any]) -> NDArray[np.float32]:
    """Rows in single precision, divided by a power of two if they are very small or large; NaN stays."""
    rows: NDArray[Any] = cast(values, np.float32)
    largest = np.abs(rows).max(initial=0)
    if LEAST <= largest <= MOST:
        return rows
    return cast(values, np.float32, exponent_of(float(np.abs(cast(values, np.float64)).max(initial=0))))
