"""Where code of the user prints: stdout belongs to the answer of a command, so there it is stderr, in workers too."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["give_up_stdout", "printing_to_stderr", "prints_to_stderr"]

STDOUT = 1

_prints_to_stderr: ContextVar[bool] = ContextVar("prints_to_stderr", default=False)


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """What is printed goes to stderr, here and in workers that are started meanwhile."""
    before = _prints_to_stderr.set(True)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _prints_to_stderr.reset(before)


def prints_to_stderr() -> bool:
    """Whether stdout is kept for an answer."""
    return _prints_to_stderr.get()


def give_up_stdout() -> None:
    """Lead stdout to stderr for good, for compiled code and programs too: only for a process that is ours."""
    sys.stdout = sys.stderr
    with suppress(OSError):  # a stderr that cannot be copied
        os.dup2(sys.stderr.fileno() if sys.stderr else os.open(os.devnull, os.O_WRONLY), STDOUT)
