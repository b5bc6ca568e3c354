"""Checks of arguments, whatever their type; a bad one is refused in one sentence."""

from __future__ import annotations

import math
from numbers import Real
from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["check_choice", "check_number"]


def check_number(name: str, given: Any, *, least: int, whole: bool = False) -> None:
    """Refuse what is not a finite number, is below `least`, or is not whole although it must be.

    >>> check_number("multiple_of", "8", least=1, whole=True)
    Traceback (most recent call last):
    graphdim.errors.ParameterError: multiple_of is '8'; it must be a whole number of at least 1
    """
    number: Any = given if isinstance(given, Real) else math.nan
    if not (least <= number < math.inf and (not whole or number % 1 == 0)):
        msg = f"{name} is {given!r}; it must be a {'whole' if whole else 'finite'} number of at least {least}"
        raise ParameterError(msg)


def check_choice(name: str, given: Any, known: Iterable[str]) -> None:
    """Refuse what is not one of the known names.

    >>> check_choice("model", "sage", ["mlp", "gcn"])
    Traceback (most recent call last):
    graphdim.errors.ParameterError: unknown model 'sage'; it is one of mlp, gcn
    """
    # A list, since what was given need not be hashable.
    names = list(known)
    if given not in names:
        msg = f"unknown {name} {given!r}; it is one of {', '.join(names)}"
        raise ParameterError(msg)
