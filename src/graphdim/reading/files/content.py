"""What a file holds: its first bytes, which tell the format, and a way to read the rest, decompressed if need be.

The rest of a pipe or of a compressed file is read only when a reader asks for it. So a file of zeros is refused by its
first bytes, however large it becomes when it is unpacked.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from graphdim.errors import SourceError
from graphdim.reading.files import compression
from graphdim.reading.room import check_room, room
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Content", "is_compressed", "load", "source_errors", "stamp_of", "standard_input", "suffix"]

HEAD = 2**16
COMPRESSED = {".gz", ".gzip", ".bz2", ".zst", ".zstd"}
# Text may start with PAR1 (a gene name), so a byte that no text has must follow.
PARQUET = re.compile(rb"PAR1(?![\t -~])")
HANDLE = re.compile(r"<_io\.\w+[^>]*> ?")
# How files that may hold zero bytes begin: Parquet, zip, NumPy, UTF-16, gzip, bzip2, zstd.
BINARY = re.compile(
    rb"PAR1|PK\x03\x04|\x93NUMPY|\xff\xfe|\xfe\xff|\x1f\x8b|BZh|\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"
)
# What NumPy says of arrays of objects, and what to do about them.
PICKLED = re.compile("allow_pickle|Python objects")
OBJECTS = "it holds Python objects; save numbers or texts, such as numpy.stack(rows) or ids.astype(str)"


@dataclass(frozen=True)
class Content:
    """A file on disk, or bytes from a pipe or a decompressor; `source` may be a function that gets the bytes."""

    name: str
    head: bytes
    source: Path | bytes | Callable[[], bytes]
    stamp: tuple[int, int] | None = None

    @property
    def is_parquet(self) -> bool:
        """Whether the first bytes say so."""
        return PARQUET.match(self.head) is not None

    @cached_property
    def where(self) -> Path | bytes:
        """The path of the file, or all of its bytes."""
        return self.source() if callable(self.source) else self.source

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self.where.stat().st_size if isinstance(self.where, Path) else len(self.where)

    @property
    def stream(self) -> Path | io.BytesIO:
        """What libraries that take a path or a file should read."""
        return self.where if isinstance(self.where, Path) else io.BytesIO(self.where)

    def check_unchanged(self) -> None:
        """Refuse a file that grew, shrank or was written to since it was first looked at."""
        if self.stamp is not None and isinstance(self.source, Path) and stamp_of(self.source) != self.stamp:
            raise self.changed()

    def changed(self) -> SourceError:
        """What to raise for such a file."""
        return SourceError(f"{self.name}: it changed while it was read; read it again when nobody writes to it")

    def open(self) -> BinaryIO:
        """The bytes from the start."""
        self.check_unchanged()
        return self.where.open("rb") if isinstance(self.where, Path) else io.BytesIO(self.where)


def standard_input() -> Content:
    """Everything that standard input gives."""
    name = "standard input"
    try:
        return _from_stream(name, sys.stdin.buffer)
    except (AttributeError, OSError) as error:
        # Python has no stdin at all when the shell closed it.
        msg = f"{name}: {getattr(error, 'strerror', 'it is closed')}; pipe an edge list into it"
        raise SourceError(msg) from error


def load(path: Path) -> Content:
    """A file, left on disk unless it is compressed or a pipe."""
    name = visible(str(path))
    try:
        if not path.is_file():
            with path.open("rb") as pipe:
                return _from_stream(name, pipe)
        stamp = stamp_of(path)
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        msg = f"{name}: {error.strerror}"
        raise SourceError(msg) from error
    # Polars opens no file whose name is not UTF-8.
    if _is_packed(name, head) or not str(path).isprintable():
        check_room(name, path.stat().st_size)
        return _unpacked(name, head, path.read_bytes)
    return replace(_content(name, head, path), stamp=stamp)


def stamp_of(path: Path) -> tuple[int, int]:
    """Size and time of the last change; what is gone has neither."""
    try:
        facts = path.stat()
    except OSError:
        return -1, -1
    return facts.st_size, facts.st_mtime_ns


def suffix(name: str) -> str:
    """The extension that tells the format, below that of the compression.

    >>> suffix("a/graph.TSV.gz")
    '.tsv'
    """
    path = Path(name)
    return (Path(path.stem).suffix if is_compressed(path) else path.suffix).lower()


@contextmanager
def source_errors(name: str, what: str, *errors: type[BaseException]) -> Iterator[None]:
    """Turn a library's complaint about the bytes of a file into one line that names the file."""
    try:
        yield
    except SourceError:
        raise
    except errors as error:
        # Libraries that were given an open file quote it as Python shows it.
        reason = visible(" ".join(HANDLE.sub("", str(error)).split())) or type(error).__name__
        reason = OBJECTS if PICKLED.search(reason) else reason
        msg = f"{name}: not a readable {what}: {reason[:160]}"
        raise SourceError(msg) from error


def is_compressed(path: Path) -> bool:
    """Whether the name says so."""
    return path.suffix.lower() in COMPRESSED


def _is_packed(name: str, head: bytes) -> bool:
    """Whether a file is compressed as a whole, which its first bytes show; a name alone is not enough."""
    if compression.kind(head) is not None:
        return True
    if is_compressed(Path(name)) and not PARQUET.match(head):
        msg = f"{name}: the name says compressed, the content is not"
        raise SourceError(msg)
    return False


def _from_stream(name: str, file: BinaryIO) -> Content:
    """Bytes that can be read only once; zeros without end, as from /dev/zero, are not read on."""
    head = file.read(HEAD)
    is_hopeless = b"\0" in head and not BINARY.match(head)
    data = head if is_hopeless else compression.read_rest(name, head, file, room())
    return _unpacked(name, head, lambda: data)


def _unpacked(name: str, head: bytes, data: Callable[[], bytes]) -> Content:
    """Bytes that may be compressed; only the first of them are unpacked now."""
    if not _is_packed(name, head):
        return _content(name, head, data)
    packed, most = data(), room()
    start = compression.beginning(name, packed, HEAD, most)
    return _content(name, start, partial(compression.unpack, name, packed, most))


def _content(name: str, head: bytes, source: Path | Callable[[], bytes]) -> Content:
    if not head:
        msg = f"{name}: it is empty; it must have one line for each edge or node"
        raise SourceError(msg)
    return Content(name, head, source)
