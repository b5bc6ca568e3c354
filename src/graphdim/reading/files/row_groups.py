"""The row groups of a Parquet file, as its footer tells: Polars reads and decodes whole row groups.

    footer = Thrift's compact protocol
    field 4 = the row groups; 1 of each = its columns, 3 = how many rows
    field 3 of a column = its facts; 3 of them = its name, 7 = how many bytes it takes in the file

Where the footer cannot be read, nothing is known, and Polars judges the file.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO

__all__ = ["RowGroup", "row_groups"]

MARK = b"PAR1"
END = struct.Struct("<I4s")  # how long the footer is, and the mark, at the end of the file
LONGEST = 2**20  # bytes; the footers of wide tables take longer to read than the hint is worth
DEEPEST = 16
BITS = 64
ROW_GROUPS = 4
COLUMNS, N_ROWS = 1, 3
FACTS = 3
NAME, N_BYTES = 3, 7

# Types of Thrift's compact protocol.
TRUE, FALSE, TEXT, LIST, STRUCT = 1, 2, 8, 9, 12
WHOLE_NUMBERS = (4, 5, 6)
SIZES = {TRUE: 1, FALSE: 1, 3: 1, 7: 8}  # in bytes: of flags in a list, bytes and floating-point numbers
LONG_LIST = 15
# A field of a struct by its number, and all values of a list.
Value = int | bytes | None | list["Value"] | dict[int, "Value"]


class RowGroup(NamedTuple):
    """How many rows it has, and how many bytes of the file each column takes, by its name."""

    n_rows: int
    sizes: Mapping[str, int]

    def n_bytes(self, columns: Iterable[str]) -> int:
        """What some columns take in the file."""
        return sum(self.sizes.get(name, 0) for name in columns)


def row_groups(file: BinaryIO) -> list[RowGroup]:
    """The row groups of a Parquet file; none where the footer does not tell."""
    size = file.seek(0, os.SEEK_END)
    if size < END.size:
        return []
    file.seek(size - END.size)
    length, mark = END.unpack(file.read(END.size))
    if mark != MARK or length > min(LONGEST, size - END.size):
        return []
    file.seek(size - END.size - length)
    try:
        footer = _Footer(file.read(length)).struct()
        return [_group(_fields(group)) for group in _listed(footer[ROW_GROUPS])]
    except (LookupError, ValueError):
        return []


def _group(fields: dict[int, Value]) -> RowGroup:
    columns = [_fields(_fields(column)[FACTS]) for column in _listed(fields[COLUMNS])]
    sizes = {_name(column[NAME]): _count(column[N_BYTES]) for column in columns}
    return RowGroup(_count(fields[N_ROWS]), sizes)


def _name(path: Value) -> str:
    """The name of a column; of what is nested, the whole path."""
    return ".".join(part.decode() for part in _listed(path) if isinstance(part, bytes))


def _fields(value: Value) -> dict[int, Value]:
    return value if isinstance(value, dict) else {}


def _listed(value: Value) -> list[Value]:
    if isinstance(value, list):
        return value
    msg = "not a list"
    raise ValueError(msg)


def _count(value: Value) -> int:
    if isinstance(value, int) and value >= 0:
        return value
    msg = "not a count"
    raise ValueError(msg)


class _Footer:
    """A value of Thrift's compact protocol after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0
        self._depth = 0

    def struct(self) -> dict[int, Value]:
        """The fields of a struct by their numbers; each number is given by its distance from the one before."""
        fields: dict[int, Value] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            fields[number] = None if head & 15 in (TRUE, FALSE) else self._value(head & 15)
        return fields

    def _value(self, kind: int) -> Value:
        if kind in WHOLE_NUMBERS:
            return self._signed()
        if kind in (LIST, STRUCT):
            self._depth += 1
            if self._depth > DEEPEST:
                msg = "the footer of a Parquet file is not nested that deeply"
                raise ValueError(msg)
            inside = self._list() if kind == LIST else self.struct()
            self._depth -= 1
            return inside
        if kind == TEXT or kind in SIZES:
            return self._bytes(SIZES.get(kind) or self._unsigned())
        msg = f"there is no type {kind} in the footer of a Parquet file"
        raise ValueError(msg)

    def _list(self) -> list[Value]:
        head = self._byte()
        length = head >> 4
        if length == LONG_LIST:
            length = self._unsigned()
        if length > len(self._content) - self._place:  # every value takes a byte at least
            msg = "a list that is longer than the footer"
            raise ValueError(msg)
        return [self._value(head & 15) for _ in range(length)]

    def _bytes(self, size: int) -> bytes:
        self._place += size
        if self._place > len(self._content):
            msg = "a value that is longer than the footer"
            raise ValueError(msg)
        return self._content[self._place - size : self._place]

    def _byte(self) -> int:
        self._place += 1
        return self._content[self._place - 1]

    def _unsigned(self) -> int:
        """A number in groups of seven bits, the lowest first; the eighth bit says that more follow."""
        number = 0
        for shift in range(0, BITS, 7):
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:  # noqa: PLR2004 - the eighth bit
                return number
        msg = f"a number of more than {BITS} bits"
        raise ValueError(msg)

    def _signed(self) -> int:
        """A number whose lowest bit is its sign."""
        number = self._unsigned()
        return (number >> 1) ^ -(number & 1)
