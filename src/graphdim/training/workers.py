"""Trainings → records: one process per core, one thread each, every result in the ledger as soon as it is there.

A training depends on its seed alone, so the number of workers changes only the time. The worker itself writes the
ledger: killing the command loses only the trainings that were running. A worker that dies is replaced.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections import Counter, deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any, Self

from graphdim.errors import GraphDimError, ParameterError, TrainingError
from graphdim.training.ledger import Ledger, Record
from graphdim.training.settings import DEFAULTS
from graphdim.training.stamp import stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.settings import Settings

__all__ = ["WorkerContext", "WorkerPool"]

TRIES = 2
GRACE = 5  # seconds a worker has to leave
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")


@dataclass(frozen=True)
class WorkerContext:
    """What all trainings of a run share: facts of each graph, settings, ledger, and graphs that are no dataset."""

    graphs: Mapping[str, Mapping[str, Any]]
    settings: Settings = DEFAULTS
    ledger: Path | None = None
    own: Mapping[str, LabelledGraph] = field(default_factory=dict)
    stamp: Mapping[str, Any] = field(default_factory=stamp)

    def train(self, training: Training, *, remember: bool = True) -> Record:
        """Train once, in this process, and write the ledger."""
        from graphdim.training.trainer import train

        graph = self.own.get(training.dataset) or _load(training.dataset)
        digest = self.settings.digest(training.model, training.dataset, training.task)
        outcome = train(training, graph, self.settings)
        record = Record(training, outcome, digest, self.graphs[training.dataset], **self.stamp)
        if remember and self.ledger is not None:
            Ledger(self.ledger).append(record)
        return record


class WorkerPool:
    """Worker processes, started once and stopped when the `with` ends."""

    def __init__(self, context: WorkerContext, size: int) -> None:
        if size < 1:
            msg = f"{size} workers; it takes at least 1"
            raise ParameterError(msg)
        self.context = context
        self.size = size
        self.workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()

    def run(self, trainings: Sequence[Training], *, remember: bool = True) -> Iterator[Record]:
        """Train all; records are yielded as they finish."""
        waiting = deque(trainings)
        deaths: Counter[Training] = Counter()
        self.workers += [_Worker(self.context) for _ in range(min(self.size, len(waiting)) - len(self.workers))]
        for worker in self.workers[: len(waiting)]:
            worker.give(waiting.popleft(), remember=remember)
        while busy := [worker for worker in self.workers if worker.training]:
            for worker in _ready(busy):
                record = worker.answer()
                if record is None:
                    waiting.appendleft(_to_retry(worker, deaths))
                    worker.start()
                if waiting:
                    worker.give(waiting.popleft(), remember=remember)
                if record is not None:
                    yield record


class _Worker:
    """A process at the other end of a pipe, and the training that it is running."""

    def __init__(self, context: WorkerContext) -> None:
        self.context = context
        self.start()

    def start(self) -> None:
        """Start the process, or another one in its place."""
        spawn = get_context("spawn")  # a forked torch may hang
        self.training: Training | None = None
        self.pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=_work, args=(theirs, self.context), daemon=True)
        with _one_thread():
            self.process.start()
        # With our copy closed, the death of the process ends the pipe.
        theirs.close()

    def give(self, training: Training, *, remember: bool) -> None:
        """Send a training; a process that is dead already is noticed when its answer is read."""
        self.training = training
        try:
            self.pipe.send((training, remember))
        except OSError:
            return

    def answer(self) -> Record | None:
        """The record of the training; None if the process has died."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.training = None
        if isinstance(answer, Record):
            return answer
        raise answer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.terminate()
        self.process.join(GRACE)
        self.pipe.close()
        if self.process.is_alive():
            self.process.kill()


def _ready(busy: list[_Worker]) -> list[_Worker]:
    """The workers that have an answer or have died; waits for the first."""
    ready = connection.wait([worker.pipe for worker in busy])
    return [worker for worker in busy if worker.pipe in ready]


def _to_retry(worker: _Worker, deaths: Counter[Training]) -> Training:
    """The training of a dead worker, to be tried again; an error if it has killed a worker before."""
    training = worker.training
    worker.stop()
    if training is None:  # pragma: no cover - only busy workers are asked
        msg = "a worker died without a training"
        raise TrainingError(msg)
    deaths[training] += 1
    if deaths[training] == TRIES:
        code = worker.process.exitcode
        msg = f"{training}: its worker died {TRIES} times, last with exit code {code}; there may be too little memory"
        raise TrainingError(msg)
    return training


def _work(pipe: Connection, context: WorkerContext) -> None:
    """Train what comes through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command itself stops its workers
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    while True:
        try:
            training, remember = pipe.recv()
            pipe.send(_attempt(training, context, remember=remember))
        except (EOFError, BrokenPipeError):  # the command has gone
            return


def _attempt(training: Training, context: WorkerContext, *, remember: bool) -> Record | GraphDimError:
    try:
        return context.train(training, remember=remember)
    except GraphDimError as error:
        return error
    except Exception as error:  # noqa: BLE001 - the command reports it, whatever it is
        failure = TrainingError(f"{training}: {type(error).__name__}: {error}")
        failure.add_note(traceback.format_exc())  # a traceback itself does not pass between processes
        return failure


def _exit_with_parent() -> None:
    """A killed command must not leave workers behind."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@cache
def _load(dataset: str) -> LabelledGraph:
    from graphdim.training.data import load

    return load(dataset)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Libraries read their number of threads from the environment when they are loaded."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
