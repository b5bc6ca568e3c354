"""Rows → a plain text table, as wide as it needs: a number that a narrow terminal crops would be a wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["text_table"]

GAP = "   "


def text_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Collection[int] = (), indent: str = "  "
) -> str:
    """Columns below their header; those whose numbers are in `right` are aligned there.

    >>> print(text_table(("method", "n"), [("cv", "8"), ("minge", "84")], right=[1], indent=""))
    method    n
    cv        8
    minge    84
    """
    lines = [[visible(cell) for cell in line] for line in (header, *rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    return "\n".join(indent + _line(line, widths, right).rstrip() for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int], right: Collection[int]) -> str:
    padded = [
        cell.rjust(width) if place in right else cell.ljust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return GAP.join(padded)
