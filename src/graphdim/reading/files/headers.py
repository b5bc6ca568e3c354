"""Is the first line of an edge list a header or an edge? Where both are possible, a note says how it was read.

The names in a header are made distinct here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from graphdim.reading.column_names import kinds_of, names_linked, pair_of_ends, stem_and_mark
from graphdim.reading.values import is_number
from graphdim.words import shown

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    Rows = Sequence[Sequence[str]]

__all__ = ["distinct", "judge"]

FEW = 5  # numbers below a word
# Names of ends that may also be names of nodes.
PLAIN_WORDS = ({"from", "to"}, {"head", "tail"}, {"u", "v"}, {"origin", "destination"}, {"parent", "child"})
HOW_TO_CHANGE = "--source-column 1 --target-column 2 reads it as an edge (columns=(1, 2) in Python)"


def judge(rows: Rows, separator: str, named: Sequence[str]) -> tuple[bool, tuple[str, ...]]:
    """Whether the first line names the columns, and a note if that is a guess.

    It is a header if it has the columns that the user names, a usual pair of names for ends, two kinds of things (user,
    item), or words above numbers.
    """
    first = rows[0]
    words = [name for name in named if not is_number(name)]
    if words and set(words) <= set(first):
        return True, ()
    ends = _ends_in(first)
    if ends is not None and not _may_be_nodes(ends, rows):
        return True, (_guess(ends),) if _are_ids(ends, rows) else ()
    n_turning = _n_words_above_numbers(rows)
    if n_turning:
        # A word above a few numbers may be an accident, but for ids, which are all numbers or all names.
        is_sure = ends or all(map(is_number, rows[1][:2])) or n_turning * (len(rows) - 1) > FEW
        return True, () if is_sure else (_guess(first[:2]),)
    if ends is None or any(map(is_number, first)) or _come_again(ends, rows) or _are_places(named):
        is_plain = not separator.strip(" ") and _is_plain(ends, rows)
        return False, () if is_plain else _doubt(first)
    return True, (_guess(ends),)


def _guess(names: Sequence[str]) -> str:
    return f"first line read as a header ({', '.join(map(repr, names))}), not as an edge; {HOW_TO_CHANGE}"


def _ends_in(first: Sequence[str]) -> tuple[str, str] | None:
    """The two fields of a first line that are names of columns rather than of nodes."""
    if len(first) == 2 and kinds_of(*first):  # noqa: PLR2004 - both ends
        return first[0], first[1]
    return pair_of_ends(first)


def _may_be_nodes(ends: tuple[str, str], rows: Rows) -> bool:
    """Whether these names of columns may as well name nodes."""
    if {end.lower() for end in ends} in PLAIN_WORDS or kinds_of(*ends) is not None:
        return True
    stem = _stem(ends)
    return stem != "" and (not names_linked(stem) or _come_again(ends, rows))


def _stem(ends: tuple[str, str]) -> str:
    """What two names have in common but for a number or letter at their end: protein of protein1 and protein2."""
    stem, other = (stem_and_mark(end)[0] for end in ends)
    return stem if stem == other else ""


def _is_plain(ends: tuple[str, str] | None, rows: Rows) -> bool:
    """Whether nothing speaks for a header where blanks separate names, as most such edge lists have none."""
    return len(rows) == 1 or _are_ids(rows[0][:2], rows) if ends is None else _stem(ends) != ""


def _are_ids(names: Sequence[str], rows: Rows) -> bool:
    """Whether one of these names is a node further down; a header that comes again, as in joined files, is none."""
    below = {field for row in rows[1:] if row != rows[0] for field in row[:2]}
    return not below.isdisjoint(names)


def _come_again(ends: tuple[str, str], rows: Rows) -> bool:
    """Whether these names are nodes further down, or nodes there are called likewise: protein3 below protein1."""
    stem = _stem(ends)
    if not stem or _are_ids(ends, rows):
        return _are_ids(ends, rows)
    stems = {stem_and_mark(field)[0] for row in rows[1:] if row != rows[0] for field in row[:2]} - {""}
    return stem in stems if names_linked(stem) else bool(stems)


def _are_places(named: Sequence[str]) -> bool:
    """Whether the user counts the columns instead of naming them."""
    return bool(named) and all(map(is_number, named))


def _n_words_above_numbers(rows: Rows) -> int:
    """In how many columns a word stands above numbers, if that makes the first line a header."""
    first, below = rows[0], rows[1:]
    if not below or any(map(is_number, first[:2])):
        return 0
    if all(map(is_number, below[0][:2])):
        return 2
    is_edge = "" not in first[:2] and _are_ids(first[:2], rows)
    if len(first) == 2 or is_edge or any(map(is_number, first)):  # noqa: PLR2004 - no column beside the ends
        return 0
    return sum(all(map(is_number, column)) for column in zip(*below, strict=False))


def _doubt(first: Sequence[str]) -> tuple[str, ...]:
    """Two names in the first line may be a header after all: say how they were read."""
    if len(first) < 2 or any(map(is_number, first[:2])):  # noqa: PLR2004
        return ()
    return (f"first line read as an edge from {shown(first[0])} to {shown(first[1])}, not as a header",)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Header names, those that occur twice or are blank replaced by their place.

    >>> distinct(("", "a", "a")), distinct(("", "0", "1"))
    (('1', '2', '3'), ('column 1', '0', '1'))
    """
    counts = Counter(names)
    kept = {name for name, n_columns in counts.items() if name and n_columns == 1}
    return tuple(name if name in kept else _place_name(place, kept) for place, name in enumerate(names, start=1))


def _place_name(place: int, taken: Container[str]) -> str:
    """The place of a column as its name, in words if another column is called so."""
    name = str(place)
    while name in taken:
        name = f"column {name}"
    return name
