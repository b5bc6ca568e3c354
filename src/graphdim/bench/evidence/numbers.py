"""Numbers and tables as Markdown, the same on every machine.

A mean of ten scores often ends in exactly half of the last digit shown. It is rounded to nine digits first, so that the
last bit of a sum does not decide what is printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.bench.tables.blocks import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.bench.statistics import Difference, Mean

__all__ = ["duration", "gap", "half_width", "listed", "mean", "number", "pipes", "signed", "times"]

UNITS = ((3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"))


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


def half_width(told: Mean | None) -> float | None:
    """Half of the interval of a mean."""
    return None if told is None or told.high is None else told.high - told.mean


def mean(told: Mean | None) -> str:
    """A mean and half of its interval.

    >>> from graphdim.bench.statistics import mean_of
    >>> mean(mean_of([82.0, 84.0])), mean(mean_of([82.0]))
    ('83.0 ±12.7', '82.0')
    """
    half = half_width(told)
    return number(told.mean if told else None) + ("" if half is None else f" ±{number(half)}")


def gap(told: Difference | Mean | None, *, sign: bool = True) -> str:
    """A difference with its interval.

    >>> from graphdim.bench.statistics import paired
    >>> gap(paired({0: 2.0, 1: 3.0}, {0: 1.0, 1: 1.0})), gap(None)
    ('+1.5 [-4.9, 7.9]', '–')
    """
    if told is None:
        return MISSING
    shown = signed(told.mean) if sign else number(told.mean)
    return shown if told.low is None else f"{shown} [{number(told.low)}, {number(told.high)}]"


def duration(seconds: float | None) -> str:
    """Time in the unit that suits it.

    >>> duration(0.00068), duration(0.45), duration(75), duration(9000)
    ('0.7 ms', '0.5 s', '1.2 min', '2.5 h')
    """
    if seconds is None:
        return MISSING
    unit, name = next(((unit, name) for unit, name in UNITS if seconds >= unit / (10 if name == "s" else 1)), UNITS[-1])
    return f"{number(seconds / unit)} {name}"


def times(ratio: float | None) -> str:
    """How many times as much, to two figures.

    >>> times(1234.5), times(2.34)
    ('1,200 times', '2.3 times')
    """
    if ratio is None:
        return MISSING
    return f"{float(f'{ratio:.2g}'):,.{0 if ratio >= 9.95 else 1}f} times"  # noqa: PLR2004 - where 10 begins


def listed(words: Iterable[object]) -> str:
    """Words as a sentence has them.

    >>> listed([20, 40, 60]), listed(["one"]), listed([])
    ('20, 40 and 60', 'one', 'none')
    """
    *most, last = [str(word) for word in words] or ["none"]
    return f"{', '.join(most)} and {last}" if most else last


def pipes(head: Sequence[str], lines: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """A table of Markdown; the first `left` columns are words, the others numbers.

    >>> print(pipes(["graph", "regret"], [["Cora", "0.1"]]))
    | graph | regret |
    |---|---:|
    | Cora | 0.1 |
    """
    rule = "|" + "---|" * left + "---:|" * (len(head) - left)
    return "\n".join([_piped(head), rule, *map(_piped, lines)])


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
