"""Which columns of an edge table hold the ends and the weight: one rule for data frames, Parquet, text and Spark.

The columns that the user names are the ends, else source and target (or a usual pair of names), else the first two
that are neither times nor relations nor the numbers of the rows. Notes say what was guessed and what was left out.
"""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from graphdim.errors import ParameterError, SourceError
from graphdim.reading.column_names import WEIGHT_NAMES, are_ids, kinds_of, pair_of_ends
from graphdim.reading.notes import ignored_weight, shared_ids
from graphdim.words import counted, listed, shown, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.reading.outline import Outline

    Ends = tuple[str, str]

__all__ = [
    "HOW_TO_NAME",
    "Columns",
    "choose",
    "named_ends",
    "refuse_columns",
    "refuse_matrix",
    "two_kinds",
]

MANY = 6  # names in a note
HOW_TO_NAME = "--source-column and --target-column name {} (columns=(…) in Python)"


class Columns(NamedTuple):
    """The columns in use, and notes on how they were found and what was left out."""

    source: str
    target: str
    weight: str | None
    notes: tuple[str, ...]

    @property
    def used(self) -> list[str]:
        """The names of the columns in use."""
        return [self.source, self.target] if self.weight is None else [self.source, self.target, self.weight]


def named_ends(columns: Sequence[str] | None) -> Ends | None:
    """The names that the user has for the two ends, or an error if they are not two.

    >>> named_ends(["payer", "payee"])
    ('payer', 'payee')
    """
    if columns is None:
        return None
    try:
        names = [] if isinstance(columns, str | bytes) else [str(name) for name in columns]
    except TypeError:
        names = []
    if len(set(names)) != 2 or len(names) != 2:  # noqa: PLR2004 - an edge has two ends
        msg = f"columns is {shown(columns)}; name a column for each end, as in columns=('payer', 'payee')"
        raise ParameterError(msg)
    return names[0], names[1]


def refuse_columns(what: str, columns: Ends) -> None:
    """Say that a source that is no table has no columns to choose from."""
    asked = f"{what} has no columns {columns[0]!r} and {columns[1]!r}"
    msg = f"{asked}; they name the ends in a table (text, Parquet, a data frame), so leave them out"
    raise SourceError(msg)


def refuse_matrix(evidence: str, kind: str = "an adjacency matrix") -> None:
    """Say that a table looks like a matrix, whose columns are nodes and not ends."""
    ways = "pass a NumPy array (.to_numpy()) or a scipy matrix, or save it as .mtx"
    rows = f"if its rows are edges, {HOW_TO_NAME.format('their ends')}"
    msg = f"{evidence} and looks like {kind}; {ways}; {rows}"
    raise SourceError(msg)


def choose(table: Outline, weight: str | None, columns: Ends | None = None) -> Columns:
    """The columns that hold source, target and weight.

    >>> from graphdim.reading.outline import Outline
    >>> choose(Outline(["id", "source", "target", "w"], {"w"}), "w").used
    ['source', 'target', 'w']
    >>> choose(Outline(["id", "payer", "payee"], {"id"}), None, ("payer", "payee")).used
    ['payer', 'payee']
    >>> choose(Outline(["u", "v", "kind"], ()), None).notes
    ("column 'kind' ignored",)
    """
    names = table.names
    if len(names) < 2:  # noqa: PLR2004 - an edge has two ends
        msg = f"the table has {counted(len(names), 'column')}; an edge list needs two, source and target"
        raise SourceError(msg)
    _refuse_unknown(names, (weight, *(columns or ())))
    others = [name for name in names if name != weight]
    known = columns or pair_of_ends(others)
    if known is None:
        _refuse_matrices(table)
    source, target = known or _first_two(table, others)
    if known is None and len(others) > 2 and source in table.doubtful:  # noqa: PLR2004
        _refuse_row_numbers(*table.doubtful)
    if known is None and {*table.statement} <= {*others} and (source, target) == (*table.statement[:2],):
        _refuse_statement(*table.statement)
    _refuse_twice(names, (source, target, weight))
    if weight in (source, target):
        msg = f"column {weight!r} is an end of the edges; the weight is another column"
        raise SourceError(msg)
    guess = () if known or len(others) == 2 else _guess(table, others, (source, target))  # noqa: PLR2004
    unused = _unused(table, (source, target)) if weight is None else ()
    return Columns(source, target, weight, guess + two_kinds(source, target) + unused)


