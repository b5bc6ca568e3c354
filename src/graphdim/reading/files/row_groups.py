"""How many rows each row group of a Parquet file has, as its footer tells: Polars decodes whole row groups.

    footer = Thrift's compact protocol;  its field 4 = the row groups;  field 3 of each = how many rows

What the footer says is a hint about where to cut. A footer that cannot be read gives none, and Polars judges the file.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["row_groups"]

MARK = b"PAR1"
END = struct.Struct("<I4s")  # how long the footer is, and the mark, at the end of the file
LONGEST = 2**20  # bytes; the footers of wide tables take longer to read than the hint is worth
DEEPEST = 16
BITS = 64
ROW_GROUPS, N_ROWS = 4, 3  # fields of the footer and of a row group

# Types of Thrift's compact protocol.
TRUE, FALSE, TEXT, LIST, STRUCT = 1, 2, 8, 9, 12
WHOLE_NUMBERS = (4, 5, 6)
SIZES = {TRUE: 1, FALSE: 1, 3: 1, 7: 8}  # in bytes: of flags in a list, bytes and floating-point numbers
LONG_LIST = 15
# A field of a struct by its number, and all values of a list.
Value = int | None | list["Value"] | dict[int, "Value"]


def row_groups(file: BinaryIO) -> list[int]:
    """The rows of each row group of a Parquet file; none where the footer does not tell."""
    size = file.seek(0, os.SEEK_END)
    if size < END.size:
        return []
    file.seek(size - END.size)
    length, mark = END.unpack(file.read(END.size))
    if mark != MARK or length > min(LONGEST, size - END.size):
        return []
    file.seek(size - END.size - length)
    try:
        groups = _Footer(file.read(length)).struct().get(ROW_GROUPS)
    except (IndexError, ValueError):
        return []
    rows = [group.get(N_ROWS) for group in groups if isinstance(group, dict)] if isinstance(groups, list) else []
    counts = [n_rows for n_rows in rows if isinstance(n_rows, int) and n_rows >= 0]
    return counts if len(counts) == len(rows) else []


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
            size = SIZES.get(kind) or self._unsigned()
            self._place += size
            return None
        msg = f"there is no type {kind} in the footer of a Parquet file"
        raise ValueError(msg)

    def _list(self) -> list[Value]:
        head = self._byte()
        length = head >> 4
        if length == LONG_LIST:
            length = self._unsigned()
        return [self._value(head & 15) for _ in range(length)]

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
