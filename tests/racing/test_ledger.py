"""The ledger of a race: killed at any moment, it goes on where it stopped and gives the same answer."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import graphdim as gd
from graphdim import errors
from graphdim.racing.identity import identity, name_of
from graphdim.racing.ledger import RaceLedger
from graphdim.racing.trial import Trial
from racing.objectives import CANDIDATES, raising, saturating

TESTS = str(Path(__file__).parents[1])
SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import graphdim as gd
from racing.objectives import CANDIDATES, slow
result = gd.race(slow, CANDIDATES, ledger={ledger!r}, workers={workers})
print(result.dimension, result.n_trainings, result.certainty)
"""


@pytest.fixture
def ledger(tmp_path):
    return tmp_path / "race.jsonl"


def lines(ledger):
    return ledger.read_text().splitlines() if ledger.exists() else []


def counting(calls):
    def objective(dimension, seed):
        calls.append((dimension, seed))
        return saturating(dimension, seed)

    return objective


def test_what_is_in_the_ledger_is_not_trained_again(ledger):
    calls, again = [], []
    first = gd.race(counting(calls), CANDIDATES, ledger=ledger)
    assert len(calls) == first.n_trainings == len(lines(ledger))
    second = gd.race(counting(again), CANDIDATES, ledger=ledger)
    assert (again, second) == ([], first)


def test_the_trainings_of_a_ledger_are_told_at_once(ledger):
    first, seen = gd.race(saturating, CANDIDATES, ledger=ledger), []
    gd.race(saturating, CANDIDATES, ledger=ledger, watch=seen.append)
    assert [(each.n_trainings, each.ended) for each in seen] == [(first.n_trainings, "decided")]


def test_another_question_uses_the_same_scores(ledger):
    calls, more = [], []
    gd.race(counting(calls), CANDIDATES, ledger=ledger)
    wider = gd.race(counting(more), [*CANDIDATES, 512], ledger=ledger, margin=0.005)
    assert more
    assert not set(more) & set(calls)
    assert wider == gd.race(saturating, [*CANDIDATES, 512], margin=0.005)


def test_the_other_direction_reads_the_same_values_and_gives_its_own_answer(ledger):
    lowest = gd.race(saturating, CANDIDATES, ledger=ledger, direction="minimize")
    highest = gd.race(saturating, CANDIDATES, ledger=ledger)
    assert (lowest.dimension, highest.dimension) == (8, 128)
    assert highest == gd.race(saturating, CANDIDATES)
    assert lowest == gd.race(saturating, CANDIDATES, ledger=ledger, direction="minimize") != highest
    assert all(json.loads(line)["score"] > 0 for line in lines(ledger))


def test_every_prefix_of_a_ledger_leads_to_the_same_answer(ledger, tmp_path):
    whole = gd.race(saturating, CANDIDATES, ledger=ledger)
    content = ledger.read_bytes()
    for size in range(0, len(content), 97):
        part = tmp_path / f"part{size}.jsonl"
        part.write_bytes(content[:size])
        assert gd.race(saturating, CANDIDATES, ledger=part) == whole
        # A torn line stays where it is, on a line of its own.
        assert sum(line.startswith("{") and line.endswith("}") for line in lines(part)) == whole.n_trainings


@pytest.mark.parametrize("workers", [None, 2])
def test_a_race_killed_again_and_again_gives_the_same_answer(ledger, workers, tmp_path):
    script = tmp_path / "race.py"
    body = SCRIPT.format(folder=TESTS, ledger=str(ledger), workers=workers)
    head, *calls = body.split("result =")
    script.write_text(f"{head}if __name__ == '__main__':\n    result ={calls[0].replace(chr(10), chr(10) + '    ', 1)}")
    for goal in (3, 8, 14):
        process = subprocess.Popen([sys.executable, script])
        while len(lines(ledger)) < goal:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept = len(lines(ledger))
        assert kept >= goal
    done = subprocess.run([sys.executable, script], capture_output=True, check=True, text=True)
    expected = gd.race(saturating, CANDIDATES)
    assert done.stdout.split() == [str(each) for each in (expected.dimension, expected.n_trainings, expected.certainty)]
    assert len({json.loads(line)["dimension"] * 100 + json.loads(line)["seed"] for line in lines(ledger)}) == len(
        lines(ledger)
    )


