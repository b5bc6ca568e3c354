"""Lines of a delimited table → fields, with every rule checked; a line that breaks one is named.

    data line   neither blank nor a comment (# or %); a byte order mark at its start is taken off
    field       "in quotes", with quotes inside doubled, or anything without the separator; blanks around it go

A quoted field ends on its line. Edge lists, labels and features all pass here, unless a faster reader took them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading.files.dialect import QUOTED
from graphdim.reading.files.pieces import lines_before, pieces
from graphdim.reading.files.remarks import remarks
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from graphdim.reading.files.content import Content
    from graphdim.reading.files.dialect import Dialect
    from graphdim.reading.files.pieces import Piece

__all__ = ["LeftOut", "Rows", "Table", "left_out_notes", "short", "split", "table_of"]

CHUNK = 2**24
LONG = 40  # characters of evidence in a message
MANY = 3  # numbers behind a # that are no accident


class LeftOut(NamedTuple):
    """How many comments look like rows, how many headers came again, as in joined files; and the first such comment.

    Counts, not the lines: there may be as many as the file has.
    """

    n_comments: int = 0
    n_headers: int = 0
    line: int = 0
    comment: str = ""


NOTHING = LeftOut()


@dataclass(frozen=True)
class Rows:
    """The rows of a piece: the fields of each as a list, its text, and which line of the piece it is, from 0."""

    piece: Piece
    lines: pl.Series
    fields: pl.Series
    texts: pl.Series
    left_out: LeftOut = NOTHING

    def column(self, place: int) -> pl.Series:
        """One field of every row."""
        return self.fields.list.get(place)

    def refuse(self, fields: pl.Series, bad: pl.Series, fault: str) -> None:
        """Raise an error for the first bad field, with its line."""
        if bad.any():
            place = bad.arg_true()[0]
            raise self.fault(place, fields[place], fault)

    def fault(self, place: int, field: str, fault: str) -> SourceError:
        """What to raise for a field of one row, with its line."""
        return _error(self.piece, self.lines[place], f"{short(field)} {fault}" if field else fault)

    def filter(self, kept: pl.Series) -> Rows:
        """Some of the rows."""
        return replace(
            self, lines=self.lines.filter(kept), fields=self.fields.filter(kept), texts=self.texts.filter(kept)
        )


class Table(NamedTuple):
    """All rows as a table of texts, its columns named by the dialect; and notes about lines that were left out.

    `faults` are what to raise for a column of names, by its name: a field of it may end in a comment.
    """

    cells: pl.DataFrame
    notes: tuple[str, ...]
    faults: dict[str, SourceError]


def table_of(content: Content, dialect: Dialect) -> Table:
    """A whole table."""
    import polars as pl

    parts = {piece.offset: split(piece, dialect) for piece in pieces(content, dialect.skip, CHUNK)}
    table = pl.concat([rows.fields for rows in parts.values()]).list.to_struct(fields=dialect.names).struct.unnest()
    left_out = {offset: rows.left_out for offset, rows in parts.items()}
    notes = tuple(f"{content.name}: {note}" for note in left_out_notes(content, left_out, "a row", "rows"))
    # Read backwards, the first fault of a column is the one that stays.
    faults = [fault for rows in reversed(parts.values()) for fault in remarks(rows, dialect, dialect.names)]
    return Table(table, notes, dict(faults))


def left_out_notes(content: Content, left_out: Mapping[int, LeftOut], one: str, several: str) -> tuple[str, ...]:
    """Notes about skipped lines by the offsets of their pieces; `one` or `several` is what a comment looks like."""
    n_headers = sum(part.n_headers for part in left_out.values())
    on_headers = (f"{counted(n_headers, 'repeated header')} skipped",) if n_headers else ()
    n_comments = sum(part.n_comments for part in left_out.values())
    if not n_comments:
        return on_headers
    offset = min(offset for offset, part in left_out.items() if part.n_comments)
    first = left_out[offset]
    what = f"comment looks like {one} and was" if n_comments == 1 else f"comments look like {several} and were"
    where = f"line {lines_before(content, offset) + first.line + 1}: {short(first.comment)}"
    note = f"{n_comments:,} {what} skipped ({where}); put quotes around a name that begins with # or %"
    return (note, *on_headers)


def split(piece: Piece, dialect: Dialect) -> Rows:
    """The rows of a piece, all as wide as the table, or an error for the first line that is not."""
    import polars as pl

    check_fork()
    lines = pl.DataFrame({"text": _lines(piece)}).with_row_index("number")
    is_row = lines["text"].str.contains(r"\S" if dialect.is_literal else r"^\s*[^\s#%]")
    rows = lines.filter(is_row)
    _refuse_bytes(piece, rows)
    fields, is_broken = _fields(rows["text"], dialect)
    if is_broken.any():
        number, text = rows.row(is_broken.arg_true()[0])
        rule = "quotes stand around a whole field, on one line, and are doubled inside it"
        _refuse(piece, number, f"a quote without its partner in {short(text)}; {rule}")
    data_rows = _without_headers(Rows(piece, rows["number"], fields, rows["text"]), dialect)
    wrong = (data_rows.fields.list.len() != len(dialect.names)).arg_true()
    if len(wrong):
        number = data_rows.lines[wrong[0]]
        wanted = f"expected {len(dialect.names)}, as in the lines before it"
        n_fields = counted(len(data_rows.fields[wrong[0]]), "field")
        _refuse(piece, number, f"{n_fields} in {short(lines['text'][number])}, {wanted}")
    return replace(data_rows, left_out=_with_comments(data_rows.left_out, lines.filter(~is_row), dialect))


def _lines(piece: Piece) -> pl.Series:
    """The lines without what stands around them; tabs stay, as one may be an empty field."""
    import polars as pl

    try:
        text = piece.data.decode()
    except UnicodeDecodeError as error:
        number = piece.data[: error.start].count(b"\n")
        line = piece.data.split(b"\n")[number] + b"\n"
        _refuse(piece, number, f"no UTF-8 text in {short(line)}; save the file as UTF-8")
    return pl.Series([text.removesuffix("\n")]).str.split("\n").explode().str.strip_chars("\ufeff \r\v\f")


def _refuse_bytes(piece: Piece, rows: pl.DataFrame) -> None:
    """Zero bytes are no text, and carriage returns inside a line are ends of lines that we do not know."""
    for byte, fault in (("\0", "a zero byte; the file is no text"), ("\r", "a carriage return inside the line")):
        bad = rows.filter(rows["text"].str.contains(byte, literal=True))
        if len(bad):
            _refuse(piece, bad["number"][0], fault)


def _fields(lines: pl.Series, dialect: Dialect) -> tuple[pl.Series, pl.Series]:
    """The fields of every line, without quotes around them, and whether the quotes in the line make no sense."""
    import polars as pl

    mark = dialect.separator.strip(" ")
    if dialect.is_literal or not lines.str.contains('"', literal=True).any():
        bare = pl.element().str.strip_chars()
        word = r"[^ ]+" if dialect.is_literal else r"\S+"
        fields = lines.str.split(mark).list.eval(bare) if mark else lines.str.extract_all(word)
        return fields, pl.repeat(value=False, n=len(lines), eager=True)
    # With the separator before it an empty field is found too, and whatever no field takes is left over.
    whole = (mark or " ") + lines.str.strip_chars_end(None if not mark else " ")
    raw = whole.str.extract_all(rf"{mark} *{QUOTED} *|{mark}[^{mark}]*" if mark else rf"\s+{QUOTED}|\s+\S+")
    is_rest = raw.list.join("").str.len_bytes() != whole.str.len_bytes()
    field = pl.element().str.strip_prefix(mark).str.strip_chars()
    fields = raw.list.eval(field)
    is_at_edge = pl.element().str.starts_with('"') | pl.element().str.ends_with('"')
    is_quoted = pl.element().str.contains(f"^{QUOTED}$")
    is_open = fields.list.eval(is_at_edge & ~is_quoted).list.any()
    inside = pl.element().str.slice(1, pl.element().str.len_chars() - 2).str.replace_all('""', '"', literal=True)
    return fields.list.eval(pl.when(is_quoted).then(inside).otherwise(pl.element())), is_rest | is_open


def _without_headers(rows: Rows, dialect: Dialect) -> Rows:
    """The rows, but for those that repeat the header."""
    if not dialect.header:
        return rows
    header = list(dialect.header)
    likely = (rows.fields.list.get(0, null_on_oob=True) == header[0]).arg_true()
    again = [place for place in likely if rows.fields[place].to_list() == header]
    if not again:
        return rows
    kept = ~rows.lines.is_in(rows.lines.gather(again).to_list())
    return replace(rows.filter(kept), left_out=LeftOut(n_headers=len(again)))


def _with_comments(known: LeftOut, others: pl.DataFrame, dialect: Dialect) -> LeftOut:
    """The comments that would be rows if they did not begin with # or %: names such as #tag, or # before numbers."""
    comments = others.filter(others["text"].str.contains(r"^\s*[#%]"))
    if comments.is_empty():
        return known
    fields, _ = _fields(comments["text"], dialect)
    is_name = comments["text"].str.contains(r"^\s*[#%][^\s#%]")
    alike = comments.filter((fields.list.len() == len(dialect.names)) & (is_name | _are_numbers(fields)))
    if alike.is_empty():
        return known
    line, comment = alike.row(0)
    return LeftOut(len(alike), known.n_headers, line, comment)


def _are_numbers(fields: pl.Series) -> pl.Series:
    """Whether a field and many numbers behind it are in each line."""
    import polars as pl

    is_number = pl.element().cast(pl.Float64, strict=False).is_not_null()
    return (fields.list.len() > MANY) & fields.list.slice(1).list.eval(is_number).list.all()


def short(text: str | bytes) -> str:
    """A piece of evidence, cut to fit into a message."""
    return repr(text) if len(text) <= LONG else f"{text[:LONG]!r}..."


def _refuse(piece: Piece, line: int, fault: str) -> NoReturn:
    raise _error(piece, line, fault)


def _error(piece: Piece, line: int, fault: str) -> SourceError:
    return SourceError(f"{piece.content.name}, line {piece.lines_before + line + 1}: {fault}")
