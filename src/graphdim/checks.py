"""Checks of arguments, whatever their type; a bad one is refused in one sentence, a good one becomes a plain number."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from graphdim.errors import ParameterError
from graphdim.words import shown

__all__ = [
    "check_callable",
    "check_choice",
    "check_count",
    "check_counts",
    "check_field",
    "check_flag",
    "check_margin",
    "check_number",
    "check_path",
    "check_text",
    "listed_values",
    "plain_number",
    "whole_numbers",
]

# Whole numbers are counts and sizes; none of them is larger, and compiled code takes no larger ones.
MOST = 2**63 - 1


def check_number(name: str, given: Any, *, least: int) -> float:
    """A plain number of Python, an integer as one; refuses what is not finite or is below `least`.

    >>> check_number("theta", -1, least=0)
    Traceback (most recent call last):
    graphdim.errors.ParameterError: theta is -1; it must be a finite number of at least 0
    """
    number = plain_number(given)
    if not least <= number < math.inf:
        msg = f"{name} is {shown(given)}; it must be a finite number of at least {least}"
        raise ParameterError(msg)
    return number


def check_count(name: str, given: Any, *, least: int) -> int:
    """A plain integer of Python; refuses what is not whole or is below `least`.

    >>> check_count("n_nodes", 5.0, least=1)
    5
    >>> check_count("multiple_of", "8", least=1)
    Traceback (most recent call last):
    graphdim.errors.ParameterError: multiple_of is '8'; it must be a whole number of at least 1
    """
    number = plain_number(given)
    if not (least <= number <= MOST and number % 1 == 0):
        most = " and below 2**63" if number > MOST else ""
        msg = f"{name} is {shown(given)}; it must be a whole number of at least {least}{most}"
        raise ParameterError(msg)
    return int(number)


def check_field(instance: Any, name: str, *, least: int, called: str = "") -> None:
    """Check a field of a frozen dataclass, and keep it as a plain number, which JSON and formats know."""
    object.__setattr__(instance, name, check_number(called or name, getattr(instance, name), least=least))


def check_margin(given: Any) -> float:
    """How far below the best is good enough, of scores between 0 and 1.

    >>> check_margin(2)
    Traceback (most recent call last):
    graphdim.errors.ParameterError: margin is 2; scores lie between 0 and 1, so it must be at most 1 (100 points)
    """
    margin = float(check_number("margin", given, least=0))
    if margin > 1:
        msg = f"margin is {margin:g}; scores lie between 0 and 1, so it must be at most 1 (100 points)"
        raise ParameterError(msg)
    return margin


def check_counts(instance: Any, **least: int) -> None:
    """Check fields of a frozen dataclass that are whole numbers, each of at least so much."""
    for name, bound in least.items():
        object.__setattr__(instance, name, check_count(name, getattr(instance, name), least=bound))


def check_choice(name: str, given: Any, known: Iterable[str]) -> None:
    """Refuse what is not one of the known names.

    >>> check_choice("model", "sage", ["mlp", "gcn"])
    Traceback (most recent call last):
    graphdim.errors.ParameterError: unknown model 'sage'; it is one of mlp, gcn
    """
    names = list(known)
    # Only texts are compared: other things may be neither equal nor different.
    if not isinstance(given, str) or given not in names:
        msg = f"unknown {name} {shown(given)}; it is one of {', '.join(names)}"
        raise ParameterError(msg)


def check_text(name: str, given: Any, what: str) -> None:
    """Refuse what is no text; `what` says what the text would be."""
    if not isinstance(given, str):
        msg = f"{name} is {shown(given)}; it must be {what}"
        raise ParameterError(msg)


def check_flag(name: str, given: Any) -> None:
    """Refuse what is neither True nor False: "no" would count as yes."""
    if not isinstance(given, bool):
        msg = f"{name} is {shown(given)}; it is True or False"
        raise ParameterError(msg)


def check_callable(name: str, given: Any, arguments: str) -> None:
    """Refuse what cannot be called."""
    if not callable(given):
        msg = f"{name} is {shown(given)}; it must be a function of {arguments}"
        raise ParameterError(msg)


def check_path(name: str, given: Any, what: str = "a file") -> None:
    """Refuse what cannot be the path of a file."""
    try:
        is_path = isinstance(os.fspath(given), str) and b"\0" not in os.fsencode(given)
    except (TypeError, UnicodeEncodeError):
        is_path = False
    if not is_path:
        msg = f"{name} is {shown(given)}; it must be the path of {what}"
        raise ParameterError(msg)


def whole_numbers(name: str, given: Any) -> tuple[int, ...]:
    """One whole number or several, as plain ones; none for None.

    >>> whole_numbers("at", 128), whole_numbers("at", [64, 128]), whole_numbers("at", None)
    ((128,), (64, 128), ())
    """
    if given is None:
        return ()
    if isinstance(given, str | bytes):
        msg = f"{name} is {shown(given)}; give whole numbers, such as [8, 16, 32, 64]"
        raise ParameterError(msg)
    try:
        several = list(given) if isinstance(given, Iterable) else [given]
    except TypeError:
        # An array of no dimension says that it can be iterated.
        several = [given]
    return tuple(check_count(f"a dimension of {name}", number, least=1) for number in several)


def listed_values(name: str, given: Any, example: str) -> list[Any]:
    """The values of a list, or of anything else that has several; a text and a single value are refused."""
    msg = f"{name} is {shown(given)}; give several, such as {example}"
    if isinstance(given, str | bytes):
        raise ParameterError(msg)
    try:
        return list(given)
    except TypeError as error:
        raise ParameterError(msg) from error


def plain_number(given: Any) -> int | float:
    """A number as Python has it, an integer as one; NaN for anything else, and for what no float can hold."""
    if isinstance(given, bool) or not isinstance(given, Real):
        return math.nan
    try:
        number = float(given)
    except OverflowError:
        return math.inf if given > 0 else -math.inf  # type: ignore[operator]  # a Real is ordered
    return int(given) if isinstance(given, Integral) else number
