"""Trainings → records: one process per core, one thread each, every result in the ledger as soon as it is there.

A training depends on its seed alone, so the number of workers changes nothing but the time. The worker itself writes
the ledger: killing the command loses the trainings in flight and no other. A worker that dies is replaced.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections import Counter, deque
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any

from graphdim.bench.ledger import Ledger, Record
from graphdim.bench.stamp import stamp
from graphdim.errors import GraphDimError, ParameterError, TrainingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from graphdim.bench.data import LabelledGraph
    from graphdim.bench.training import Training

__all__ = ["Station", "n_cores", "run"]

TRIES = 2
GRACE = 5  # seconds a worker has to leave
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")


@dataclass(frozen=True)
class Station:
    """What a worker needs beside a training: the facts of each graph, the ledger, and graphs that have no name."""

    graphs: Mapping[str, Mapping[str, Any]]
    ledger: Path | None = None
    own: Mapping[str, LabelledGraph] = field(default_factory=dict)
    stamp: Mapping[str, Any] = field(default_factory=stamp)

    def without_ledger(self) -> Station:
        """The same for trainings that are not to be remembered."""
        return replace(self, ledger=None)

    def train(self, training: Training) -> Record:
        """Train once, here and now, and write the ledger."""
        from graphdim.bench.trainer import train

        graph = self.own.get(training.dataset) or _load(training.dataset)
        record = Record(training, train(training, graph), self.graphs[training.dataset], **self.stamp)
        if self.ledger is not None:
            Ledger(self.ledger).append(record)
        return record


def n_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(trainings: Sequence[Training], station: Station, *, workers: int) -> Iterator[Record]:
    """Train all, in any order of finishing; closing the iterator stops the workers."""
    if workers < 1:
        msg = f"{workers} workers; it takes at least 1"
        raise ParameterError(msg)
    crew = [_Worker(station) for _ in range(min(workers, len(trainings)))]
    try:
        yield from _conduct(crew, deque(trainings), station)
    finally:
        for worker in crew:
            worker.stop()


class _Worker:
    """A process at the other end of a pipe, and the training it is at."""

    def __init__(self, station: Station) -> None:
        context = get_context("spawn")  # a forked torch may hang
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, station), daemon=True)
        self.training: Training | None = None
        with _one_thread():
            self.process.start()
        # With our copy closed, the death of the process ends the pipe.
        theirs.close()

    def give(self, training: Training) -> None:
        self.training = training
        self.pipe.send(training)

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():  # pragma: no cover - terminate suffices
            self.process.kill()


def _conduct(crew: list[_Worker], waiting: deque[Training], station: Station) -> Iterator[Record]:
    deaths: Counter[Training] = Counter()
    for worker in crew:
        worker.give(waiting.popleft())
    while busy := {worker.pipe: worker for worker in crew if worker.training}:
        for pipe in connection.wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]
            answer = _answer(worker)
            if answer is None:
                _bury(worker, deaths, waiting)
                crew[crew.index(worker)] = worker = _Worker(station)
            worker.training = None
            if waiting:
                worker.give(waiting.popleft())
            if answer is not None:
                yield answer


def _answer(worker: _Worker) -> Record | None:
    """What the worker found; None if it has died."""
    try:
        answer = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if isinstance(answer, Record):
        return answer
    raise answer


def _bury(worker: _Worker, deaths: Counter[Training], waiting: deque[Training]) -> None:
    """Put the training of a dead worker back in front, unless it has killed a worker before."""
    training = worker.training
    assert training is not None  # noqa: S101 - only busy workers are waited for
    worker.stop()
    deaths[training] += 1
    if deaths[training] == TRIES:
        code = worker.process.exitcode
        msg = f"{training}: its worker died {TRIES} times, last with exit code {code}; is there memory enough?"
        raise TrainingError(msg)
    waiting.appendleft(training)


def _work(pipe: Connection, station: Station) -> None:
    """The life of a worker: train what comes, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command itself stops its workers
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    import torch

    torch.set_num_threads(1)
    while True:
        try:
            training = pipe.recv()
        except EOFError:
            return
        pipe.send(_attempt(training, station))


def _attempt(training: Training, station: Station) -> Record | GraphDimError:
    try:
        return station.train(training)
    except GraphDimError as error:
        return error
    except Exception:  # noqa: BLE001 - whatever it is, it belongs to the command, with its traceback
        return TrainingError(f"{training}: {traceback.format_exc()}")


def _leave_with_parent() -> None:
    """A killed command must not leave workers behind."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@cache
def _load(dataset: str) -> LabelledGraph:
    from graphdim.bench.data import load

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
