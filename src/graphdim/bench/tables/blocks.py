"""The shape of every table: blocks of columns with labelled lines, sentences below, and the facts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["MISSING", "Block", "Table", "around", "interval", "percent"]

MISSING = "–"


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the paper's table, set upright: a column for each number, a line for each thing known about it.

    `facts` are the same as plain values: `cells`, one dictionary a column, beside what holds for the whole block.
    """

    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    sentences: tuple[str, ...]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the paper: its number or name, its title and its blocks."""

    name: str
    title: str
    blocks: tuple[Block, ...]


def percent(value: float | None, *, digits: int = 1) -> str:
    """A number in percent, or the sign for a missing one.

    >>> percent(83.46), percent(None)
    ('83.5', '–')
    """
    return MISSING if value is None else f"{value:.{digits}f}"


def interval(low: float | None, high: float | None) -> str:
    """A 95 % interval in percent.

    >>> interval(-0.12, 1.5), interval(None, None)
    ('[-0.1, 1.5]', '(one seed: no interval)')
    """
    return "(one seed: no interval)" if low is None or high is None else f"[{low:.1f}, {high:.1f}]"


def around(mean: float, low: float | None, high: float | None) -> str:
    """The 95 % interval of a score in percent; one that leaves 0 to 100 is cut there and given by its ends.

    >>> around(83.46, 82.0, 84.92), around(52.8, -53.1, 158.7), around(83.46, None, None)
    ('±1.5', '0.0–100.0', '–')
    """
    if low is None or high is None:
        return MISSING
    inside = low >= 0 and high <= 100  # noqa: PLR2004 - percent
    return f"±{high - mean:.1f}" if inside else f"{max(low, 0):.1f}–{min(high, 100):.1f}"
