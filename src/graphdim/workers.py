"""Work in other processes: tasks in, answers out as they finish.

Workers are started fresh ("spawn": a forked torch may hang), get their function by pickle, and leave when the pool is
left or its process is killed. A worker that dies is replaced, and its task is tried once more. Races and runs of
trainings stand on it; both keep what is finished in a ledger. Where stdout is kept for an answer, workers print to
stderr as well.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from graphdim.errors import GraphDimError, ParameterError, TrainingError
from graphdim.printing import give_up_stdout, prints_to_stderr
from graphdim.words import described

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection

__all__ = ["KEPT", "WorkerPool"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")

KEPT = "finished trainings are kept in the ledger, if there is one"
TRIES = 2
GRACE = 5  # seconds a worker has to leave
LONGEST_WAIT = 3600.0  # seconds; a wait without an end would not take every platform's clock
THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")
UNREADABLE = "workers need an objective that can be pickled"
WAY_OUT = "define it at the top level of a module, or leave out workers="
GUARD = "a script that starts workers calls graphdim below `if __name__ == '__main__':`"


class WorkerPool(Generic[Task, Answer]):
    """Processes that call `work`, started when they are first needed and stopped when the `with` ends.

    `name` is what a task is called in an error.
    """

    def __init__(
        self, work: Callable[[Task], Answer], size: int, *, n_threads: int = 1, name: Callable[[Task], str] = str
    ) -> None:
        if size < 1:
            msg = f"{size} workers; it takes at least 1"
            raise ParameterError(msg)
        self.size = size
        self.n_threads = n_threads
        self.name = name
        self.workers: list[_Worker] = []
        try:
            self.pickled = pickle.dumps(work)
        except Exception as error:
            msg = f"{UNREADABLE} ({error}); {WAY_OUT}"
            raise ParameterError(msg) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()
        self.workers.clear()

    def run(
        self,
        tasks: Iterable[Task],
        *,
        may_start: Callable[[Task], bool] = lambda _: True,
        time_left: Callable[[], float] = lambda: math.inf,
    ) -> Iterator[Answer]:
        """The answers as they come; when no time is left, what is under way is given up."""
        waiting = deque(tasks)
        deaths: Counter[Task] = Counter()
        while True:
            while waiting and may_start(waiting[0]) and (worker := self._idle()):
                worker.give(waiting.popleft())
            busy = [worker for worker in self.workers if worker.is_busy]
            if not busy or time_left() <= 0:
                return
            ready = connection.wait([worker.pipe for worker in busy], min(max(time_left(), 0.0), LONGEST_WAIT))
            answers = [self._answer(worker, waiting, deaths) for worker in busy if worker.pipe in ready]
            yield from (answer for answer in answers if not isinstance(answer, GraphDimError | None))
            # Raised last, so that what the other workers have finished is kept.
            for failure in (answer for answer in answers if isinstance(answer, GraphDimError)):
                raise failure

    def _idle(self) -> _Worker | None:
        """A worker without a task; a further one is started up to the size of the pool."""
        for worker in self.workers:
            if not worker.is_busy:
                return worker
        if len(self.workers) == self.size:
            return None
        with _few_threads(self.n_threads):
            self.workers.append(_Worker(self.pickled, self.name))
        return self.workers[-1]

    def _answer(self, worker: _Worker, waiting: deque[Task], deaths: Counter[Task]) -> Answer | GraphDimError | None:
        """What a worker says; None if it is only ready, or has died and its task waits for another one."""
        try:
            answer: Answer | GraphDimError | None = worker.answer()
        except (EOFError, OSError):
            return self._bury(worker, waiting, deaths)
        return answer

    def _bury(self, worker: _Worker, waiting: deque[Task], deaths: Counter[Task]) -> TrainingError | None:
        """Put the task of a dead worker back; an error if that would not help."""
        task, code = worker.task, worker.exit_code()
        self.workers.remove(worker)
        worker.stop()
        if not worker.is_ready and code > 0:
            return TrainingError(f"a worker process ended with exit code {code} before it could train; {GUARD}")
        deaths[task] += 1
        if deaths[task] == TRIES:
            why = f"its worker process died {TRIES} times, last with exit code {code}; is there enough memory?"
            return TrainingError(f"{self.name(task)}: {why} {KEPT.capitalize()}")
        waiting.appendleft(task)
        return None


class _Worker:
    """A process at the other end of a pipe, and the task that it is at."""

    def __init__(self, pickled: bytes, name: Callable[[Any], str]) -> None:
        context = get_context("spawn")
        self.task: Any = None
        self.is_busy = False
        self.is_ready = False
        self.pipe, theirs = context.Pipe()
        # Not a daemon: those may start no processes of their own, as a data loader does.
        how = {"keeps_stdout": not prints_to_stderr()}
        self.process = context.Process(target=_work, args=(theirs, pickled, name), kwargs=how)
        self.process.start()
        # With our copy closed, the death of the process ends the pipe.
        theirs.close()

    def give(self, task: Any) -> None:
        """Hand over a task; a process that is already dead is noticed by its answer."""
        self.task, self.is_busy = task, True
        try:
            self.pipe.send(task)
        except OSError:
            return

    def answer(self) -> Any:
        """The answer, or why there is none; None when the worker has only said that it is ready."""
        answer = self.pipe.recv()
        if answer is None:
            self.is_ready = True
        else:
            self.is_busy = False
        return answer

    def exit_code(self) -> int:
        """Of a process that is dying."""
        self.process.join(GRACE)
        return self.process.exitcode or 0

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()
        self.process.close()


def _work(pipe: Connection, pickled: bytes, name: Callable[[Any], str], *, keeps_stdout: bool) -> None:
    """The life of a worker: do what comes, until the pipe ends."""
    if not keeps_stdout:
        give_up_stdout()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool's own process stops its workers
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        work = _loaded(pickled)
        pipe.send(None)
        while True:
            pipe.send(_attempt(work, pipe.recv(), name))
    except GraphDimError as error:
        pipe.send(error)
    except (EOFError, BrokenPipeError):  # the pool has gone
        return


def _loaded(pickled: bytes) -> Callable[[Any], Any]:
    try:
        work: Callable[[Any], Any] = pickle.loads(pickled)  # noqa: S301 - our own parent pickled it
    except Exception as error:
        msg = f"{UNREADABLE}; a worker could not load it ({error}); {WAY_OUT}"
        raise ParameterError(msg) from error
    return work


def _attempt(work: Callable[[Any], Any], task: Any, name: Callable[[Any], str]) -> Any:
    """The answer, or its error with the traceback as a note: a traceback itself does not pass between processes."""
    try:
        return work(task)
    except Exception as error:  # noqa: BLE001 - the pool's own process reports it, whatever it is
        told = TrainingError(f"{name(task)}: {described(error)}")
        failure = error if isinstance(error, GraphDimError) else told
        failure.add_note(traceback.format_exc())
        return failure


def _leave_with_parent() -> None:
    """A process that is killed must not leave workers behind."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _few_threads(number: int) -> Iterator[None]:
    """Libraries read their number of threads from the environment when they are loaded; a user's setting holds."""
    ours = {name: str(number) for name in THREADS if name not in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name in ours:
            os.environ.pop(name, None)
