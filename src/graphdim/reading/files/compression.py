"""gzip, bzip2 and zstd: compressed bytes → bytes, whole or their beginning, never more than memory holds.

A stream that is damaged, cut off or followed by anything else is an error, also if streams before it were whole.
"""

from __future__ import annotations

import bz2
import gzip
import io
import re
import zlib
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading.files import zstd
from graphdim.reading.room import too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["beginning", "kind", "read_rest", "unpack"]

CHUNK = 2**20
# Text becomes so many times shorter at most, as far as zstd is believed; small files may hold this much anyway.
TIMES, BELIEVED = 200, 2**24
SIGNATURES = {
    rb"\x1f\x8b": "gzip",
    # After BZh and a digit comes a block or the end: BZh9 alone may begin a name.
    rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)": "bzip2",
    # A frame, or one for other programs before it.
    rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18": "zstd",
}


def kind(data: bytes) -> str | None:
    """The compression that the first bytes tell, if any."""
    return next((name for signature, name in SIGNATURES.items() if re.match(signature, data)), None)


def unpack(name: str, data: bytes, most: int) -> bytes:
    """What compressed bytes hold, if that is at most so much together with the bytes themselves."""
    with _named_errors(name):
        return _joined(name, _chunks(name, data, most), most - len(data))


def beginning(name: str, data: bytes, n_bytes: int, most: int) -> bytes:
    """The first bytes of what compressed bytes hold."""
    head = bytearray()
    with _named_errors(name):
        for chunk in _chunks(name, data, most):
            head += chunk
            if len(head) >= n_bytes:
                break
    return bytes(head[:n_bytes])


def _chunks(name: str, data: bytes, most: int) -> Iterator[bytes]:
    how = kind(data)
    if how != "zstd":
        return _gunzip(data) if how == "gzip" else _bunzip2(data)
    # Polars takes a line whole and copies it, and zstd can hold one of any length in a few bytes.
    n_bytes = zstd.most_bytes(data)
    if n_bytes > max(BELIEVED, TIMES * len(data)) or n_bytes > most:
        raise too_large(name, f"its {len(data):,} bytes may unpack to {n_bytes:,}", min(most, TIMES * len(data)))
    # Polars knows zstd by the first frame that holds something.
    return _unzstd(data[zstd.first_frame(data) :])


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Damage as one line that names the file."""
    try:
        yield
    except UnicodeError as error:
        msg = f"{name}: inside zstd only UTF-8 text can be read; unpack the file first (unzstd)"
        raise SourceError(msg) from error
    except (OSError, EOFError, zlib.error, ValueError) as error:
        if isinstance(error, SourceError):
            raise
        msg = f"{name}: damaged or cut-off compressed file: {error}"
        raise SourceError(msg) from error


def read_rest(name: str, head: bytes, file: BinaryIO, most: int) -> bytes:
    """All bytes of a pipe of which the first were read already."""
    return _joined(name, chain([head], iter(lambda: file.read(CHUNK), b"")), most)


def _joined(name: str, chunks: Iterator[bytes], most: int) -> bytes:
    """All chunks, as long as there is room for them."""
    whole = io.BytesIO()
    for chunk in chunks:
        if whole.tell() + len(chunk) > most:
            raise too_large(name, "it holds more", most)
        whole.write(chunk)
    return whole.getvalue()


def _gunzip(data: bytes) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        yield from iter(lambda: file.read(CHUNK), b"")


def _bunzip2(data: bytes) -> Iterator[bytes]:
    """Python's own function takes a damaged second stream for the end of the file."""
    place = 0
    while place < len(data):
        stream = bz2.BZ2Decompressor()
        while not stream.eof:
            fed = data[place : place + CHUNK] if stream.needs_input else b""
            if stream.needs_input and not fed:
                msg = "the last stream has no end"
                raise EOFError(msg)
            yield stream.decompress(fed, CHUNK)
            place += len(fed)
        place -= len(stream.unused_data)


def _unzstd(data: bytes) -> Iterator[bytes]:
    """Python 3.11 has no zstd; Polars has, in its reader of lines."""
    import polars as pl

    check_fork()
    end = b""
    try:
        for lines in pl.scan_lines(io.BytesIO(data)).collect_batches(chunk_size=2**14, maintain_order=True):
            if len(lines):
                yield end + str(lines["line"].str.join("\n").item()).encode()
                end = b"\n"
    except pl.exceptions.ComputeError as error:
        raise UnicodeError from error
