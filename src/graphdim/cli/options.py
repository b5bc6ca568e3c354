"""The options that several commands share; `requests` has those that say how a graph is read and measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from graphdim.cli.lists import Listed

__all__ = ["Command", "at_option", "json_option", "margin_option", "quiet_option", "with_options", "workers_option"]

Command = TypeVar("Command", bound=Callable[..., Any])

POINT = 0.01  # of a score between 0 and 1
MOST_POINTS = 100

quiet_option = click.option("--quiet", "-q", is_flag=True, help="Print the number alone.")
workers_option = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes.  [default: one per core]"
)


def json_option(words: str = "Print every fact as JSON; several as an array.") -> Callable[[Command], Command]:
    """JSON instead of text; `words` say what of."""
    return click.option("--json", "as_json", is_flag=True, help=words)


def at_option(words: str) -> Callable[[Command], Command]:
    """Dimensions of the user's own; `words` say what happens to them."""
    return click.option("--at", multiple=True, type=Listed(least=1), metavar="N[,N…]", help=words)


def margin_option(default: float, words: str, *, above_zero: bool = False) -> Callable[[Command], Command]:
    """How far below the best is good enough: the user gives points, the command gets a share of 1."""
    return click.option(
        "--margin",
        type=click.FloatRange(min=0, max=MOST_POINTS, min_open=above_zero),
        default=default,
        show_default=True,
        metavar="POINTS",
        callback=lambda _context, _option, points: POINT * points,
        help=words,
    )


def with_options(options: Sequence[Callable[[Command], Command]], command: Command) -> Command:
    """The command with these options, in their order."""
    for option in reversed(options):
        command = option(command)
    return command
