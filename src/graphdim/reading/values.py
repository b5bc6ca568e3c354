"""What a field of a text can be: an integer, a number, a time, a flag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["PLAIN_INTEGER", "UNIX_TIMES", "are_flags", "are_times", "are_unix_times", "is_integer", "is_number"]

# An integer of up to 128 bits as it is usually written: equal integers are equal texts.
PLAIN_INTEGER = "(?:0|-?[1-9][0-9]{0,37})"
INTEGER = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
DATE = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9](?:[T ][0-2][0-9]:[0-5][0-9].*)?")
UNIX_TIMES = (5e8, 5e9), (5e11, 5e12)  # 1985 to 2128, in seconds and in milliseconds since 1970


def is_integer(field: str) -> bool:
    """Whether a field is written as an integer."""
    return INTEGER.fullmatch(field) is not None


def is_number(field: str) -> bool:
    """Whether a field is written as a number."""
    return NUMBER.fullmatch(field) is not None


def are_times(fields: Collection[str]) -> bool:
    """Whether all fields are dates, or dates with a time of day."""
    return all(DATE.fullmatch(field) for field in fields)


def are_unix_times(fields: Collection[str]) -> bool:
    """Whether all fields may be seconds or milliseconds since 1970.

    >>> are_unix_times(["1082040961", "1082155839"]), are_unix_times(["0.5", "3"])
    (True, False)
    """
    if not all(map(is_number, fields)):
        return False
    return any(all(low <= float(field) <= high for field in fields) for low, high in UNIX_TIMES)


def are_flags(fields: Collection[str]) -> bool:
    """Whether all fields are 0 or 1."""
    return all(is_number(field) and float(field) in (0, 1) for field in fields)
