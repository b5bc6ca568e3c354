"""Means, differences, lists and tables as the text of a Markdown page; single numbers are minge_paper.text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.text import MISSING, interval, number, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minge_paper.statistics import Difference, Mean

__all__ = ["duration", "escaped", "folded", "gap", "half_width", "listed", "mean", "pipes", "times"]

UNITS = ((3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"))


def half_width(value: Mean | None) -> float | None:
    """Half of the interval of a mean."""
    return None if value is None or value.high is None else value.high - value.mean


def mean(value: Mean | None) -> str:
    """A mean and half of its interval.

    >>> from minge_paper.statistics import mean_of
    >>> mean(mean_of([82.0, 84.0])), mean(mean_of([82.0]))
    ('83.0 ±12.7', '82.0')
    """
    half = half_width(value)
    return number(value.mean if value else None) + ("" if half is None else f" ±{number(half)}")


def gap(value: Difference | Mean | None, *, sign: bool = True) -> str:
    """A difference with its interval.

    >>> from minge_paper.statistics import paired
    >>> gap(paired({0: 2.0, 1: 3.0}, {0: 1.0, 1: 1.0})), gap(None)
    ('+1.5 [-4.9, 7.9]', '–')
    """
    if value is None:
        return MISSING
    shown = signed(value.mean) if sign else number(value.mean)
    return shown if value.low is None else f"{shown} {interval(value.low, value.high)}"


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
    return "\n".join([_row(head), rule, *map(_row, lines)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def folded(title: str, content: str) -> str:
    r"""Content that unfolds below its title, on a forge and in the docs site alike.

    >>> print(folded("Cora", "| a |").replace("\n\n", "\n"))
    <details markdown="1">
    <summary>Cora</summary>
    | a |
    </details>
    """
    return f'<details markdown="1">\n<summary>{title}</summary>\n\n{content}\n\n</details>'


def escaped(words: str) -> str:
    r"""Words in which a star is a star.

    >>> escaped(" 98*")
    '98\\*'
    """
    return words.strip().replace("*", "\\*")
