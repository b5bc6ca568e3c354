"""Progress of long work: silent in a library, a bar on stderr in a terminal.

    with progress.stage("reading", n_rows) as advance:
        advance(len(batch))

Several threads may advance one stage.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

__all__ = ["bar", "stage"]

BAR_DELAY = 2.0  # seconds of work before a bar is worth showing

_listener: ContextVar[Bar | None] = ContextVar("listener", default=None)


@contextmanager
def stage(name: str, total: int) -> Iterator[Callable[[int], None]]:
    """A piece of work of known size; call the function that it yields with the size of every part that is done."""
    listener = _listener.get()
    if listener is None:
        yield lambda _: None
        return
    listener.begin(name, total)
    yield listener.advance


@contextmanager
def bar() -> Iterator[None]:
    """Show the stages of the work inside as a bar with the time left, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    listener = Bar()
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
        listener.close()


class Bar:
    """A bar that appears once the work has taken longer than BAR_DELAY, and disappears when it is done."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown: Progress | None = None
        self.name, self.total, self.done = "", 0, 0
        self.lock = threading.Lock()

    def begin(self, name: str, total: int) -> None:
        """Start the next stage."""
        self.name, self.total, self.done = name, total, 0
        if self.shown is not None:
            self.shown.reset(self.shown.task_ids[0], description=name, total=total)

    def advance(self, part: int) -> None:
        """Add a part to what is done."""
        with self.lock:
            self.done += part
            if self.shown is None and time.monotonic() - self.started > BAR_DELAY:
                self._show()
            if self.shown is not None:
                self.shown.update(self.shown.task_ids[0], completed=self.done)

    def close(self) -> None:
        """Take the bar away."""
        if self.shown is not None:
            self.shown.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self.shown = Progress(*columns, console=Console(stderr=True), transient=True)
        self.shown.start()
        self.shown.add_task(self.name, total=self.total)
