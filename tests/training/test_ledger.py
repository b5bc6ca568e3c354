"""The ledger: whole lines, whoever writes and whatever dies."""

import json
import math
import multiprocessing
import os
import resource
import signal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphdim.errors import SourceError
from graphdim.training.ledger import Ledger, read_ledgers
from ledgers import record, training

FIELDS = {
    *("task", "dataset", "model", "dimension", "width", "layers", "train_per_class", "seed", "score"),
    *("validation_score", "epochs", "seconds", "parameters", "peak_memory_bytes", "leaks", "versions", "cpu", "commit"),
}


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "results" / "ledger.jsonl")


def test_a_ledger_that_is_not_there_is_empty(ledger: Ledger) -> None:
    assert ledger.records() == []


def test_what_is_appended_is_read(ledger: Ledger) -> None:
    records = [
        record(seed=0),
        record(seed=1, task="link-prediction", train_per_class=None, leaks=("edges-among-negatives",)),
    ]
    for each in records:
        ledger.append(each)
    assert records == ledger.records()


def test_a_line_has_every_field(ledger: Ledger) -> None:
    ledger.append(record())
    [line] = ledger.path.read_text().splitlines()
    facts = json.loads(line)
    assert facts.keys() >= FIELDS
    assert facts["leaks"] == []


def test_a_training_told_twice_counts_once_and_the_first_holds(ledger: Ledger) -> None:
    ledger.append(record(0.8))
    ledger.append(record(0.9))
    assert [each.outcome.score for each in ledger.records()] == [0.8]


@given(st.integers(min_value=0))
def test_a_line_torn_anywhere_costs_itself_alone(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    ledger = Ledger(tmp_path_factory.mktemp("torn") / "ledger.jsonl")
    for seed in range(2):
        ledger.append(record(seed=seed))
    first, second = ledger.path.read_bytes().splitlines(keepends=True)
    kept = cut % len(second)
    ledger.path.write_bytes(first + second[:kept])
    ledger.append(record(seed=2))
    # A line that lacks nothing but its line feed is whole.
    survivors = [0, 1, 2] if kept == len(second) - 1 else [0, 2]
    assert survivors == [each.training.seed for each in ledger.records()]


def test_a_line_that_is_json_but_no_training_is_refused_with_its_place(ledger: Ledger) -> None:
    ledger.append(record())
    with ledger.path.open("a") as handle:
        handle.write('{"score": 0.9}\n')
    with pytest.raises(SourceError, match=r"ledger\.jsonl, line 2: not the record of a training"):
        ledger.records()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"score": math.nan}, "score is nan; it must lie between 0 and 1"),
        ({"score": 1.5}, "score is 1.5; it must lie between 0 and 1"),
        ({"score": None}, "score is None; it must lie between 0 and 1"),
        ({"validation_score": "0.5"}, "validation score is 0.5; it must lie"),
        ({"average_precision": -0.1}, "average precision is -0.1"),
        ({"seconds": math.inf}, "seconds is inf"),
        ({"epochs": 0}, "epochs is 0; it must be a whole number of at least 1"),
        ({"dataset": "<script>"}, "holds markup or control characters"),
        ({"dataset": "a\x1b[31m"}, "holds markup or control characters"),
        ({"cpu": "[a](b)"}, "holds markup or control characters"),
        ({"versions": {"python": "<b>"}}, "holds markup or control characters"),
        ({"graph": None}, "has no attribute"),
        ({"graph": {"selected": {"1": math.nan}}}, "1 of the graph is nan"),
        ({"graph": {"n_nodes": "<b>", "selected": {}}}, "n_nodes of the graph is <b>"),
        ({"dimension": [98]}, r"dimension is \[98\]; it must be a whole number of at least 1"),
        ({"model": "gin"}, "unknown model"),
    ],
)
def test_a_line_that_no_training_gives_is_refused_with_its_place(ledger: Ledger, change: dict, message: str) -> None:
    ledger.append(record())
    with ledger.path.open("a") as handle:
        handle.write(json.dumps(record(seed=1).facts() | change) + "\n")
    with pytest.raises(SourceError, match=rf"ledger\.jsonl, line 2: not the record of a training \(.*{message}"):
        ledger.records()


