"""The race in worker processes: the same answer, and nothing lost when a worker fails."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import graphdim as gd
from graphdim import errors
from racing.objectives import (
    CANDIDATES,
    Unloadable,
    dying,
    endless,
    flawed_by,
    raising,
    saturating,
    slow,
    threads_in_use,
)


@pytest.fixture(autouse=True)
def no_worker_is_left():
    yield
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_changes_nothing(workers, tmp_path):
    result = gd.race(saturating, CANDIDATES, workers=workers, ledger=tmp_path / "race.jsonl")
    here = gd.race(saturating, CANDIDATES)
    assert result == here
    assert (result.dimension, result.certainty, result.ended) == (here.dimension, here.certainty, here.ended)
    assert len((tmp_path / "race.jsonl").read_text().splitlines()) == here.n_trainings


def test_a_budget_stops_what_is_under_way(clock):
    def end_the_budget(race):
        if race.n_trainings == len(CANDIDATES):  # the others never end
            clock.pass_seconds(11)

    result = gd.race(endless, CANDIDATES, workers=2, budget="10s", watch=end_the_budget)
    assert (result.ended, result.dimension) == ("budget", None)
    assert {each.cell for each in result.trainings} == {(dimension, 0) for dimension in CANDIDATES}


def test_a_budget_in_which_no_training_ends_promises_no_time():
    shown = repr(gd.race(partial(slow, seconds=600), CANDIDATES, workers=2, budget=0.5))
    assert "none finished; the full grid has" in shown
    assert "the budget is spent, and no training finished" in shown


@pytest.mark.parametrize(
    ("objective", "match"),
    [
        (dying, "dimension 64, seed 1: its worker process died 2 times, last with exit code 9; is there enough memory"),
        (raising, "dimension 64, seed 1: the objective raised ArithmeticError: a matrix of no rank"),
        (flawed_by(float("nan")), "dimension 64, seed 1: the score is nan"),
        (Unloadable(), "workers need an objective that can be pickled; a worker could not load it"),
    ],
)
def test_failures_are_one_clear_line_and_what_was_finished_is_kept(objective, match, tmp_path):
    ledger = tmp_path / "race.jsonl"
    with pytest.raises(errors.GraphDimError, match=match) as told:
        gd.race(objective, CANDIDATES, workers=2, ledger=ledger)
    assert len(str(told.value).splitlines()) == 1
    finished = [json.loads(line) for line in ledger.read_text().splitlines()]
    # Seed 0 comes first; of two workers the other one may still be at its first training when the failure comes.
    assert sum(each["seed"] == 0 for each in finished) >= (0 if isinstance(objective, Unloadable) else 5)


def test_an_objective_that_cannot_be_pickled_is_refused():
    with pytest.raises(
        errors.ParameterError, match="workers need an objective that can be pickled .*; define it at the"
    ):
        gd.race(lambda dimension, seed: dimension + seed, CANDIDATES, workers=1)


def test_a_script_without_a_guard_is_told_so(tmp_path):
    script = tmp_path / "unguarded.py"
    script.write_text(
        "import graphdim as gd\n"
        "def objective(dimension, seed):\n    return 0.5\n"
        "try:\n    gd.race(objective, [8, 16], workers=1)\n"
        "except gd.GraphDimError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, check=False, text=True)
    assert "before it could train; a script that starts workers calls graphdim below `if __name__ ==" in done.stdout


def test_a_killed_race_leaves_no_worker(tmp_path):
    script = tmp_path / "guarded.py"
    script.write_text(
        "import os, sys, time\n"
        "import graphdim as gd\n"
        "def objective(dimension, seed):\n"
        "    open(f'pid-{os.getpid()}', 'w').close()\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n    gd.race(objective, [8, 16], workers=2)\n"
    )
    process = subprocess.Popen([sys.executable, script], cwd=tmp_path)
    while len(list(tmp_path.glob("pid-*"))) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    workers = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    while any(_is_alive(pid) for pid in workers):
        time.sleep(0.05)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_race_keeps_what_was_finished_and_leaves_no_worker(tmp_path):
    script, ledger = tmp_path / "guarded.py", tmp_path / "race.jsonl"
    script.write_text(
        "import os, time\n"
        "import graphdim as gd\n"
        "def objective(dimension, seed):\n"
        "    open(f'pid-{os.getpid()}', 'w').close()\n"
        "    time.sleep(600 * seed)\n"
        "    return 0.5\n"
        "if __name__ == '__main__':\n    gd.race(objective, [8, 16, 32], workers=2, ledger='race.jsonl')\n"
    )
    process = subprocess.Popen([sys.executable, script], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not ledger.exists() or len(ledger.read_text().splitlines()) < 3:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1].rstrip().endswith("KeyboardInterrupt")
    assert len(ledger.read_text().splitlines()) == 3
    assert not any(_is_alive(int(path.name.removeprefix("pid-"))) for path in tmp_path.glob("pid-*"))


def test_workers_share_the_cores_unless_told_otherwise(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    result = gd.race(threads_in_use, [8, 16], workers=2, max_seeds=2)
    assert {each.score for each in result.trainings} == {7.0}
    assert "MKL_NUM_THREADS" not in os.environ


def test_slow_trainings_are_given_as_they_finish():
    seen = []
    gd.race(slow, [64, 256], workers=2, watch=lambda state: seen.append(state.n_trainings))
    assert seen == list(range(1, len(seen) + 1))


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A zombie waits for whoever inherited it; it holds nothing any more.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
