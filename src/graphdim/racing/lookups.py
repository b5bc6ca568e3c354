"""What code finds by name when it runs: the globals that a function reads, and the functions that a class is made of.

Feeds identity, which describes them.
"""

from __future__ import annotations

import dis
from functools import cached_property
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["functions_of", "global_names", "is_at_home", "unwrapped"]

READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})


def global_names(code: CodeType) -> list[str]:
    """The global names that a function reads, those of its inner functions too; not what it sets itself: its state.

    >>> global_names(unwrapped.__code__)
    ['FunctionType', 'hasattr', 'isinstance', 'type']
    """
    every = [instruction for part in _parts(code) for instruction in dis.get_instructions(part)]
    read = {each.argval for each in every if each.opname in READS}
    return sorted(read - {each.argval for each in every if each.opname == "STORE_GLOBAL"})


def _parts(code: CodeType) -> Iterator[CodeType]:
    """The code, and that of the functions and classes inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _parts(each)


def unwrapped(given: Any) -> Any:
    """The function inside a cache or a compiled function; everything else as it is."""
    while not isinstance(given, FunctionType | type) and hasattr(given, "__wrapped__"):
        given = given.__wrapped__
    return given


def is_at_home(given: Any, home: dict[str, Any]) -> bool:
    """Whether a function, a class, or the class of an object is defined in the module with these globals."""
    if isinstance(given, FunctionType):
        return given.__globals__ is home
    kind = given if isinstance(given, type) else type(given)
    return kind.__module__ == home.get("__name__")


def functions_of(member: Any) -> list[FunctionType]:
    """The functions behind a member of a class: a method, or those of a property; nothing for a value."""
    if isinstance(member, property):
        behind = [member.fget, member.fset, member.fdel]
    else:
        behind = [member.func if isinstance(member, cached_property) else unwrapped(member)]
    return [each for each in behind if isinstance(each, FunctionType)]