def test_what_was_finished_before_an_error_is_kept(ledger):
    with pytest.raises(errors.TrainingError):
        gd.race(raising, CANDIDATES, ledger=ledger)
    cells = [(each["dimension"], each["seed"]) for each in map(json.loads, lines(ledger))]
    assert len(cells) >= 6
    assert (64, 1) not in cells


def test_an_interrupted_race_goes_on(ledger):
    def objective(dimension, seed):
        if seed == 1 and not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt
        return saturating(dimension, seed)

    interrupted = []
    objective.identity = "interrupted once"  # or the list would be part of what it is
    with pytest.raises(KeyboardInterrupt):
        gd.race(objective, CANDIDATES, ledger=ledger)
    assert len(lines(ledger)) == 6
    assert gd.race(objective, CANDIDATES, ledger=ledger) == gd.race(saturating, CANDIDATES)


def test_the_ledger_of_another_objective_is_refused(ledger):
    gd.race(saturating, CANDIDATES, ledger=ledger)
    match = r"race.jsonl, line 1: a score of the objective 'saturating', and this race asks 'raising'; .*identity"
    with pytest.raises(errors.SourceError, match=match):
        gd.race(raising, CANDIDATES, ledger=ledger)


@pytest.mark.parametrize(
    "line",
    [
        '{"dimension": 8}',
        "3",
        '{"race": "", "objective": "", "dimension": "8", "seed": 0, "score": 1, "seconds": 0}',
        '{"race": "", "objective": "", "dimension": 8, "seed": 0, "score": null, "seconds": 0}',
    ],
)
def test_lines_that_are_not_of_a_race_are_refused_with_their_place(ledger, line):
    ledger.write_text(f"\n{line}\n")
    with pytest.raises(errors.SourceError, match=r"race.jsonl, line 2: this is not a training of a race; name another"):
        gd.race(saturating, CANDIDATES, ledger=ledger)


@pytest.mark.parametrize("content", ["source,target\n0,1\n1,2\n", "0 1\n1 2", "{\n", '{"dimension": 8', "\x93NUMPY\0"])
def test_a_file_that_is_no_ledger_is_refused_and_left_as_it_was(ledger, content):
    calls = []
    ledger.write_text(content)
    with pytest.raises(errors.SourceError, match=r"race.jsonl: this file is no ledger, .*; name another with --ledger"):
        gd.race(counting(calls), CANDIDATES, ledger=ledger)
    assert (calls, ledger.read_text()) == ([], content)


@pytest.mark.parametrize("content", ["", "\n", "{", '{"ra', '{"race": "8', '\n{"race": "8\n\n'])
def test_an_empty_file_and_a_ledger_of_torn_lines_alone_are_accepted(ledger, content):
    ledger.write_text(content)
    assert gd.race(saturating, CANDIDATES, ledger=ledger) == gd.race(saturating, CANDIDATES)


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_trained(tmp_path):
    calls = []
    refused = r"the ledger cannot be written .*; name another file with --ledger \(ledger=… in Python\)"
    with pytest.raises(errors.SourceError, match=refused):
        gd.race(counting(calls), CANDIDATES, ledger=tmp_path)
    assert calls == []


@pytest.mark.parametrize("place", ["/dev/null", "/dev/full"])
def test_a_device_is_no_ledger(place):
    with pytest.raises(errors.SourceError, match="the ledger cannot be written .it is not a file.; name another file"):
        gd.race(saturating, CANDIDATES, ledger=place)


@pytest.mark.parametrize("beyond", [0, 60])
def test_a_full_disk_is_one_clear_line_and_leaves_whole_lines(ledger, beyond):
    gd.race(saturating, CANDIDATES, ledger=ledger)
    content = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(content[:3]))
    room = ledger.stat().st_size + beyond
    code = f"import resource, sys; sys.path.insert(0, {TESTS!r})\nimport graphdim as gd\n"
    code += "from racing.objectives import CANDIDATES, saturating\n"
    code += f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
    code += f"gd.race(saturating, CANDIDATES, ledger={str(ledger)!r})"
    # The limit would hold for the file of a coverage measurement too.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True, env=plain)
    assert "SourceError: " in done.stderr.splitlines()[-1]
    assert "the ledger cannot be written" in done.stderr.splitlines()[-1]
    assert ledger.read_bytes() == b"".join(content[:3])


