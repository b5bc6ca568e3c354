"""Anything that holds an embedding → Rows: files, arrays, tensors, frames, a torch.nn.Embedding, gensim's vectors.

    pandas, Polars       an id and numbers, or an id and a list of numbers; ids may be in the index of pandas
    a dict               a vector by id
    .npy                 rows in the order of the nodes; stays on disk
    .npz                 one two-dimensional array, and perhaps an array `ids`, or with another usual name for ids
    Parquet, CSV, TSV    an id and numbers per row, or an id and a list of numbers (Parquet)
    word2vec text        the same, below a line with the number of rows and of dimensions

Nothing pickled is ever loaded, and no library is imported to find out that it is not needed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import NotFoundError, SourceError, UnsupportedError
from graphdim.folders import user_path
from graphdim.reading import package_of
from graphdim.reading.addresses import refuse_address
from graphdim.reading.files.array_file import array_file
from graphdim.reading.files.content import load, source_errors, suffix
from graphdim.reading.files.npy import DAMAGE
from graphdim.reading.files.npz import opened
from graphdim.reading.tensors import SHORT_FLOATS, as_array
from graphdim.shrinking.archives import ids_among, is_table
from graphdim.shrinking.frames import read_frame
from graphdim.shrinking.id_columns import are_whole
from graphdim.shrinking.rows import BLOCK, Rows
from graphdim.shrinking.tables import read_parquet, read_text
from graphdim.words import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.reading.files.array_file import ArrayFile
    from graphdim.reading.files.content import Content
    from graphdim.shrinking.tables import Table

__all__ = ["rows_of"]

FRAMES = ("pandas", "polars")
FEWEST = 2
ON_DISK = "save the rows as .npy, which stays on disk"
SAVED = "load it and pass the rows in Python, or save them by numpy.save as .npy"
AS_TEXT = "save gensim's vectors by save_word2vec_format(path, binary=False), or pass them in Python"
PICKLED = f"a pickle can hold any program and is not read; {SAVED}"
WAYS_OUT = {
    **dict.fromkeys((".pt", ".pth"), f"a torch file is not read; {SAVED}"),
    **dict.fromkeys((".pkl", ".pickle"), PICKLED),
}
PICKLE = b"\x80"  # begins no text in UTF-8
# A line with two counts, and below it bytes that no text has.
WORD2VEC = re.compile(rb"[0-9]+ [0-9]+\n[^\n]*?[\x00-\x08\x0e-\x1a\x1c-\x1f]", re.DOTALL)


def rows_of(source: Any) -> Rows:
    """The rows that a source holds."""
    if isinstance(source, str | os.PathLike):
        return _checked(_from_file(user_path(source)))
    return _checked(_from_object(source))


def _from_object(source: Any) -> Rows:
    """An array, a tensor, or an object that carries one."""
    if package_of(source, FRAMES) and hasattr(source, "columns"):
        return _from_table(read_frame(source), "rows")
    if isinstance(source, Mapping):
        return _from_array([_array(vector) for vector in source.values()], [str(node) for node in source])
    if hasattr(source, "wv"):  # a gensim model
        return _from_object(source.wv)
    if hasattr(source, "index_to_key"):  # gensim's KeyedVectors
        return _table(source.vectors, "vectors", [str(key) for key in source.index_to_key])
    values = getattr(source, "weight", source)  # of a torch.nn.Embedding
    rows = _from_array(_array(values))
    kind = str(getattr(values, "dtype", ""))
    note = f"the numbers of type {kind} were read as float32: sizes are those of float32"
    return replace(rows, notes=(note,)) if kind.startswith(SHORT_FLOATS) else rows


def _from_array(values: Any, ids: Sequence[str] | None = None) -> Rows:
    try:
        array = np.asarray(values)
    except ValueError as error:
        msg = f"rows of different lengths ({error}); an embedding has as many numbers for every node"
        raise UnsupportedError(msg) from error
    return _table(array, "rows", ids)


def _array(values: Any) -> Any:
    """A tensor as an array, everything else as it is; what is sparse is refused."""
    if hasattr(values, "tocsr"):
        msg = "rows: a sparse matrix; an embedding has a number in every place, so give rows.toarray()"
        raise UnsupportedError(msg)
    try:
        return as_array(values)
    except (TypeError, RuntimeError) as error:
        what = f"a {values.layout} tensor of {values.dtype} on {values.device}"
        msg = f"rows: {what} cannot be read; give a dense tensor of numbers, such as rows.to_dense()"
        raise UnsupportedError(msg) from error


def _from_file(path: Path) -> Rows:
    if not path.exists():
        refuse_address(path)
        msg = f"{visible(str(path))}: there is no such file; give .npy, .npz, Parquet, CSV or word2vec text"
        raise NotFoundError(msg)
    if path.is_dir():
        msg = f"{visible(str(path))}: this is a folder; name the file that holds the rows"
        raise SourceError(msg)
    content = load(path)
    if suffix(content.name) in WAYS_OUT:
        msg = f"{content.name}: {WAYS_OUT[suffix(content.name)]}"
        raise SourceError(msg)
    if content.head.startswith(b"\x93NUMPY"):
        return _npy(content)
    if content.head.startswith(b"PK"):
        return _npz(content)
    if content.is_parquet:
        return _from_table(read_parquet(content), content.name)
    _refuse_binary(content)
    return _from_table(read_text(content), content.name)


def _refuse_binary(content: Content) -> None:
    """Refuse what is no text, with the way out for the library that wrote it."""
    if content.head.startswith(PICKLE):
        fault = f"{PICKLED}; {AS_TEXT}"
    elif WORD2VEC.match(content.head):
        fault = f"word2vec's binary format is not read; {AS_TEXT}"
    elif b"\0" in content.head:
        fault = f"binary data, no text; {SAVED}"
    else:
        return
    msg = f"{content.name}: {fault}"
    raise SourceError(msg)


def _from_table(table: Table, name: str) -> Rows:
    rows = _table(table.numbers, name, table.ids)
    rows = replace(rows, notes=table.notes, are_in_index=table.are_in_index)
    return replace(rows, may_have_header=table.may_have_header)


def _npy(content: Content) -> Rows:
    with source_errors(content.name, "npy file", *DAMAGE):
        if not isinstance(content.where, Path):
            with content.open() as file:
                return _table(np.load(file, allow_pickle=False), content.name)
        on_disk = array_file(content, content.where)
    rows = _table(on_disk, content.name)
    return replace(rows, array=on_disk.whole()) if on_disk.is_transposed else rows


def _npz(content: Content) -> Rows:
    with opened(content, ON_DISK) as archive:
        arrays = {name: archive[name] for name in archive.files}
    others = [name for name, values in arrays.items() if isinstance(values, bytes)]
    if others:
        held = f"a zip archive with {listed(others)}, not with NumPy's arrays alone, as .npz is"
        msg = f"{content.name}: {held}; give the file inside, or {SAVED}"
        raise SourceError(msg)
    tables = [name for name, values in arrays.items() if is_table(name, values)]
    if len(tables) != 1:
        msg = f"{content.name}: one array of rows is expected, and it has {listed(tables)}; save one, as rows="
        raise SourceError(msg)
    rows = arrays.pop(tables[0])
    ids, notes = ids_among(content.name, arrays, len(rows))
    return replace(_table(rows, content.name, ids), notes=notes)


def _table(values: NDArray[Any] | ArrayFile, name: str, ids: Sequence[str] | None = None) -> Rows:
    if values.dtype.kind not in "fiub" or len(values.shape) != 2:  # noqa: PLR2004 - a table
        found = " × ".join(map(str, values.shape)) or "one value"
        msg = f"{name}: {found} of type {values.dtype}; an embedding is a table of numbers, one row for each node"
        raise SourceError(msg)
    return Rows(name, values, None if ids is None else tuple(ids))


def _checked(rows: Rows) -> Rows:
    n_rows, n_columns = rows.shape
    if min(rows.shape) < FEWEST:
        shape = f"{counted(n_rows, 'row')} of {counted(n_columns, 'number')}"
        msg = f"{rows.name}: {shape}; there is nothing to cut below two of each"
        raise SourceError(msg)
    if rows.ids is not None and len(set(rows.ids)) < len(rows.ids):
        seen: set[str] = set()
        twice = next(node for node in rows.ids if node in seen or seen.add(node))  # type: ignore[func-returns-value]
        kinds = "if two kinds of nodes share it, write the kind into the ids here and in the edges, such as u17 and i17"
        msg = f"{rows.name}: the id {twice!r} has two rows; every node has one; {kinds}"
        raise SourceError(msg)
    return replace(rows, notes=rows.notes + _doubts(rows))


def _doubts(rows: Rows) -> tuple[str, ...]:
    """A note if the first or the last numbers of the rows look like ids or labels: whole, unlike the others."""
    if rows.array.dtype.kind != "f":
        return ()
    numbers = rows.read(slice(0, min(BLOCK, rows.shape[0])), np.float64).T
    are = [are_whole(column) for column in numbers]
    counts = "and counts as a dimension"
    if rows.ids is None and are[0] and not all(are) and len(np.unique(numbers[0])) == len(numbers[0]):
        way = "if they are ids, give them apart, as in dict(zip(ids, rows)) or an array ids in an .npz"
        return (f"{rows.name}: the first number of each row is whole and a different one, {counts}; {way}",)
    # A dimension that died is 0 in every row.
    if are[-1] and not any(are[:-1]) and len(np.unique(numbers[-1])) > 1:
        way = "if it is an id or a label, leave it out"
        return (f"{rows.name}: the last number of each row is whole, unlike all others, {counts}; {way}",)
    return ()
