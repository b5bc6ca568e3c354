"""Workers: the same results however many there are, and none lost when one dies."""

import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graphdim.errors import GraphDimError, ParameterError, TrainingError
from graphdim.training.definition import Training
from graphdim.training.experiment import Experiment
from graphdim.training.grid import Grid
from graphdim.training.ledger import Ledger, Record
from graphdim.training.workers import WorkerContext, worker_pool
from graphdim.workers import WorkerPool
from labelled_toys import N_NODES, put_toy, toy_edges
from ledgers import GRAPH, training


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorkerContext:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    return WorkerContext({"toy": GRAPH})


def toy(**changes: object) -> Training:
    return training(**{"dataset": "toy", "train_per_class": None, "dimension": 4, "max_epochs": 5} | changes)


def outcomes(records: list[Record]) -> dict[Training, tuple[float, float, int]]:
    """What does not depend on the clock."""
    return {each.training: (each.outcome.score, each.outcome.validation_score, each.outcome.epochs) for each in records}


PLAN = [
    toy(seed=seed, task=task, model=model)
    for seed in range(2)
    for task in ("node-classification", "link-prediction")
    for model in ("mlp", "gcn")
]


def test_results_do_not_depend_on_the_number_of_workers(context: WorkerContext) -> None:
    here = [context.train(each) for each in PLAN]
    for size in (1, 2):
        with worker_pool(context, size) as pool:
            assert outcomes(list(pool.run(PLAN))) == outcomes(here)


def test_every_record_is_in_the_ledger_when_it_is_given(context: WorkerContext, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    grid = Grid(("toy",), (4,), models=("mlp", "gcn"), seeds=1, max_epochs=5)
    given = []
    for record in Experiment((grid,), context.settings).run(ledger.path, workers=2):
        assert record in ledger.records()
        given.append(record.training)
    assert [each.training for each in ledger.records()] == given
    assert len(given) == 4


def test_a_worker_killed_is_replaced_and_its_training_tried_again(context: WorkerContext) -> None:
    long = [toy(seed=seed, max_epochs=2000, patience=2000) for seed in range(4)]
    with worker_pool(context, 2) as pool:
        records = pool.run(long)
        found = [next(records)]
        victim = next(worker for worker in pool.workers if worker.is_busy)
        os.kill(victim.process.pid or 0, signal.SIGKILL)
        found += records
    assert sorted(each.training.seed for each in found) == [0, 1, 2, 3]


def kill_whoever_trains(pool: WorkerPool[Training, Record], times: int) -> None:
    """Play the system that runs out of memory."""
    killed: set[int] = set()
    while len(killed) < times:
        # The pool may let go of a process that is dead while this looks at it.
        with suppress(ValueError, ProcessLookupError):
            for worker in list(pool.workers):
                pid = worker.process.pid
                if worker.is_busy and pid and pid not in killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
        time.sleep(0.01)


def test_a_training_that_kills_its_worker_twice_is_given_up(context: WorkerContext) -> None:
    with worker_pool(context, 1) as pool:
        threading.Thread(target=kill_whoever_trains, args=(pool, 2), daemon=True).start()
        with pytest.raises(TrainingError, match="died 2 times, last with exit code -9"):
            next(pool.run([toy(max_epochs=10**6, patience=10**6)]))


def test_bad_settings_are_one_clear_error(context: WorkerContext, tmp_path: Path) -> None:
    np.savez(tmp_path / "graphs" / "toy.npz", n=N_NODES, edges=toy_edges(), labels=np.zeros(N_NODES, dtype=np.int64))
    with worker_pool(context, 1) as pool, pytest.raises(GraphDimError, match="class"):
        next(pool.run([toy()]))


def test_an_unexpected_failure_is_one_line_and_carries_its_traceback(context: WorkerContext) -> None:
    with (
        worker_pool(replace(context, graphs={}), 1) as pool,
        pytest.raises(TrainingError, match=r"KeyError: 'toy'$") as caught,
    ):
        next(pool.run([toy()]))
    [note] = caught.value.__notes__
    assert note.startswith("Traceback")


def test_leaving_stops_the_workers(context: WorkerContext) -> None:
    with worker_pool(context, 2) as pool:
        next(pool.run(PLAN))
        pids = [worker.process.pid or 0 for worker in pool.workers]
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_at_least_one_worker(context: WorkerContext) -> None:
    with pytest.raises(ParameterError, match="0 workers"):
        worker_pool(context, 0)