def test_the_first_line_about_a_training_counts(ledger):
    book = RaceLedger(ledger, "one", "objective")
    for score in (0.25, 0.75):
        book.append(Trial(8, 0, score, 1.5))
    assert book.trainings() == {(8, 0): Trial(8, 0, 0.25)}
    assert book.trainings()[8, 0].seconds == 1.5


def scaled(dimension, seed, scale=1.0):
    return scale * saturating(dimension, seed)


class Model:
    def __init__(self, name=None):
        if name:
            self.identity = name

    def __call__(self, dimension, seed):
        return saturating(dimension, seed)

    def score(self, dimension, seed):
        return saturating(dimension, seed)


def closed_over(value):
    return lambda dimension, seed: value or saturating(dimension, seed)


def keyword_only(value):
    def objective(dimension, seed, *, scale=value):
        return scale * saturating(dimension, seed)

    return objective


class Slotted:
    __slots__ = ("scale",)

    def __init__(self, scale):
        self.scale = scale

    def __call__(self, dimension, seed):
        return self.scale * saturating(dimension, seed)


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    def __call__(self, dimension, seed):
        return self.scale * saturating(dimension, seed)

    def score(self, dimension, seed):
        return self(dimension, seed)


def recursive():
    def objective(dimension, seed):
        return objective(dimension - 1, seed) if dimension > 8 else saturating(dimension, seed)

    return objective


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (saturating, raising),
        (partial(scaled, scale=1.0), partial(scaled, scale=2.0)),
        (closed_over("gcn"), closed_over("gat")),
        (Model(), Model().score),
        (Model("cora"), Model("pubmed")),
        (scaled, saturating),
        (keyword_only(1.0), keyword_only(2.0)),
        (Scaled(1.0), Scaled(2.0)),
        (Scaled(1.0).score, Scaled(2.0).score),
        (Slotted(1.0), Slotted(2.0)),
        (partial(scaled, scale={"a": [1, 2]}), partial(scaled, scale={"a": [1, 3]})),
        (closed_over(Scaled(1.0).score), closed_over(Scaled(2.0).score)),
        (closed_over(np.arange(3)), closed_over(np.arange(1, 4))),
        (Model("cora").score, Model("pubmed").score),
    ],
)
def test_objectives_that_differ_in_what_is_plain_are_told_apart(one, other):
    assert identity(one) != identity(other)
    assert identity(one) == identity(one)


@pytest.mark.parametrize(
    "make",
    [
        Model,
        lambda: Model().score,
        lambda: closed_over(object()),
        lambda: partial(scaled, [8]),
        lambda: Scaled([1]),
        recursive,
    ],
)
def test_an_objective_made_again_is_the_same(make):
    assert identity(make()) == identity(make())
    assert name_of(make()).rpartition(".")[2] in {"Model", "score", "<lambda>", "scaled", "Scaled", "objective"}


@pytest.mark.parametrize(
    "objective",
    [closed_over(object()), Scaled(object()), Scaled([object()]).score, partial(scaled, scale={1: object()})],
)
def test_what_cannot_be_told_apart_gets_no_ledger(objective, ledger):
    match = (
        r"carries values that a ledger cannot tell from others \(object\); give it an attribute identity, .* ledger="
    )
    with pytest.raises(errors.ParameterError, match=match):
        gd.race(objective, CANDIDATES, ledger=ledger)
    assert not ledger.exists()


def test_an_objective_that_names_itself_may_carry_anything(ledger):
    model = Model("cora")
    model.graph = object()
    assert gd.race(model, CANDIDATES, ledger=ledger).dimension == gd.race(Model(), CANDIDATES).dimension


def test_an_identity_is_the_same_in_another_process():
    code = f"import sys; sys.path.insert(0, {TESTS!r}); from racing import objectives\n"
    code += "from graphdim.racing.identity import identity\nprint(identity(objectives.flawed_by({1, 2, 3} and 'x')))"
    ids = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(ids) == 1
