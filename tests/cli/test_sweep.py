"""`graphdim sweep`: a graph in a file and perhaps a function in another, an answer on stdout."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from labelled_toys import toy_edges, toy_labels

FUNCTIONS = """
import os, time
import numpy as np

def halves(adjacency, dimension, seed):
    rows = np.zeros((adjacency.shape[0], dimension))
    rows[:, 0] = dimension >= 8
    rows[30:, 0] *= -1
    return rows

def raising(adjacency, dimension, seed):
    if seed:
        raise ArithmeticError("a matrix\\nof no rank")
    return halves(adjacency, dimension, seed)

def dying(adjacency, dimension, seed):
    if seed:
        os.kill(os.getpid(), 9)
    return halves(adjacency, dimension, seed)

def endless(adjacency, dimension, seed):
    if seed:
        time.sleep(600)
    return halves(adjacency, dimension, seed)
"""
PRINTING = """
def printing(adjacency, dimension, seed):
    print(f"training {dimension}")
    os.system("echo from a program")
    return halves(adjacency, dimension, seed)
"""
SOURCE = ("edges.csv", "--labels", "labels.csv", "--dimensions", "2,4,8,16", "--workers", "1", "--ledger", "mine.jsonl")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    # Padded, so that the order of the ids is that of the numbers.
    (tmp_path / "edges.csv").write_text("".join(f"n{a:02},n{b:02}\n" for a, b in toy_edges()))
    (tmp_path / "labels.csv").write_text("".join(f"n{node:02},{label}\n" for node, label in enumerate(toy_labels())))
    (tmp_path / "mine.py").write_text(FUNCTIONS)
    return tmp_path


def sweep(place: Path, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "graphdim", "sweep", *arguments]
    done = subprocess.run(command, check=False, cwd=place, capture_output=True, text=True, env={**os.environ})
    return done.returncode, done.stdout, done.stderr


def kept(place: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (place / "mine.jsonl").read_text().splitlines()]


def test_a_function_of_ones_own_and_a_second_call_that_continues(place: Path) -> None:
    code, out, err = sweep(place, *SOURCE, "--model", "mine:halves", "--at", "12", "--margin", "2", "--json")
    facts = json.loads(out)
    assert (code, facts["dimension"], facts["margin"], facts["model"]) == (0, 8, 0.02, "halves")
    assert re.match(r"One training of halves at 16 dimensions takes \d+ s\. It takes at least 9 more", err)
    assert [verdict["standing"] for verdict in facts["at"]] == ["sufficient"]
    n_trainings = len(kept(place))
    code, out, err = sweep(place, *SOURCE, "--model", "mine:halves", "--at", "12", "--margin", "2", "--quiet")
    assert (code, out, len(kept(place))) == (0, "8\n", n_trainings)
    assert err.splitlines() == [
        "Note: edges.csv: first line read as an edge from 'n00' to 'n03', not as a header",
    ]


@pytest.mark.parametrize("options", [("--json",), ("--quiet",), ()])
def test_what_a_function_prints_does_not_mix_with_the_answer(place: Path, options: tuple[str, ...]) -> None:
    (place / "mine.py").write_text(f"print('loading')\n{FUNCTIONS}{PRINTING}")
    code, out, err = sweep(place, *SOURCE, "--model", "mine:printing", *options)
    assert code == 0
    assert not any(word in out for word in ("loading", "training 16", "from a program"))
    assert {"loading", "training 16", "from a program"} <= set(err.splitlines())
    if "--json" in options:
        assert json.loads(out)["dimension"] == 8
    if "--quiet" in options:
        assert out == "8\n"


def test_a_function_may_print_where_stderr_is_closed(place: Path) -> None:
    (place / "mine.py").write_text(FUNCTIONS.replace("    rows = np.zeros", "    print('loud')\n    rows = np.zeros"))
    command = [sys.executable, "-m", "graphdim", "sweep", *SOURCE, "--model", "mine:halves", "--quiet"]
    line = shlex.join(command) + " 2>&-"
    done = subprocess.run(line, shell=True, check=False, cwd=place, stdout=subprocess.PIPE, text=True)
    assert (done.returncode, done.stdout) == (0, "8\n")


@pytest.mark.parametrize("name", ["edges.csv", "labels.csv", "mine.py"])
@pytest.mark.parametrize("options", [(), ("--fresh",)])
def test_an_input_is_never_taken_for_the_ledger(place: Path, name: str, options: tuple[str, ...]) -> None:
    before = (place / name).read_bytes()
    code, out, err = sweep(place, *SOURCE, "--model", "mine:halves", "--ledger", name, "--quiet", *options)
    assert (code, out) == (2, "")
    fault = f"Error: {name}: this file is no ledger, and writing to it would damage it; name another with --ledger"
    assert err.splitlines()[-1] == f"{fault} (ledger= in Python)"
    assert (place / name).read_bytes() == before


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("raising", r"raising\(adjacency, 16, 1\) raised ArithmeticError: a matrix of no rank \(.*mine.py, line 13\)"),
        (
            "dying",
            "dimension 16, seed 1: its worker process died 2 times, last with exit code -9; is there enough memory",
        ),
    ],
)
def test_a_function_that_fails_is_one_line_and_nothing_is_lost(place: Path, function: str, message: str) -> None:
    code, out, err = sweep(place, *SOURCE, "--model", f"mine:{function}")
    assert (code, out) == (2, "")
    announced, told = err.splitlines()
    assert announced.startswith(f"One training of {function}")
    assert re.match(f"Error: {message}", told)
    assert sorted(line["dimension"] for line in kept(place)) == [2, 4, 8, 16]


def test_a_function_that_takes_forever_ends_with_the_budget(place: Path) -> None:
    code, out, err = sweep(place, *SOURCE, "--model", "mine:endless", "--budget", "4s", "--quiet")
    assert (code, out) == (1, "")
    missing = r"(; it takes at least [\d.]+ (s|min) more \([4-8] trainings\)|, and no training finished; .*)"
    assert re.fullmatch(f"No dimension yet: the budget is spent{missing}", err.splitlines()[-1])
    assert len(kept(place)) <= 4


def interrupted(place: Path, sign: bytes, *options: str) -> tuple[int, str, str]:
    """Start a sweep that never ends, wait for a sign on its terminal, and press Ctrl-C."""
    line = [sys.executable, "-m", "graphdim", "sweep", *SOURCE, "--model", "mine:endless"]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*line, *options], cwd=place, stdout=subprocess.PIPE, stderr=theirs, text=True, start_new_session=True
    )
    os.close(theirs)
    said = b""
    while sign not in said:
        said += os.read(ours, 1024)
    os.killpg(process.pid, signal.SIGINT)
    try:
        while part := os.read(ours, 1024):
            said += part
    except OSError:  # the terminal ends with the command
        os.close(ours)
    out, _ = process.communicate()
    return process.returncode, out, said.decode()


@pytest.mark.usefixtures("interruptible")
def test_interrupted_it_shows_what_it_has(place: Path) -> None:
    code, out, err = interrupted(place, b"4 trainings, 1 seed, no answer yet", "--json")
    facts = json.loads(out)
    assert (code, facts["ended"], facts["dimension"]) == (130, "interrupted", None)
    assert "Error: interrupted: 4 trainings kept; the same command goes on" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("interruptible")
def test_interrupted_before_anything_is_known_it_only_says_so(place: Path) -> None:
    code, out, err = interrupted(place, b"reading the graph")
    assert (code, out) == (130, "")
    assert "Error: interrupted\r\n" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("edges.csv", "--labels", "topics.csv"), "labels 'topics.csv': there is no such file"),
        (("edges.csv", "--dimensions", "0"), "0 is too small; it must be at least 1"),
        (("edges.csv", "--budget", "soon"), "budget is 'soon'"),
        (("edges.csv", "--model", "mine:nothing"), "mine:nothing: the function cannot be loaded"),
        (("nowhere.csv",), "nowhere.csv"),
    ],
)
def test_bad_input_is_one_line(place: Path, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = sweep(place, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
