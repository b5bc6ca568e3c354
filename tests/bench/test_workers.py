"""Workers: the same results however many there are, and none lost when one dies."""

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from bench.ledgers import GRAPH, training
from bench.toys import toy_graph
from graphdim.bench.ledger import Ledger, Record
from graphdim.bench.training import Training
from graphdim.bench.workers import Crew, Station
from graphdim.errors import GraphDimError, ParameterError, TrainingError


@pytest.fixture
def station(tmp_path: Path) -> Station:
    return Station({"toy": GRAPH}, tmp_path / "ledger.jsonl", {"toy": toy_graph()})


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


def test_results_do_not_depend_on_the_number_of_workers(station: Station) -> None:
    here = [station.train(each, remember=False) for each in PLAN]
    for size in (1, 2):
        with Crew(station, size) as crew:
            assert outcomes(list(crew.run(PLAN, remember=False))) == outcomes(here)


def test_every_record_is_in_the_ledger_when_it_is_given(station: Station) -> None:
    assert station.ledger is not None
    ledger = Ledger(station.ledger)
    with Crew(station, 2) as crew:
        for record in crew.run(PLAN):
            assert record in ledger.records()
    assert {each.training for each in ledger.records()} == set(PLAN)


def test_probes_are_not_remembered(station: Station) -> None:
    with Crew(station, 1) as crew:
        assert len(list(crew.run(PLAN[:1], remember=False))) == 1
    assert station.ledger is not None
    assert not station.ledger.exists()


def test_a_worker_killed_is_replaced_and_its_training_tried_again(station: Station) -> None:
    long = [toy(seed=seed, max_epochs=2000, patience=2000) for seed in range(4)]
    with Crew(station, 2) as crew:
        records = crew.run(long)
        found = [next(records)]
        victim = next(worker for worker in crew.workers if worker.training)
        os.kill(victim.process.pid or 0, signal.SIGKILL)
        found += records
    assert sorted(each.training.seed for each in found) == [0, 1, 2, 3]


def kill_whoever_trains(crew: Crew, times: int) -> None:
    """Play the system that runs out of memory."""
    killed: set[int] = set()
    while len(killed) < times:
        for worker in list(crew.workers):
            pid = worker.process.pid
            if worker.training and pid and pid not in killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)


def test_a_training_that_kills_its_worker_twice_is_given_up(station: Station) -> None:
    with Crew(station, 1) as crew:
        threading.Thread(target=kill_whoever_trains, args=(crew, 2), daemon=True).start()
        with pytest.raises(TrainingError, match="died 2 times, last with exit code -9"):
            next(crew.run([toy(max_epochs=10**6, patience=10**6)]))


def test_bad_settings_are_one_clear_error(station: Station) -> None:
    alone = replace(toy_graph(), labels=toy_graph().labels * 0)
    broken = replace(station, own={"toy": alone})
    with Crew(broken, 1) as crew, pytest.raises(GraphDimError, match="class"):
        next(crew.run([toy()]))


def test_an_unexpected_failure_is_one_line_and_carries_its_traceback(station: Station) -> None:
    with (
        Crew(replace(station, graphs={}), 1) as crew,
        pytest.raises(TrainingError, match=r"KeyError: 'toy'$") as caught,
    ):
        next(crew.run([toy()]))
    [note] = caught.value.__notes__
    assert note.startswith("Traceback")


def test_leaving_stops_the_workers(station: Station) -> None:
    with Crew(station, 2) as crew:
        next(crew.run(PLAN))
        processes = [worker.process for worker in crew.workers]
    assert [process.is_alive() for process in processes] == [False, False]


def test_at_least_one_worker(station: Station) -> None:
    with pytest.raises(ParameterError, match="0 workers"):
        Crew(station, 0)
