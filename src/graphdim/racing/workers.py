"""Where trainings run: in this process one after the other, or in worker processes side by side.

Both give each training as soon as it is finished, and start none that is not expected to end within the budget. In this
process nobody can interrupt a training under way; a worker is stopped when the budget ends. Workers are started fresh
("spawn": a forked torch may hang), get the objective by pickle, and leave when the race leaves or is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections import deque
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any, Protocol, Self

from graphdim.errors import GraphDimError, ParameterError, TrainingError
from graphdim.racing.training import KEPT, Training, train
from graphdim.threads import n_cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

    from graphdim.racing.budget import Clock
    from graphdim.racing.training import Cell, Objective

__all__ = ["Runner", "runner"]

GRACE = 5  # seconds a worker has to leave
LONGEST_WAIT = 3600.0  # seconds; a wait without an end would not take every platform's clock
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")
UNREADABLE = "workers need an objective that can be pickled"
WAY_OUT = "define it at the top level of a module, or leave out workers="


class Runner(Protocol):
    """Trains the cells of a batch."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def run(self, cells: Sequence[Cell], clock: Clock, finished: Mapping[Cell, Training]) -> Iterator[Training]:
        """Give each training when it is finished; the caller adds it to `finished` before asking for the next."""


def runner(objective: Objective, n_workers: int | None) -> Runner:
    """None for this process; a number for so many others."""
    return Here(objective) if n_workers is None else WorkerPool(objective, n_workers)


class Here:
    """Trains in this process."""

    def __init__(self, objective: Objective) -> None:
        self.objective = objective

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was opened."""

    def run(self, cells: Sequence[Cell], clock: Clock, finished: Mapping[Cell, Training]) -> Iterator[Training]:
        """Train one after the other."""
        for dimension, seed in cells:
            if not clock.allows(dimension, finished.values()):
                return
            yield train(self.objective, dimension, seed)


class WorkerPool:
    """Worker processes, started when they are first needed and stopped when the `with` ends."""

    def __init__(self, objective: Objective, size: int) -> None:
        self.size = size
        self.workers: list[_Worker] = []
        try:
            self.pickled = pickle.dumps(objective)
        except Exception as error:
            msg = f"{UNREADABLE} ({error}); {WAY_OUT}"
            raise ParameterError(msg) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()
        self.workers.clear()

    def run(self, cells: Sequence[Cell], clock: Clock, finished: Mapping[Cell, Training]) -> Iterator[Training]:
        """Train side by side; at the end of the budget, what is still under way is given up."""
        waiting = deque(cells)
        while True:
            while waiting and clock.allows(waiting[0][0], finished.values()) and (worker := self._idle()):
                worker.give(waiting.popleft())
            busy = [worker for worker in self.workers if worker.cell]
            if not busy or clock.left <= 0:
                return
            ready = connection.wait([worker.pipe for worker in busy], min(max(clock.left, 0.0), LONGEST_WAIT))
            answers = [worker.answer() for worker in busy if worker.pipe in ready]
            yield from (answer for answer in answers if isinstance(answer, Training))
            # Raised last, so that what the other workers have finished is kept.
            for failure in (answer for answer in answers if isinstance(answer, GraphDimError)):
                raise failure

    def _idle(self) -> _Worker | None:
        """A worker without a training; a further one is started up to the size of the pool."""
        for worker in self.workers:
            if worker.cell is None:
                return worker
        if len(self.workers) == self.size:
            return None
        with _few_threads(max(1, n_cores() // self.size)):
            self.workers.append(_Worker(self.pickled))
        return self.workers[-1]


class _Worker:
    """A process at the other end of a pipe, and the cell that it is training."""

    def __init__(self, pickled: bytes) -> None:
        context = get_context("spawn")
        self.cell: Cell | None = None
        self.is_ready = False
        self.pipe, theirs = context.Pipe()
        # Not a daemon: those may start no processes of their own, as a data loader does.
        self.process = context.Process(target=_work, args=(theirs, pickled))
        self.process.start()
        # With our copy closed, the death of the process ends the pipe.
        theirs.close()

    def give(self, cell: Cell) -> None:
        """Hand over a cell; a process that is already dead is noticed by its answer."""
        self.cell = cell
        try:
            self.pipe.send(cell)
        except OSError:
            return

    def answer(self) -> Training | GraphDimError | None:
        """The finished training, or why there is none; None when the worker has only said that it is ready."""
        try:
            answer: Training | GraphDimError | None = self.pipe.recv()
        except (EOFError, OSError):
            return self._death()
        if answer is None:
            self.is_ready = True
        else:
            self.cell = None
        return answer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()
        self.process.close()

    def _death(self) -> TrainingError:
        self.process.join(GRACE)
        code, (dimension, seed) = self.process.exitcode, self.cell or (0, 0)
        if not self.is_ready:
            guard = "a script that starts workers calls race below `if __name__ == '__main__':`"
            return TrainingError(f"a worker process ended with exit code {code} before it could train; {guard}")
        why = f"its worker process died with exit code {code}; is there enough memory?"
        return TrainingError(f"dimension {dimension}, seed {seed}: {why} {KEPT.capitalize()}")


def _work(pipe: Connection, pickled: bytes) -> None:
    """The life of a worker: train what comes, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the race itself stops its workers
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        objective = _loaded(pickled)
        pipe.send(None)
        while True:
            cell = pipe.recv()
            pipe.send(_portable(lambda: train(objective, *cell)))  # noqa: B023 - it is called at once
    except GraphDimError as error:
        pipe.send(error)
    except (EOFError, BrokenPipeError):  # the race has gone
        return


def _loaded(pickled: bytes) -> Objective:
    try:
        objective: Objective = pickle.loads(pickled)  # noqa: S301 - our own parent pickled it
    except Exception as error:
        msg = f"{UNREADABLE}; a worker could not load it ({error}); {WAY_OUT}"
        raise ParameterError(msg) from error
    return objective


def _portable(work: Callable[[], Training]) -> Training | GraphDimError:
    """The training, or its error with the traceback as a note: a traceback itself does not pass between processes."""
    try:
        return work()
    except GraphDimError as error:
        error.add_note(traceback.format_exc())
        return error


def _leave_with_parent() -> None:
    """A race that is killed must not leave workers behind."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _few_threads(number: int) -> Iterator[None]:
    """Libraries read their number of threads from the environment when they are loaded; a user's setting holds."""
    ours: dict[str, Any] = {name: str(number) for name in THREADS if name not in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name in ours:
            os.environ.pop(name, None)