def test_a_file_that_is_no_ledger_is_refused(ledger: Ledger) -> None:
    ledger.path.parent.mkdir()
    ledger.path.write_text("source,target\n0,1\n")
    with pytest.raises(SourceError, match=r"ledger\.jsonl: this file is no ledger, .*; name another with --ledger"):
        ledger.prepare()


@pytest.mark.parametrize("content", ["", "{", '{"task": "node-cl'])
def test_a_ledger_of_a_torn_line_alone_is_empty(ledger: Ledger, content: str) -> None:
    ledger.path.parent.mkdir()
    ledger.path.write_text(content)
    ledger.prepare()
    ledger.append(record())
    assert len(ledger.records()) == 1


@pytest.mark.parametrize("line", ["3", "[]", '"text"', "null"])
def test_json_that_is_no_object_is_refused(ledger: Ledger, line: str) -> None:
    ledger.path.parent.mkdir()
    ledger.path.write_text(line + "\n")
    with pytest.raises(SourceError, match="line 1"):
        ledger.records()


def test_a_line_older_than_a_field_has_its_default(ledger: Ledger) -> None:
    ledger.append(record())
    facts = json.loads(ledger.path.read_text())
    del facts["per_head"]
    ledger.path.write_text(json.dumps(facts) + "\n")
    assert [training()] == [each.training for each in ledger.records()]


def _append_many(path: Path, first_seed: int, n: int) -> None:
    for seed in range(first_seed, first_seed + n):
        Ledger(path).append(record(seed=seed))


def test_processes_append_at_once_without_losing_a_line(ledger: Ledger) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_append_many, args=(ledger.path, 1000 * each, 50)) for each in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    wanted = {1000 * each + seed for each in range(3) for seed in range(50)}
    assert len(ledger.path.read_text().splitlines()) == 150
    assert wanted == {each.training.seed for each in ledger.records()}


def test_a_writer_killed_while_writing_leaves_whole_lines(ledger: Ledger) -> None:
    ledger.append(record(seed=999_999))
    writer = multiprocessing.get_context("spawn").Process(target=_append_many, args=(ledger.path, 0, 100_000))
    writer.start()
    while len(ledger.records()) < 20:
        assert writer.is_alive()
    os.kill(writer.pid or 0, signal.SIGKILL)
    writer.join()
    seeds = [each.training.seed for each in ledger.records()]
    assert [999_999, *range(len(seeds) - 1)] == seeds
    ledger.append(record(seed=500_000))
    assert [*seeds, 500_000] == [each.training.seed for each in ledger.records()]


def _append_with_room_for(path: Path, n_bytes: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, n_bytes))
    with pytest.raises(OSError, match="taken back"):
        Ledger(path).append(record(seed=1))


def test_a_full_disk_leaves_the_ledger_as_it_was(ledger: Ledger) -> None:
    ledger.append(record(seed=0))
    before = ledger.path.read_bytes()
    writer = multiprocessing.get_context("spawn").Process(
        target=_append_with_room_for, args=(ledger.path, len(before) + 10)
    )
    writer.start()
    writer.join()
    assert writer.exitcode == 0
    assert before == ledger.path.read_bytes()


def test_several_ledgers_read_as_one(tmp_path: Path) -> None:
    for name, seeds in (("a", (0, 1)), ("b", (1, 2))):
        for seed in seeds:
            Ledger(tmp_path / name).append(record(seed=seed))
    assert [each.training.seed for each in read_ledgers([tmp_path / "a", tmp_path / "b"])] == [0, 1, 2]


def test_a_ledger_to_be_read_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such ledger; a run of trainings writes it"):
        read_ledgers([tmp_path / "nowhere.jsonl"])


def test_a_place_that_cannot_hold_a_ledger_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceError, match="the ledger cannot be written: "):
        Ledger(tmp_path / "file" / "ledger.jsonl").prepare()
    with pytest.raises(SourceError, match="the ledger cannot be written: it is not a file"):
        Ledger(tmp_path).prepare()
