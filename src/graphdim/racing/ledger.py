"""The ledger of a race: one finished training per line, JSON Lines, safe against kill -9 and several writers.

A line is appended whole, by one write under a lock, and flushed to the disk. A line torn by a crash is not JSON and is
skipped; the next append starts on a fresh line. Every line carries the identity of its objective: the scores of another
objective are refused, while other dimensions, margins and numbers of seeds may share a ledger.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.errors import SourceError
from graphdim.folders import user_path
from graphdim.racing.training import Training

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.racing.training import Cell

__all__ = ["Ledger"]

LARGEST = 1e300  # of scores and seconds; JSON may hold integers that no float can


class Ledger:
    """A file of finished trainings; it need not exist yet."""

    def __init__(self, path: str | os.PathLike[str], objective: str, name: str) -> None:
        self.path = user_path(path)
        self.objective = objective
        self.name = name

    def trainings(self) -> dict[Cell, Training]:
        """Every finished training once, by its dimension and seed; the first line about it counts."""
        with self._named_errors():
            os.close(self._open())
            content = self.path.read_bytes()
        first: dict[Cell, Training] = {}
        for training in self._lines(content):
            first.setdefault(training.cell, training)
        return first

    def append(self, training: Training) -> None:
        """Write one training so that it is whole on the disk when this returns."""
        facts = {"race": self.objective, "objective": self.name, "dimension": training.dimension}
        facts |= {"seed": training.seed, "score": training.score, "seconds": round(training.seconds, 6)}
        with self._named_errors():
            handle = self._open()
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                _write_whole(handle, f"{json.dumps(facts, ensure_ascii=False)}\n".encode())
            finally:
                os.close(handle)

    def _open(self) -> int:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and not self.path.is_file():  # a device or a pipe keeps nothing
            raise OSError(errno.EINVAL, "it is not a file")
        return os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """What the system refuses, as one line with the way out."""
        try:
            yield
        except OSError as error:
            msg = f"{self.path}: the ledger cannot be written ({error.strerror}); name another file with ledger="
            raise SourceError(msg) from error

    def _lines(self, content: bytes) -> Iterator[Training]:
        # Split at line feeds alone: a torn line may hold any bytes.
        for number, line in enumerate(content.split(b"\n"), start=1):
            try:
                facts = json.loads(line)
            except (ValueError, RecursionError):
                continue
            yield self._training(facts, f"{self.path}, line {number}")

    def _training(self, facts: Any, where: str) -> Training:
        if not _is_training(facts):
            msg = f"{where}: this is not a training of a race; name another file with ledger="
            raise SourceError(msg)
        if facts["race"] != self.objective:
            of = f"of the objective {facts['objective']!r}, which is not {self.name!r} as it is now"
            msg = f"{where}: a score {of}; name another file with ledger=, or remove this one"
            raise SourceError(msg)
        return Training(facts["dimension"], facts["seed"], float(facts["score"]), float(facts["seconds"]))


def _is_training(facts: Any) -> bool:
    """Whether a line holds what `append` writes."""
    if not isinstance(facts, dict):
        return False
    words, whole, numbers = (
        [facts.get(name) for name in names]
        for names in (("race", "objective"), ("dimension", "seed"), ("score", "seconds"))
    )
    return (
        all(isinstance(each, str) for each in words)
        and all(type(each) is int and each >= 0 for each in whole)
        and all(isinstance(each, int | float) and -LARGEST < each < LARGEST for each in numbers)
    )


def _write_whole(handle: int, line: bytes) -> None:
    """Append the line, or nothing: a full disk leaves the file as it was."""
    size = os.fstat(handle).st_size
    if size and os.pread(handle, 1, size - 1) != b"\n":
        line = b"\n" + line
    if os.write(handle, line) != len(line):
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, "the disk is full")
    os.fsync(handle)
