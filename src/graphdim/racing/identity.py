"""What an objective is, as a short text: the same in every process that runs the same code, so that a race can resume.

The name and the code of a function, with the plain values that it carries (defaults, closure, arguments of a partial).
Other values, such as a graph, cannot be told apart this way: an objective may name itself by an attribute `identity`.
"""

from __future__ import annotations

import hashlib
from functools import partial
from types import CodeType
from typing import Any

__all__ = ["identity", "name_of"]

PLAIN = (str, bytes, int, float, complex, bool, type(None))


def identity(objective: Any) -> str:
    """A digest of the objective.

    >>> identity(lambda dimension, seed: 0.5) == identity(lambda dimension, seed: 0.7)
    False
    """
    return hashlib.sha256(_text(objective).encode()).hexdigest()[:16]


def name_of(objective: Any) -> str:
    """What people call it."""
    if isinstance(objective, partial):
        return name_of(objective.func)
    return str(getattr(objective, "__qualname__", type(objective).__qualname__))


def _text(given: Any) -> str:
    named = getattr(given, "identity", None)
    if isinstance(named, str):
        return named
    if isinstance(given, partial):
        return f"partial {_text(given.func)} {_plain((given.args, *given.keywords.items()))}"
    function = getattr(given, "__func__", given)  # of a bound method
    if not hasattr(function, "__code__"):
        call = type(function).__call__  # a plain object that can be called
        return f"{name_of(function)} {_code(getattr(call, '__code__', None))}"
    closure = tuple(_contents(cell) for cell in function.__closure__ or ())
    return f"{name_of(function)} {_code(function.__code__)} {_plain((function.__defaults__, closure))}"


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that is not bound yet
        return None


def _code(code: CodeType | None) -> str:
    """The instructions, names and constants; not the lines, so that a comment changes nothing."""
    if code is None:
        return ""
    constants = [_code(each) if isinstance(each, CodeType) else _plain(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {constants}"


def _plain(given: Any) -> str:
    """Values whose text says what they are; of others the type alone: they may change, or show an address."""
    if isinstance(given, PLAIN):
        return repr(given)
    if isinstance(given, tuple):
        return f"({', '.join(map(_plain, given))})"
    if isinstance(given, frozenset):
        return f"{{{', '.join(sorted(map(_plain, given)))}}}"
    return type(given).__qualname__
