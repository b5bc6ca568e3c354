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

__all__ = ["filled_names", "functions_of", "global_names", "is_at_home", "unwrapped"]

READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
# Methods of a dict, a list, a set or a deque that change it.
MUTATORS = frozenset(
    (
        *("add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "pop", "popitem"),
        *("popleft", "remove", "reverse", "setdefault", "sort", "update"),
    )
)
METHODS = frozenset({"LOAD_METHOD", "LOAD_ATTR"})  # the first up to Python 3.11
# Where on the stack the container is whose items are set; slices have an instruction of their own since Python 3.12.
CONTAINERS = {"STORE_SUBSCR": -2, "DELETE_SUBSCR": -2, "STORE_SLICE": -3}
FILLERS = frozenset({"EXTENDED_ARG", "NOP", "CACHE"})


def global_names(code: CodeType) -> list[str]:
    """The global names that a function reads, those of its inner functions too; not what it sets itself: its state.

    >>> global_names(unwrapped.__code__)
    ['FunctionType', 'hasattr', 'isinstance', 'type']
    """
    every = [instruction for part in _parts(code) for instruction in dis.get_instructions(part)]
    read = {each.argval for each in every if each.opname in READS}
    return sorted(read - {each.argval for each in every if each.opname == "STORE_GLOBAL"})


def filled_names(function: FunctionType) -> set[str]:
    """The globals whose items a function sets, or which it calls to change them; or a function of its module does.

    >>> def remembers(key):
    ...     CACHE[key] = FACTORS["a"]
    ...     LOG.append(key)
    >>> sorted(filled_names(remembers))
    ['CACHE', 'LOG']
    """
    home, met, waiting, filled = function.__globals__, set[CodeType](), [function], set[str]()
    while waiting:
        code = waiting.pop().__code__
        if code not in met:
            met.add(code)
            filled |= {name for part in _parts(code) for name in _filled(part)}
            waiting += [each for name in global_names(code) for each in _functions_at(home, name)]
    return filled


def _functions_at(home: dict[str, Any], name: str) -> list[FunctionType]:
    """The functions of a module behind one of its names: a function, or those of a class."""
    given = unwrapped(home.get(name))
    if not isinstance(given, FunctionType | type) or not is_at_home(given, home):
        return []
    members = vars(given).values() if isinstance(given, type) else [given]
    return [each for member in members for each in functions_of(member) if each.__globals__ is home]


def _filled(code: CodeType) -> list[str]:
    every = [each for each in dis.get_instructions(code) if each.opname not in FILLERS]
    reads = [place for place, each in enumerate(every) if each.opname in READS]
    return [every[place].argval for place in reads if _is_changed(every[place + 1 :])]


def _is_changed(following: list[dis.Instruction]) -> bool:
    """Whether what was just put on the stack, or an item in it, is changed before the statement ends."""
    stack = [True]  # of each value on it, whether it is what was put there
    for each in following:
        if each.opname in CONTAINERS:
            place = -CONTAINERS[each.opname]
            return len(stack) >= place and stack[-place]
        if stack[-1] and each.opname in METHODS and each.argval in MUTATORS:
            return True
        if each.opname.startswith(("STORE_", "DELETE_", "RETURN_")) or not _moved(stack, each):
            return False
    return False


def _moved(stack: list[bool], instruction: dis.Instruction) -> bool:
    """Do to the stack what an instruction does; False where nothing of it is left that is known."""
    name, depth = instruction.opname, instruction.arg or 0
    if name in ("COPY", "SWAP") and depth > len(stack):
        return False
    if name == "COPY":
        stack.append(stack[-depth])
    elif name == "SWAP":
        stack[-1], stack[-depth] = stack[-depth], stack[-1]
    else:
        effect = dis.stack_effect(instruction.opcode, instruction.arg, jump=False)
        is_item = name == "BINARY_SUBSCR" and stack[-2:-1] == [True]
        del stack[len(stack) + min(effect, 0) :]
        if stack and (effect <= 0 or name in METHODS) and not name.startswith("POP_"):
            stack[-1] = is_item
        stack.extend([False] * effect)
    return any(stack)


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
