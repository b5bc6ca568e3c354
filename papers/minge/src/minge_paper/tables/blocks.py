"""The shape of every table: blocks of columns with labelled lines, sentences below, and the facts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Block", "Table"]


@dataclass(frozen=True, slots=True)
class Block:
    """One row of the paper's table, set upright: a column for each number, a line for each thing known about it.

    `facts` are the same as plain values: `cells`, one dictionary per column, and what holds for the whole block.
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
