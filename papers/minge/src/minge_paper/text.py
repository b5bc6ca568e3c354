"""Numbers and aligned columns as text, the same on every machine.

A mean of ten scores often ends in exactly half of the last digit shown. It is rounded to nine digits first, so that the
last bit of a sum does not decide what is printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MISSING", "aligned", "interval", "number", "plus_minus", "signed"]

MISSING = "–"


def number(value: float | None, digits: int = 1) -> str:
    """A number with a fixed count of digits, or the sign for a missing one.

    >>> number(59.25), number(-0.01), number(None), number(12345.6, 0)
    ('59.2', '0.0', '–', '12,346')
    """
    if value is None:
        return MISSING
    shown = f"{round(value, 9):,.{digits}f}"
    return shown.removeprefix("-") if float(shown.replace(",", "")) == 0 else shown


def signed(value: float | None) -> str:
    """A difference, with its sign.

    >>> signed(0.34), signed(-1.0), signed(0.01)
    ('+0.3', '-1.0', '0.0')
    """
    shown = number(value)
    return shown if value is None or value < 0 or shown == "0.0" else f"+{shown}"


def interval(low: float | None, high: float | None) -> str:
    """A 95 % interval.

    >>> interval(-0.12, 1.5), interval(None, None)
    ('[-0.1, 1.5]', '(one seed: no interval)')
    """
    return "(one seed: no interval)" if low is None or high is None else f"[{number(low)}, {number(high)}]"


def plus_minus(mean: float, low: float | None, high: float | None) -> str:
    """The 95 % interval of a score in percent; one that leaves 0 to 100 is cut there and given by its ends.

    >>> plus_minus(83.46, 82.0, 84.92), plus_minus(52.8, -53.1, 158.7), plus_minus(83.46, None, None)
    ('±1.5', '0.0–100.0', '–')
    """
    if low is None or high is None:
        return MISSING
    inside = low >= 0 and high <= 100  # noqa: PLR2004 - percent
    return f"±{number(high - mean)}" if inside else f"{number(max(low, 0.0))}–{number(min(high, 100.0))}"


def aligned(columns: Sequence[str], lines: Sequence[tuple[str, Sequence[str]]]) -> str:
    """A table for the terminal: labelled lines below the columns' heads.

    >>> print(aligned(["8", "16"], [("score", ["80.1", "81.0"])]))
                8    16
      score  80.1  81.0
    """
    rows = [("", columns), *lines]
    label_width = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(values for _, values in rows), strict=True)]
    return "\n".join(
        "  ".join([f"  {label:<{label_width}}", *(f"{v:>{w}}" for v, w in zip(values, widths, strict=True))])
        for label, values in rows
    )
