r"""Rows of any size in single precision, whose squares hold numbers from 1e-19 to 1e19 only.

    x → x · 2^-e,   2^(e-1) ≤ max |x| < 2^e

No score depends on how long all rows are together, and a power of two changes no digit. Rows of ordinary size stay as
they are; so do those that one huge number or column would flatten: make so small that their squares vanish. Feeds the
rows of a user's own function, and shrinking.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LEAST", "MOST", "cast", "exponent_of", "flattened", "is_flat", "single"]

LEAST, MOST = 2.0**-20, 2.0**20  # of the largest number of rows that stay as they are
SMALLEST = 2.0**-63  # whose square float32 holds with all digits
MOST_LOST = 0.75  # of rows, or of the numbers of a row


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


def flattened(values: NDArray[Any], exponent: int) -> NDArray[np.int64]:
    """How many rows nearly vanish when they are divided by a power of two, and how many are not zero.

    >>> flattened(np.array([[1e30, 1, 2], [0, 1, 2], [0, 0, 0]]), 100).tolist()
    [2, 2]
    """
    sizes = np.abs(cast(values, np.float64))
    n_held, n_given = ((sizes > least).sum(axis=1) for least in (math.ldexp(SMALLEST, exponent), 0.0))
    nearly_all = n_held <= np.maximum(1, (1 - MOST_LOST) * n_given)
    return np.array([np.count_nonzero(nearly_all & (n_held < n_given)), np.count_nonzero(n_given)])


def is_flat(counts: NDArray[np.int64]) -> bool:
    """Whether most rows nearly vanish, by what `flattened` counts."""
    return bool(counts[0] > MOST_LOST * counts[1])


def single(values: NDArray[Any]) -> NDArray[np.float32]:
    """Rows in single precision, divided by a power of two if they are very small or large; NaN stays.

    Rows that this would flatten stay as they are, infinite where a number is too large.
    """
    rows: NDArray[Any] = cast(values, np.float32)
    largest = np.abs(rows).max(initial=0)
    if LEAST <= largest <= MOST:
        return rows
    exponent = exponent_of(float(np.abs(cast(values, np.float64)).max(initial=0)))
    is_table = values.ndim == 2  # noqa: PLR2004 - what is none is refused later
    return rows if is_table and is_flat(flattened(values, exponent)) else cast(values, np.float32, exponent)