def _refuse_unknown(names: Sequence[str], asked: Iterable[str | None]) -> None:
    for name in asked:
        if name is not None and name not in names:
            msg = f"there is no column {name!r}; the columns are {listed(names)}"
            raise SourceError(msg)


def _refuse_twice(names: Sequence[str], used: Iterable[str | None]) -> None:
    counts = Counter(names)
    twice = [name for name in used if name is not None and counts[name] > 1]
    if twice:
        msg = f"two columns are named {twice[0]!r}; give each its own name"
        raise SourceError(msg)


def _refuse_matrices(table: Outline) -> None:
    """A matrix is no list of edges; its first two columns would be read as ends."""
    n_columns = counted(len(table.names), "column")
    if table.is_square:
        refuse_matrix(f"the table of {n_columns} has as many rows")
    if table.is_all_flags:
        refuse_matrix(f"the table of {n_columns} holds only 0 and 1", "a table of who has what (users × items)")
    if table.is_wide and not are_ids(*_first_two(table, table.names)):
        refuse_matrix(f"the table of {n_columns} holds numbers throughout", "a table of ratings (users × items)")


def _refuse_row_numbers(counted: str, source: str, target: str) -> None:
    """Refuse a first column that may number the edges or hold nodes with one edge each: only the user can tell."""
    ways = f"{_options(source, target)} reads it as their numbers, {_options(counted, source)} as nodes"
    msg = f"the first rows of column {shown(counted)} count; {ways} (columns=(…) in Python)"
    raise SourceError(msg)


def _refuse_statement(head: str, relation: str, tail: str) -> None:
    """Refuse a few words between whole numbers: they name relations between two nodes, or are nodes before a count."""
    ways = f"{_options(head, tail)} reads them as relations, {_options(head, relation)} as nodes"
    words = f"the first rows of column {shown(relation)} hold a few words between whole numbers"
    msg = f"{words}; {ways} (columns=(…) in Python)"
    raise SourceError(msg)


def _options(source: str, target: str) -> str:
    return f"--source-column {shlex.quote(visible(source))} --target-column {shlex.quote(visible(target))}"


def _first_two(table: Outline, names: Sequence[str]) -> Ends:
    if len(names) < 2:  # noqa: PLR2004
        msg = f"apart from the weight the table has only column {visible(', '.join(names))}; an edge list needs two"
        raise SourceError(msg)
    # What stands beside the ends stays in order, behind the others: two ends are needed.
    source, target, *_ = sorted(names, key=table.is_beside)
    return source, target


def _guess(table: Outline, names: Sequence[str], ends: Ends) -> tuple[str, ...]:
    """A note on ends that were taken for their place, where there were others to take."""
    how = "the first two" if ends == (names[0], names[1]) else _skipped(table, names[: names.index(ends[1])])
    # Ids may be as large as times: they are read as ids, and the note says what else they may be.
    odd = [f", but {shown(name)} looks like times since 1970" for name in ends if name in table.unix_times]
    doubt = odd[0] if len(odd) == 1 else ""
    return (f"ends are columns {shown(ends[0])} and {shown(ends[1])}, {how}{doubt}; {HOW_TO_NAME.format('others')}",)


def _skipped(table: Outline, names: Sequence[str]) -> str:
    if any(name in table.relations for name in names):
        return "the first two that name no relation"
    return f"the first two that hold no {'time' if any(map(table.is_time, names)) else 'row numbers'}"


def two_kinds(source: str, target: str) -> tuple[str, ...]:
    """A note on ends of two kinds, whose ids are read as one set."""
    kinds = kinds_of(source, target)
    if kinds is None:
        return ()
    columns = f"columns {shown(source)} and {shown(target)}"
    return (shared_ids(columns, f"{kinds[0]} 17 and {kinds[1]} 17 would be one node"),)


def _unused(table: Outline, ends: Ends) -> tuple[str, ...]:
    """A note on the columns that were left out, with an offer of the one that looks like a weight, if any does."""
    rest = [name for name in table.names if name not in ends]
    if not rest:
        return ()
    named = [name for name in rest if name.lower() in WEIGHT_NAMES] or (rest if len(rest) == 1 else [])
    weight = next((name for name in named if name in table.numbers and not table.is_beside(name)), None)
    names = [*map(shown, rest[:MANY]), *([f"{len(rest) - MANY} more"] if len(rest) > MANY else [])]
    what = f"{'column' if len(rest) == 1 else 'columns'} {', '.join(names)}"
    if weight is None:
        return (f"{what} ignored",)
    return (ignored_weight(what, weight, "it" if len(rest) == 1 else repr(weight)),)
