"""A result that stands wherever its dimension would: as an index, in comparisons, in a number's format."""

from __future__ import annotations

from typing import Any

__all__ = ["NumberLike"]


class NumberLike:
    """Whatever has a dimension; two results are equal if their dimensions are."""

    __slots__ = ()

    dimension: Any

    def __index__(self) -> int:
        """Let the result stand wherever an integer is expected."""
        return int(self.dimension)

    def __int__(self) -> int:
        """The dimension."""
        return self.__index__()

    def __format__(self, spec: str) -> str:
        """The dimension in a number's format; the panel without one."""
        return format(self.__index__(), spec) if spec else repr(self)

    def __eq__(self, other: object) -> bool:
        return bool(self.dimension == _number(other))

    def __hash__(self) -> int:
        return hash(self.dimension)

    def __lt__(self, other: Any) -> bool:
        return bool(self.__index__() < _number(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.__index__() <= _number(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.__index__() > _number(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.__index__() >= _number(other))


def _number(other: Any) -> Any:
    return other.dimension if isinstance(other, NumberLike) else other
