"""Option values that are lists: separated by commas, given several times, or both."""

from __future__ import annotations

import re
from typing import TypeVar

import click

from graphdim.words import shown

__all__ = ["Listed", "NodeCounts", "flat"]

Value = TypeVar("Value")
WHOLE = re.compile(r"-?[0-9]{1,18}")
DIGITS = re.compile(r"[0-9]+")


class Listed(click.ParamType[tuple[int | str, ...]]):
    """Values separated by commas: whole numbers from `least`, or any of the given words."""

    def __init__(self, *words: str, least: int | None = None) -> None:
        self.words = words
        self.least = least
        self.name = "list"

    def convert(
        self, value: str | tuple[int | str, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | str, ...]:
        """Text to values, or the first that is none."""
        if isinstance(value, tuple):
            return value
        return tuple(self._one(item.strip(), param, ctx) for item in value.split(","))

    def _one(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        if text in self.words:
            return text
        if self.least is not None and WHOLE.fullmatch(text):
            if int(text) < self.least:
                self.fail(f"{text} is too small; it must be at least {self.least}", param, ctx)
            return int(text)
        if self.least is not None and DIGITS.fullmatch(text):
            self.fail(f"{shown(text)} is too large; it must be below 10**18", param, ctx)
        accepted = [*(["a whole number"] if self.least is not None else []), *self.words]
        return self.fail(f"{text!r} is not accepted; it takes {', '.join(accepted)}", param, ctx)


class NodeCounts(click.ParamType[int | tuple[int, int]]):
    """A number of nodes, or one for each of two kinds: 2625, or 943,1682."""

    name = "N[,M]"

    def convert(
        self, value: str | int | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> int | tuple[int, int]:
        """Text to one number or two."""
        if not isinstance(value, str):
            return value
        numbers = Listed(least=1).convert(value, param, ctx)
        if len(numbers) > 2:  # noqa: PLR2004 - two kinds of nodes
            self.fail(f"{value!r} is more than two numbers; it takes N, or N,M for two kinds of nodes", param, ctx)
        return numbers[0] if len(numbers) == 1 else numbers  # type: ignore[return-value]  # whole numbers, one or two


def flat(lists: tuple[tuple[Value, ...], ...]) -> tuple[Value, ...]:
    """Several lists as one."""
    return tuple(value for values in lists for value in values)
