"""What a field of a text can be: an integer, a number, a time, a flag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

__all__ = [
    "PLAIN_INTEGER",
    "UNIX_TIMES",
    "are_arrows",
    "are_flags",
    "are_relations",
    "are_times",
    "are_unix_times",
    "id_spelling",
    "is_integer",
    "is_number",
    "plain_id",
]

# An integer of up to 128 bits as it is usually written: equal integers are equal texts.
PLAIN_INTEGER = "(?:0|-?[1-9][0-9]{0,37})"
INTEGER = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
DATE = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9](?:[T ][0-2][0-9]:[0-5][0-9].*)?")
EXACT = 2**53  # up to here, a float tells neighbouring integers apart
UNIX_TIMES = (5e8, 5e9), (5e11, 5e12)  # 1985 to 2128, in seconds and in milliseconds since 1970
FEWEST_STATEMENTS, FEWER = 20, 4  # fields, and how many of them share a name on average, if they name relations
ARROWS = frozenset(("->", "-->", "=>", "<-", "<--", "<->", "<-->", "<=>", "-", "--", "---", "→", "←", "↔"))


def is_integer(field: str) -> bool:
    """Whether a field is written as an integer."""
    return INTEGER.fullmatch(field) is not None


def is_number(field: str) -> bool:
    """Whether a field is written as a number."""
    return NUMBER.fullmatch(field) is not None


def plain_id(node: str) -> str:
    """A whole number as it is usually written; any other id as it is.

    >>> [plain_id(node) for node in ("007", "+7", "7.0", "7.000e+00", "7.5", "7e1", "n7")]
    ['7', '7', '7', '7', '7.5', '7e1', 'n7']
    """
    if is_integer(node):
        return node if node[0] in "123456789" else str(int(node))
    # Without a point, 7e1 may be a name.
    is_whole = "." in node and is_number(node) and float(node).is_integer() and abs(float(node)) < EXACT
    return str(int(float(node))) if is_whole else node


def id_spelling(*groups: Collection[str]) -> Callable[[str], str]:
    """How ids of several groups are compared: whole numbers as numbers, unless two ids of one group would be one.

    >>> id_spelling(["007", "8"], ["7"])("007"), id_spelling(["007", "7"], ["7"])("007")
    ('7', '007')
    """
    are_apart = all(len(set(map(plain_id, group))) == len(group) for group in map(set, groups))
    return plain_id if are_apart else str


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


def are_relations(fields: Collection[str], before: Collection[str], behind: Collection[str]) -> bool:
    """Whether fields name the relations of statements (head, relation, tail): a few names, of no head and no tail.

    >>> genes, drugs = [f"g{n}" for n in range(20)], [f"d{n}" for n in range(20)]
    >>> are_relations(["binds", "inhibits"] * 10, genes, drugs), are_relations(genes, drugs, ["binds"] * 20)
    (True, False)
    """
    names = set(fields)
    are_few = "" not in names and len(fields) >= FEWEST_STATEMENTS and FEWER * len(names) <= len(fields)
    return are_few and 2 * len(names) <= len(set(behind)) and names.isdisjoint([*before, *behind])


def are_arrows(fields: Collection[str]) -> bool:
    """Whether all fields are arrows or dashes, as between the ends of an edge.

    >>> are_arrows(["->", "->"]), are_arrows(["--", "<->"]), are_arrows(["-", "x"]), are_arrows([])
    (True, True, False, False)
    """
    return bool(fields) and ARROWS.issuperset(fields)


def are_flags(fields: Collection[str]) -> bool:
    """Whether all fields are 0 or 1."""
    return all(is_number(field) and float(field) in (0, 1) for field in fields)
