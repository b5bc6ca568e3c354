"""`graphdim sweep`: a graph and labels in files, an answer on stdout."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from labelled_toys import toy_edges, toy_labels


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "edges.csv").write_text("".join(f"n{a},n{b}\n" for a, b in toy_edges()))
    (tmp_path / "labels.csv").write_text("".join(f"n{node},{label}\n" for node, label in enumerate(toy_labels())))
    return tmp_path


def sweep(place: Path, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "graphdim", "sweep", *arguments]
    told = subprocess.run(command, check=False, cwd=place, capture_output=True, text=True, env={**os.environ})
    return told.returncode, told.stdout, told.stderr


def test_it_says_the_curve_and_what_minge_said(place: Path) -> None:
    options = ("--labels", "labels.csv", "--dimensions", "4", "--budget", "240s", "--max-epochs", "5", "--json")
    code, out, err = sweep(place, "edges.csv", *options)
    assert (code, err) == (0, "")
    facts, first = json.loads(out), (place / "edges.csv").read_text().splitlines()[0].split(",")
    assert [point["dimension"] for point in facts["curve"]] == [4, facts["selected"]]
    doubt = f"first line read as an edge from {first[0]!r} to {first[1]!r}, not as a header"
    assert facts["notes"] == [doubt, "no features: one-hot degrees take their place"]
    assert facts["ended"] in {"clear", "budget", "seeds"}


LITTLE = ("edges.csv", "--labels", "labels.csv", "--dimensions", "4", "--budget", "0.001s", "--max-epochs", "5")
REASON = r"Too few seeds: all dimensions share [01] seeds?, an answer needs 3; a larger --budget gives more\."


def test_without_an_answer_it_says_why_and_exits_with_1(place: Path) -> None:
    code, out, err = sweep(place, *LITTLE, "--quiet")
    assert (code, out) == (1, "")
    *notes, reason = err.splitlines()
    assert all(note.startswith("Note: edges.csv: ") for note in notes)
    assert re.fullmatch(REASON, reason)
    code, out, err = sweep(place, *LITTLE, "--json")
    assert (code, json.loads(out)["dimension"]) == (1, None)
    assert re.fullmatch(f"{REASON}\n", err)
    code, out, err = sweep(place, *LITTLE)
    assert (code, err) == (1, "")
    assert out.startswith("No answer yet")
    assert re.search(REASON, out)


def test_quiet_prints_the_number_alone(place: Path) -> None:
    options = ("--labels", "labels.csv", "--dimensions", "4", "--max-epochs", "1", "--quiet")
    code, out, err = sweep(place, "edges.csv", *options)
    assert code == 0, err
    assert int(out) >= 4
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["Note", "Note"]


def interrupted(place: Path, sign: bytes, *options: str) -> tuple[int, str, str]:
    """Start a sweep of many dimensions, wait for a sign on its terminal, and press Ctrl-C."""
    many = ",".join(map(str, range(2, 80)))
    line = [sys.executable, "-m", "graphdim", "sweep", "edges.csv", "--labels", "labels.csv", "--dimensions", many]
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
    code, out, err = interrupted(place, b"trainings done", "--json")
    facts = json.loads(out)
    assert (code, facts["ended"], facts["dimension"]) == (130, "interrupted", None)
    assert f"Error: interrupted: {sum(point['seeds'] for point in facts['curve'])} trainings had finished" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("interruptible")
def test_interrupted_before_anything_is_known_it_only_says_so(place: Path) -> None:
    code, out, err = interrupted(place, b"Starting")
    assert (code, out) == (130, "")
    assert "Error: interrupted\r\n" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("edges.csv", "--labels", "topics.csv"), "labels 'topics.csv': there is no such file"),
        (("edges.csv",), "no labels; node classification needs at least two classes"),
        (("edges.csv", "--labels", "labels.csv", "--dimensions", "0"), "0 is too small; it must be at least 1"),
        (("edges.csv", "--labels", "labels.csv", "--budget", "soon"), "the budget is 'soon'"),
        (("nowhere.csv", "--labels", "labels.csv"), "nowhere.csv"),
    ],
)
def test_bad_input_is_one_line(place: Path, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = sweep(place, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
