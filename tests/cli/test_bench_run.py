"""`graphdim bench run`, for real: killed, interrupted, resumed, and refused in one line."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from labelled_toys import N_NODES, put_toy, toy_edges

NODES = ("--model", "mlp", "--task", "node-classification")
TOY = ("--dataset", "toy", *NODES, "--dimension", "4,8", "--patience", "100000")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    put_toy(tmp_path)
    return tmp_path


def start(place: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "graphdim", "bench", "run", *options]
    environment = os.environ | {"GRAPHDIM_DATA": str(place)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=place, env=environment, text=True, start_new_session=True, **pipes)


def finish(place: Path, *options: str) -> tuple[int, str, str]:
    process = start(place, *options)
    out, err = process.communicate()
    return process.returncode, out, err


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def scores(records: Sequence[dict[str, Any]]) -> dict[tuple[int, int], float]:
    return {(each["dimension"], each["seed"]): each["score"] for each in records}


def processes_of(session: int) -> list[int]:
    """The living processes that a command has started, itself included; zombies are dead."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its_session = stat.read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(its_session) == session and state not in "ZX":
            found.append(int(stat.parent.name))
    return found


def wait_for(condition: Any) -> None:
    while not condition():
        time.sleep(0.02)


def test_killed_with_9_it_loses_nothing_finished_and_goes_on(place: Path) -> None:
    ledger = place / "ledger.jsonl"
    options = (*TOY, "--seeds", "4", "--max-epochs", "1000", "--workers", "2")
    process = start(place, *options)
    wait_for(lambda: len(lines(ledger)) >= 2 or process.poll() is not None)
    assert process.poll() is None, "it was to be killed before it ends"
    process.kill()
    process.communicate()
    wait_for(lambda: not processes_of(process.pid))
    survived = lines(ledger)
    assert 2 <= len(survived) < 8

    code, out, err = finish(place, *options)
    assert code == 0
    assert out == f"{8 - len(survived)} trainings added to ledger.jsonl\n"
    assert f"({len(survived)} more are in the ledger already)" in err
    assert lines(ledger)[: len(survived)] == survived
    assert len(scores(lines(ledger))) == len(lines(ledger)) == 8

    code, out, _ = finish(place, *options, "--ledger", "whole.jsonl", "--workers", "1")
    assert code == 0
    assert scores(lines(place / "whole.jsonl")) == scores(lines(ledger))


def test_a_torn_last_line_is_trained_again(place: Path) -> None:
    ledger = place / "ledger.jsonl"
    options = (*TOY, "--seeds", "1", "--max-epochs", "5")
    assert finish(place, *options)[0] == 0
    whole = lines(ledger)
    ledger.write_bytes(ledger.read_bytes()[:-40])
    assert finish(place, *options)[1] == "1 training added to ledger.jsonl\n"
    told = [line for line in ledger.read_text().splitlines() if line.endswith("}")]
    assert scores([json.loads(line) for line in told]) == scores(whole)


@pytest.mark.usefixtures("interruptible")
def test_interrupted_it_leaves_no_process_behind(place: Path) -> None:
    ledger = place / "ledger.jsonl"
    process = start(place, *TOY, "--seeds", "50", "--max-epochs", "3000")
    wait_for(lambda: lines(ledger) or process.poll() is not None)
    assert process.poll() is None, "it was to be interrupted before it ends"
    os.killpg(process.pid, signal.SIGINT)  # what Ctrl-C does
    _, err = process.communicate()
    assert process.returncode == 130
    kept = f"{len(lines(ledger))} of 100 trainings are in ledger.jsonl; the same command goes on"
    assert err.splitlines()[-1] == f"Error: interrupted: {kept}"
    assert "Traceback" not in err
    wait_for(lambda: not processes_of(process.pid))


