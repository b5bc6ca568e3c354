"""Progress of long work: silent in a library, bars on stderr in a terminal, and a word before what takes long.

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
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

__all__ = ["announce", "bar", "stage"]

BAR_DELAY = 2.0  # seconds of work before a bar is worth showing

_listener: ContextVar[Bar | None] = ContextVar("listener", default=None)


@contextmanager
def stage(name: str, total: float) -> Iterator[Callable[[float], None]]:
    """A piece of work of known size; call the function that it yields with the size of every part that is done.

    A stage inside another one has a bar of its own below it.
    """
    listener = _listener.get()
    if listener is None:
        yield lambda _: None
        return
    listener.begin(name, total)
    try:
        yield listener.advance
    finally:
        listener.end()


def announce(sentence: str) -> None:
    """Say something before work that takes long, on stderr; silent in a library."""
    listener = _listener.get()
    if listener is not None:
        listener.announce(sentence)


@contextmanager
def bar(*, quiet: bool = False) -> Iterator[None]:
    """Show announcements of the work inside, and, if stderr is a terminal, its stages as bars with the time left."""
    if quiet:
        yield
        return
    listener = Bar(visible=sys.stderr.isatty())
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
        listener.close()


@dataclass(slots=True)
class Stage:
    """A piece of work, how much of it is done, and the bar that shows it."""

    name: str
    total: float
    done: float = 0
    task: TaskID | None = None


class Bar:
    """A bar for each stage, once the work has taken longer than BAR_DELAY; it disappears when the stage is done."""

    def __init__(self, *, visible: bool = True) -> None:
        self.started = time.monotonic()
        self.visible = visible
        self.shown: Progress | None = None
        self.stages: list[Stage] = []
        self.lock = threading.Lock()

    @property
    def done(self) -> float:
        """How much of the innermost stage is done."""
        return self.stages[-1].done

    def begin(self, name: str, total: float) -> None:
        """Start a stage, perhaps inside another one."""
        with self.lock:
            self.stages.append(Stage(name, total))
            self._show()

    def advance(self, part: float) -> None:
        """Add a part to what is done of the innermost stage."""
        with self.lock:
            stage = self.stages[-1]
            stage.done += part
            self._show()
            if self.shown is not None and stage.task is not None:
                self.shown.update(stage.task, completed=stage.done)

    def end(self) -> None:
        """End the innermost stage."""
        with self.lock:
            stage = self.stages.pop()
            if self.shown is not None and stage.task is not None:
                self.shown.remove_task(stage.task)

    def announce(self, sentence: str) -> None:
        """Print a sentence above the bars; rich takes over the stream while there are any."""
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()

    def close(self) -> None:
        """Take the bars away."""
        if self.shown is not None:
            self.shown.stop()

    def _show(self) -> None:
        """Give each stage its bar, if it is time for bars."""
        if not self.visible or time.monotonic() - self.started <= BAR_DELAY:
            return
        if self.shown is None:
            self.shown = _bars()
            self.shown.start()
        for stage in self.stages:
            if stage.task is None:
                stage.task = self.shown.add_task(stage.name, total=stage.total, completed=int(stage.done))


def _bars() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
