"""Processes made by fork: they lack the threads of their parent, and Polars would wait for its own for ever.

Nothing starts these threads again, so whoever is about to need them asks here first, and fails instead of waiting.
"""

import os
import re
import sys
import time
from contextlib import suppress
from pathlib import Path

from graphdim.errors import ForkError

__all__ = ["check_fork"]

TASKS = Path("/proc/self/task")
WORKER = re.compile(r"polars-\d|async-executor")  # what Polars calls the threads that work for it
WAYS = "start processes by multiprocessing.get_context('spawn'), or read the graph before the fork"


class _Threads:
    """Whether Polars' threads were there at the last fork, and whether this process has lost them by one.

    A fork before this module was imported was not seen; where Polars is older, that is in doubt.
    """

    were_there = False
    are_lost = False
    are_in_doubt = "polars" in sys.modules


def check_fork() -> None:
    """Refuse to go on where Polars would hang."""
    if _Threads.are_in_doubt:
        _Threads.are_lost = _Threads.are_lost or not _start()
        _Threads.are_in_doubt = False
    if _Threads.are_lost:
        msg = f"this process was forked from one in which Polars had started its threads, and lacks them; {WAYS}"
        raise ForkError(msg)


def _before() -> None:
    _Threads.were_there = "polars" in sys.modules and any(map(WORKER.match, _names()))


def _after_in_child() -> None:
    _Threads.are_lost = _Threads.are_lost or _Threads.were_there


def _start() -> bool:
    """Start Polars' threads, and say whether they are there; they have their names a moment later."""
    import polars as pl

    pl.thread_pool_size()
    tries = 500 if TASKS.is_dir() else 0
    for _ in range(tries):
        if any(map(WORKER.match, _names())):
            return True
        time.sleep(0.01)
    return not tries


def _names() -> list[str]:
    """The names of this process's threads, where the system tells."""
    names = []
    for comm in TASKS.glob("*/comm"):
        with suppress(OSError):  # a thread that has just ended
            names.append(comm.read_text())
    return names


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_child=_after_in_child)