def test_a_file_that_is_no_ledger_is_refused_and_left_as_it_was(place: Path) -> None:
    (place / "edges.csv").write_text("source,target\n0,1\n")
    code, out, err = finish(place, *TOY, "--ledger", "edges.csv")
    fault = "Error: edges.csv: this file is no ledger, and writing to it would damage it; name another with --ledger"
    assert (code, out, err.splitlines()[-1]) == (2, "", fault)
    assert (place / "edges.csv").read_text() == "source,target\n0,1\n"


def test_json_prints_the_lines_of_the_ledger(place: Path) -> None:
    code, out, err = finish(place, *TOY, "--seeds", "2", "--max-epochs", "5", "--json")
    assert code == 0
    assert sorted(out.splitlines()) == sorted((place / "ledger.jsonl").read_text().splitlines())
    assert re.search(r"^4 trainings, \d+ workers?: about .+\.$", err, flags=re.MULTILINE)


def test_a_finished_command_has_nothing_to_do(place: Path) -> None:
    options = (*TOY, "--seeds", "1", "--max-epochs", "5")
    finish(place, *options)
    code, out, err = finish(place, *options)
    assert (code, out) == (0, "0 trainings added to ledger.jsonl\n")
    assert err == "The ledger ledger.jsonl already holds everything: 2 trainings.\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dimension", "0"), "0 is too small; it must be at least 1"),
        (
            ("--dimension", "wide"),
            "'wide' is not accepted; it takes a whole number, selected, default",
        ),
        (("--model", "gcn,transformer"), "'transformer' is not accepted; it takes mlp, gcn, gat, gcnii"),
        (
            ("--dataset", "nowhere"),
            "'nowhere' is unknown or has no labels; those to train on are cora, citeseer, pubmed, ",
        ),
        (("--dataset", "toy,karate"), "dataset 'karate' is unknown or has no labels; those to train on are cora"),
        (("--model", "gcn"), "name at least one dataset with --dataset"),
        (("--dataset", "toy", "--settings", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("--seeds", "0"), "0 is not in the range"),
    ],
)
def test_bad_options_are_one_line(place: Path, options: tuple[str, ...], message: str) -> None:
    code, out, err = finish(place, *options)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_dataset_of_one_class_is_refused_in_one_line(place: Path) -> None:
    np.savez(place / "graphs" / "alike.npz", n=N_NODES, edges=toy_edges(), labels=np.zeros(N_NODES, dtype=np.int64))
    code, _, err = finish(place, "--dataset", "alike", *NODES, "--seeds", "1")
    assert code == 2
    assert err.splitlines()[-1].startswith("Error: ")
    assert "class" in err.splitlines()[-1]
    assert "Traceback" not in err


def test_settings_of_ones_own_are_used_and_never_mixed_with_others(place: Path) -> None:
    (place / "mine.toml").write_text("[mlp]\nlearning_rate = { value = 0.5 }\n")
    options = (*TOY, "--seeds", "1", "--max-epochs", "5")
    assert finish(place, *options, "--settings", "mine.toml")[0] == 0
    code, _, err = finish(place, *options)
    assert code == 2
    assert "it was trained with other settings" in err


LACKING = """
import sys
class Absent:
    def find_spec(name, path, target=None):
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent)
from graphdim.cli import main
main()
"""


@pytest.mark.parametrize(
    "arguments", [("bench", "run", "--dataset", "toy"), ("sweep", "dataset:karate", "--model", "gcn")]
)
def test_without_torch_one_line_has_the_command_that_helps(place: Path, arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", LACKING, *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [done.stderr.strip()]
    assert "pip install 'graphdim[bench]'" in done.stderr


@pytest.mark.parametrize("command", [["bench"], ["bench", "run"], ["sweep"]])
def test_every_help_has_an_example_and_imports_nothing_heavy(command: list[str]) -> None:
    code = (
        "import sys; from graphdim.cli import graphdim\n"
        "try: graphdim.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'scipy', 'polars', 'torch', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, *command, "--help"], check=True, capture_output=True, text=True)
    assert "Example" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
