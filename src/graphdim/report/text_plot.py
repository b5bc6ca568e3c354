"""A measured curve as a few lines of text: columns of blocks over a logarithmic axis of dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["text_plot"]

BLOCKS = " ▁▂▃▄▅▆▇█"
COLUMNS_PER_OCTAVE = 8
HEIGHT = 5
INDENT = "  "
# The axis spans at least this much of the score, so that noise does not look like a hill.
LEAST_SPAN = 0.02


def text_plot(dimensions: Sequence[int], scores: Sequence[float], as_good: tuple[int, int] | None) -> str:
    """Scores by dimension; the range that is as good, if there is one, is underlined.

    >>> print(text_plot([1, 2, 4], [0.5, 0.75, 0.7], (2, 4)))
      75.0 |       ▃█▇▆▅▄▃▂▁
           |     ▁▆██████████
           |    ▄████████████
           |  ▃██████████████
      50.0 |▁▆███████████████
            1       2       4
                    ━━━━━━━━━
    """
    columns = _columns(dimensions)
    # Between two measured dimensions, the straight line over their logarithms.
    values = np.interp(np.log(columns), np.log(dimensions), scores).tolist()
    # The best dimension may lie between two columns, and the axis names its score all the same.
    top = max(scores)
    bottom = min(*scores, top - LEAST_SPAN)
    rows = [_row(values, bottom, top, level) for level in reversed(range(HEIGHT))]
    labels = [f"{100 * top:.1f}", *[""] * (HEIGHT - 2), f"{100 * bottom:.1f}"]
    width = max(map(len, labels))
    lines = [f"{label:>{width}} |{row}".rstrip() for label, row in zip(labels, rows, strict=True)]
    margin = " " * (width + 2)
    lines.append(margin + _axis(dimensions[-1]).rstrip())
    if as_good is not None:
        lines.append((margin + _underline(columns, as_good)).rstrip())
    return "\n".join(INDENT + line for line in lines)


def _columns(dimensions: Sequence[int]) -> list[float]:
    """Dimensions at even steps of the logarithm, from 1 to the last, which always has a column of its own."""
    last = dimensions[-1]
    n_steps = math.ceil(COLUMNS_PER_OCTAVE * math.log2(last))
    return [*(2 ** (step / COLUMNS_PER_OCTAVE) for step in range(n_steps)), float(last)]


def _row(values: Sequence[float], bottom: float, top: float, level: int) -> str:
    """One line of blocks; the lowest value keeps a trace, so that no column looks empty."""
    heights = [1 + (HEIGHT * 8 - 1) * (value - bottom) / (top - bottom) for value in values]
    return "".join(BLOCKS[min(8, max(0, round(height) - 8 * level))] for height in heights)


def _axis(last: int) -> str:
    """1, 2, 4, … below their columns."""
    axis = ""
    for octave in range(math.floor(math.log2(last)) + 1):
        label = str(2**octave)
        axis = axis.ljust(octave * COLUMNS_PER_OCTAVE) + label
    return axis


def _underline(columns: Sequence[float], as_good: tuple[int, int]) -> str:
    low, high = as_good
    half_step = 2 ** (0.5 / COLUMNS_PER_OCTAVE)
    return "".join("━" if low / half_step <= column <= high * half_step else " " for column in columns)
