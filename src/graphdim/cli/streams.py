"""Standard output and standard error, which may be closed, full, or read by someone who leaves early.

An answer that cannot be written is an error that names standard output. Talk that cannot be written is dropped: it
must not keep the answer back.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from graphdim.errors import GraphDimError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["drop_answer", "patience", "prepare"]


class ClosedOutputError(GraphDimError):
    """Nobody could read the answer."""


class Answer(io.FileIO):
    """Standard output; an error has its name."""

    def write(self, data: Any) -> int:
        """Write, or say where that failed."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = "standard output"
            raise


class Talk(io.FileIO):
    """Standard error; what it cannot take is lost."""

    def write(self, data: Any) -> int:
        """Write if that is possible."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def prepare() -> None:
    """Put streams in place that fail in these ways only; Python has none at all where the shell closed it."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open to the end
    if sys.stdout is None:
        msg = "standard output is closed, and the answer goes there; to drop it, write > /dev/null"
        raise ClosedOutputError(msg)
    sys.stdout, sys.stderr = _over(sys.stdout, Answer), _over(sys.stderr, Talk)


def _over(stream: TextIO, kind: type[io.FileIO]) -> TextIO:
    """The same stream over a file of that kind; a stream that another program put in place stays."""
    if type(stream) is not io.TextIOWrapper:
        return stream
    stream.flush()
    raw = io.BufferedWriter(kind(stream.fileno(), "w", closefd=False))
    # A file's name may hold what the terminal cannot show.
    return io.TextIOWrapper(
        raw, stream.encoding, "backslashreplace", line_buffering=stream.line_buffering, write_through=True
    )


@contextmanager
def patience() -> Iterator[None]:
    """Leave quietly when the reader of the answer has left."""
    try:
        yield
    except BrokenPipeError:
        drop_answer()
        sys.exit(0)


def drop_answer() -> None:
    """Let what is still buffered go nowhere, so that Python does not try again to write it at its end."""
    if type(sys.stdout) is io.TextIOWrapper:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
