"""What a file holds: its first bytes, and a way to read the rest, decompressed if need be."""

from __future__ import annotations

import bz2
import gzip
import io
import re
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from graphdim.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Content", "is_compressed", "load", "refusing", "standard_input", "suffix"]

HEAD = 2**16
COMPRESSED = {".gz", ".gzip", ".bz2", ".zst", ".zstd"}
# It goes on with a byte that no text has; PAR1 alone is also a gene.
PARQUET = re.compile(rb"PAR1(?![\t -~])")


@dataclass(frozen=True)
class Content:
    """A file on disk, or bytes that came through a pipe or a decompressor."""

    name: str
    head: bytes
    where: Path | bytes

    @property
    def is_parquet(self) -> bool:
        """Whether the first bytes say so."""
        return PARQUET.match(self.head) is not None

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self.where.stat().st_size if isinstance(self.where, Path) else len(self.where)

    def open(self) -> BinaryIO:
        """The bytes from the start."""
        return self.where.open("rb") if isinstance(self.where, Path) else io.BytesIO(self.where)


def standard_input() -> Content:
    """Everything that standard input gives."""
    name = "standard input"
    try:
        return _from_bytes(name, sys.stdin.buffer.read())
    except (AttributeError, OSError) as error:
        # Python has no stdin at all when the shell closed it.
        msg = f"{name}: {getattr(error, 'strerror', 'it is closed')}; pipe an edge list into it"
        raise SourceError(msg) from error


def load(path: Path) -> Content:
    """A file, left on disk unless it is compressed or a pipe."""
    name = str(path)
    try:
        if not path.is_file():
            return _from_bytes(name, path.read_bytes())
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        msg = f"{name}: {error.strerror}"
        raise SourceError(msg) from error
    packed = _decompressor(head) is not None or (is_compressed(path) and not PARQUET.match(head))
    # Polars opens no file whose name is not UTF-8.
    if packed or not name.isprintable():
        return _from_bytes(name, path.read_bytes())
    return _content(name, head, path)


def suffix(name: str) -> str:
    """The extension that tells the format, below that of the compression.

    >>> suffix("a/graph.TSV.gz")
    '.tsv'
    """
    path = Path(name)
    return (Path(path.stem).suffix if is_compressed(path) else path.suffix).lower()


@contextmanager
def refusing(name: str, what: str, *errors: type[BaseException]) -> Iterator[None]:
    """Turn a library's complaint about the bytes of a file into one line that names the file."""
    try:
        yield
    except SourceError:
        raise
    except errors as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        msg = f"{name}: not a readable {what}: {reason[:160]}"
        raise SourceError(msg) from error


def is_compressed(path: Path) -> bool:
    """Whether the name says so."""
    return path.suffix.lower() in COMPRESSED


def _from_bytes(name: str, data: bytes) -> Content:
    decompress = _decompressor(data)
    if decompress is None and is_compressed(Path(name)) and not PARQUET.match(data):
        msg = f"{name}: the name says compressed, the content is not"
        raise SourceError(msg)
    if decompress is not None:
        try:
            data = decompress(data)
        except UnicodeError as error:
            msg = f"{name}: inside zstd only UTF-8 text can be read; unpack the file first (unzstd)"
            raise SourceError(msg) from error
        except (OSError, EOFError, zlib.error, ValueError) as error:
            msg = f"{name}: damaged or cut-off compressed file: {error}"
            raise SourceError(msg) from error
    return _content(name, data[:HEAD], data)


def _content(name: str, head: bytes, where: Path | bytes) -> Content:
    if not head:
        msg = f"{name}: it is empty; an edge list has one line for each edge"
        raise SourceError(msg)
    return Content(name, head, where)


def _decompressor(data: bytes) -> Callable[[bytes], bytes] | None:
    # After BZh and a digit comes a block or the end: BZh9 alone may begin a name.
    bzip2 = rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"
    signatures = {rb"\x1f\x8b": gzip.decompress, bzip2: bz2.decompress, rb"\x28\xb5\x2f\xfd": _unzstd}
    return next((way for signature, way in signatures.items() if re.match(signature, data)), None)


def _unzstd(data: bytes) -> bytes:
    """Python 3.11 has no zstd; Polars has, in its reader of lines."""
    import polars as pl

    try:
        lines = pl.read_lines(io.BytesIO(data))
    except pl.exceptions.ComputeError as error:
        raise UnicodeError from error
    return str(lines["line"].str.join("\n").item()).encode()
