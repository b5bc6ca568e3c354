"""`graphdim sweep`: a graph and labels in files, an answer on stdout."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.toys import toy_edges, toy_labels


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
    options = ("--labels", "labels.csv", "--dimensions", "4", "--budget", "20s", "--max-epochs", "5", "--json")
    code, out, err = sweep(place, "edges.csv", *options)
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert [point["dimension"] for point in facts["curve"]] == [4, facts["selected"]]
    assert facts["notes"] == ["no features: one-hot degrees take their place"]
    assert facts["ended"] in {"clear", "budget", "seeds"}


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
