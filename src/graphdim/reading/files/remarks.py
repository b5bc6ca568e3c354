"""A comment behind the fields of a line, as in `ann,bob # seen`: the name is bob, not `bob # seen`.

    field without quotes    a blank and then # or %, or # or % and then a blank: it may be a comment
                            C#, 50% and #tag have no blank beside the mark: they are names
                            Issue #12 and 10 % end in a number or in a sign: they are names too

Only delimited text is looked at: where white space separates fields, a comment is a field of its own. Such a field is
refused where it would be an id, a weight or a label, by reading.files.text, reading.node_tables and reading.node_rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.reading.files.dialect import QUOTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl

    from graphdim.errors import SourceError
    from graphdim.reading.files.dialect import Dialect
    from graphdim.reading.files.rows import Rows

__all__ = ["REMARK", "may_hold_remarks", "remarks"]

REMARK = r"\s#(?:$|\d*\D)|\s%\s*\S|^[#%]\s"
ANYWHERE = r"\s[#%]|[#%]\s"  # in a line, whose fields are not known yet
FAULT = "may end in a comment; delete the comment, or put quotes around the whole field if it is none"


def may_hold_remarks(dialect: Dialect) -> bool:
    """Whether fields of this text may hold blanks without quotes."""
    return bool(dialect.separator.strip(" ")) and not dialect.is_literal


def remarks(rows: Rows, dialect: Dialect, names: Iterable[str]) -> Iterator[tuple[str, SourceError]]:
    """Which of these columns hold what may be a comment, and what to raise for the first line that does."""
    if not may_hold_remarks(dialect):
        return
    # Most lines have none: only the others are split again, with their quotes.
    some = rows.filter(rows.texts.str.contains(ANYWHERE))
    if some.texts.is_empty():
        return
    fields = _without_quoted(some.texts, dialect.separator.strip(" "))
    for name in names:
        column = fields.list.get(dialect.names.index(name))
        odd = column.str.contains(REMARK).arg_true()
        if len(odd):
            yield name, some.fault(odd[0], column[odd[0]], FAULT)


def _without_quoted(lines: pl.Series, mark: str) -> pl.Series:
    """The fields of each line, with nothing in place of those in quotes."""
    import polars as pl

    bare = lines.str.replace_all(rf"(^|{mark}) *{QUOTED} *", "${1}")
    return bare.str.split(mark).list.eval(pl.element().str.strip_chars())
