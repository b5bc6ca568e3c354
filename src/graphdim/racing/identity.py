"""What an objective is, as a short text: the same in every process that runs the same code, so that a race can resume.

The name and the code of a function, with the values that it carries: defaults, closure, arguments of a partial,
attributes of an object; plain ones, NumPy arrays, functions, and lists, tuples, sets and dicts of these. Of any other
(opaque) value, such as a graph, only the type is known: an objective that carries one must name itself by an attribute
`identity` before it is given a ledger.

Functions, classes and values that the function names in its own module count too, and so does what these name in turn;
of an opaque value the type alone. A list, set or dict that they fill is their state, and does not count. What is found
in other modules is known by its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping, MutableSequence, MutableSet
from contextlib import contextmanager
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from graphdim.racing.lookups import filled_names, functions_of, global_names, is_at_home, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["identity", "name_of", "opaque_values"]

PLAIN = (str, bytes, int, float, complex, bool, type(None))
FUNCTIONS = (FunctionType, MethodType, partial)
CONTAINERS = (MutableMapping, MutableSequence, MutableSet)
KNOWN_BY_NAME = (type, ModuleType, BuiltinFunctionType)


def identity(objective: Any) -> str:
    """A digest of the objective.

    >>> identity(lambda dimension, seed: 0.5) == identity(lambda dimension, seed: 0.7)
    False
    """
    return hashlib.sha256(Description().text(objective).encode()).hexdigest()[:16]


def opaque_values(objective: Any) -> list[str]:
    """The types of the values that an objective carries and its identity cannot describe.

    >>> opaque_values(partial(max, [1, 2])), opaque_values(partial(max, {1: object()}))
    ([], ['object'])
    """
    description = Description()
    description.text(objective)
    return description.opaque


def name_of(objective: Any) -> str:
    """What people call it."""
    if isinstance(objective, partial):
        return name_of(objective.func)
    return str(getattr(objective, "__qualname__", type(objective).__qualname__))


class Description:
    """Describes an objective; keeps the types of what it cannot describe, and where it is: values may be cyclic."""

    def __init__(self) -> None:
        self.opaque: list[str] = []
        self._around: list[int] = []
        self._filled: set[str] = set()  # names that functions met so far fill: their state
        self._seen: set[tuple[int, str]] = set()  # names in modules and classes, each of which is described once

    def text(self, given: Any) -> str:
        """A function, a partial, a bound method or an object that can be called."""
        named = getattr(given, "identity", None)
        if isinstance(named, str):
            return named
        if isinstance(given, partial):
            return f"partial {self.text(given.func)} {self._value((given.args, *given.keywords.items()))}"
        function = getattr(given, "__func__", given)  # of a bound method
        if not hasattr(function, "__code__"):
            call = type(function).__call__  # a plain object that can be called
            code = self._code(getattr(call, "__code__", None))
            return f"{name_of(function)} {code}{self._attributes(function)}{self._class(_kind_of(function))}"
        owner = self._owner(given.__self__) if isinstance(given, MethodType) else ""
        values = f"{self._values_of(function)}{self._named_by(function)}"
        return f"{name_of(function)} {self._code(function.__code__)} {values}{owner}"

    def _values_of(self, function: Any) -> str:
        """Defaults and closure; keyword-only defaults where there are any, so that ledgers of others stay."""
        closure = tuple(_contents(cell) for cell in function.__closure__ or ())
        keywords = f" {self._value(function.__kwdefaults__)}" if function.__kwdefaults__ else ""
        return f"{self._value((function.__defaults__, closure))}{keywords}"

    def _owner(self, owner: Any) -> str:
        """What a bound method belongs to."""
        named = getattr(owner, "identity", None)
        return f" {named}" if isinstance(named, str) else f"{self._attributes(owner)}{self._class(_kind_of(owner))}"

    def _named_by(self, function: FunctionType) -> str:
        """What a function finds in its own module by name; "" where that is nothing, so that such ledgers stay."""
        home = function.__globals__
        self._filled |= filled_names(function)
        names = [name for name in global_names(function.__code__) if name in home]
        found = [name for name in names if not self._is_state(name, home[name]) and self._is_new(home, name)]
        with self._in_passing():
            texts = [f"{name} = {text}" for name in found if (text := self._in_module(home[name], home))]
        return f" [{'; '.join(texts)}]" if texts else ""

    def _is_state(self, name: str, given: Any) -> bool:
        """Whether this is a container that functions fill, such as a cache or a log, not one that they only read."""
        return name in self._filled and (isinstance(given, CONTAINERS) or type(given).__module__ == "numpy")

    def _in_module(self, given: Any, home: dict[str, Any]) -> str:
        """A name of a module; "" for a function, a class or a module from elsewhere, which the code names already."""
        named, given = isinstance(getattr(given, "identity", None), str), unwrapped(given)
        is_own = is_at_home(given, home)
        if named or not isinstance(given, (FunctionType, *KNOWN_BY_NAME)):
            return self._value(given) + (self._attributes(given) + self._class(type(given)) if is_own else "")
        if not is_own:
            return ""
        return f"class{self._class(given)}" if isinstance(given, type) else self._value(given)

    def _class(self, kind: type) -> str:
        """The members of a class, and those of the classes of its module that it is made from."""
        described = [self._member(kind, name) for name in sorted(vars(kind)) if self._is_new(kind, name)]
        bases = [name_of(base) + self._class(base) for base in kind.__bases__ if base.__module__ == kind.__module__]
        texts = [*bases, *filter(None, described)]
        return f" ({'; '.join(texts)})" if texts else ""

    def _member(self, kind: type, name: str) -> str:
        """A method or a value of a class; what Python itself keeps there is left out."""
        member = vars(kind)[name]
        functions = functions_of(member)
        if not functions and name.startswith("__"):
            return ""
        with self._in_passing():
            return f"{name}: {self._value(functions or member)}"

    def _is_new(self, owner: Any, name: str) -> bool:
        """Whether this name of a module or a class has not been met yet."""
        key = id(owner), name
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    @contextmanager
    def _in_passing(self) -> Iterator[None]:
        """Opaque values of a module or a class do not count: the objective finds them, but does not carry them."""
        n_opaque = len(self.opaque)
        yield
        del self.opaque[n_opaque:]

    def _attributes(self, given: Any) -> str:
        """The attributes of an object by their names; nothing for an object without any."""
        if isinstance(given, KNOWN_BY_NAME):
            return ""
        slots = [name for kind in type(given).__mro__ for name in _slots_of(kind)]
        values = {name: getattr(given, name) for name in slots if hasattr(given, name)} | getattr(given, "__dict__", {})
        return f" {self._value(dict(sorted(values.items())))}" if values else ""

    def _code(self, code: CodeType | None) -> str:
        """The instructions, names and constants; not the lines, so that a comment changes nothing."""
        if code is None:
            return ""
        constants = [self._code(each) if isinstance(each, CodeType) else self._value(each) for each in code.co_consts]
        return f"{code.co_code.hex()} {code.co_names} {constants}"

    def _value(self, given: Any) -> str:
        """Values whose text says what they are; of others the type alone: they may change, or show an address."""
        if isinstance(given, PLAIN):
            return repr(given)
        if id(given) in self._around:  # a function or a list within itself
            return "itself"
        self._around.append(id(given))
        described = self._described(given)
        self._around.pop()
        return described

    def _described(self, given: Any) -> str:
        if isinstance(given, tuple | list):
            left, right = "()" if isinstance(given, tuple) else "[]"
            return f"{left}{', '.join(map(self._value, given))}{right}"
        if isinstance(given, frozenset | set):
            return f"{{{', '.join(sorted(map(self._value, given)))}}}"
        if isinstance(given, dict):
            return f"{{{', '.join(f'{self._value(key)}: {self._value(item)}' for key, item in given.items())}}}"
        if isinstance(given, KNOWN_BY_NAME):
            return f"{getattr(given, '__module__', '')} {given.__name__}"
        if isinstance(given, FUNCTIONS) or isinstance(getattr(given, "identity", None), str):
            return self.text(given)
        return _array(given) or self._unknown(given)

    def _unknown(self, given: Any) -> str:
        kind = type(given).__qualname__
        if kind not in self.opaque and not isinstance(given, type(Ellipsis)):
            self.opaque.append(kind)
        return kind


def _kind_of(given: Any) -> type:
    """The class of an object; a class is its own."""
    return given if isinstance(given, type) else type(given)


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that is not bound yet
        return None


def _slots_of(kind: type) -> tuple[str, ...]:
    """The attributes that a class keeps outside of a dict."""
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def _array(given: Any) -> str:
    """A NumPy array or number by its content; "" for anything else, and for an array of objects."""
    if type(given).__module__ != "numpy" or getattr(getattr(given, "dtype", None), "hasobject", True):
        return ""
    return f"{given.dtype} {given.shape} {hashlib.sha256(given.tobytes()).hexdigest()}"
