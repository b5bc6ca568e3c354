"""How much memory readers may take that hold a whole file: compressed files, pipes, archives and parsed documents.

The engine says how much its limit leaves; text, Parquet and .npy on disk are read in pieces and need not ask.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.report.facts import size

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["IN_PIECES", "check_room", "limited", "room", "too_large"]

IN_PIECES = "give a plain text or Parquet file, which is read in pieces"

_room: ContextVar[int | None] = ContextVar("room", default=None)


@contextmanager
def limited(n_bytes: int) -> Iterator[None]:
    """Let readers inside take this much."""
    token = _room.set(n_bytes)
    try:
        yield
    finally:
        _room.reset(token)


def room() -> int:
    """Bytes that a reader may take: what the engine leaves, else half of the machine's memory."""
    given = _room.get()
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2 if given is None else given


def check_room(name: str, needed: int, way: str = IN_PIECES) -> None:
    """Refuse a file that takes more than there is room for, before it is read; `way` is what to do instead."""
    if needed > room():
        raise too_large(name, f"reading it takes about {size(needed)}", room(), way)


def too_large(name: str, what: str, most: int, way: str = IN_PIECES) -> SourceError:
    """The error for a file that there is no room for."""
    left = f"the memory limit leaves {size(most)} for that"
    return SourceError(f"{name}: {what}, and {left}; {way}, or raise --memory-limit")
