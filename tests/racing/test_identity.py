"""What an objective is: its code, and what that names in its module, so that no ledger answers for other code."""

import json
from types import ModuleType

import pytest

import graphdim as gd
from graphdim import errors
from graphdim.racing.identity import identity, opaque_values
from graphdim.racing.lookups import filled_names

MODULE = """
from dataclasses import dataclass, field
from functools import cache
from statistics import mean
import math

SCALE = 3
WALKS = {"length": [20, 40]}
LOCK = object()
COUNT = 0
UNUSED = 14

@dataclass
class Settings:
    steps: int = 10
    rates: list = field(default_factory=lambda: [0.4])

    def total(self):
        return self.steps + 15

SETTINGS = Settings(5)

def deep(value):
    return value * 22 + settle(0)

def settle(value):
    return deep(value) if value else mean([1, 2])

@cache
def remembered(value):
    return 77

class Base:
    def start(self):
        return 55

class Model(Base):
    width = 6

    def __init__(self, dimension):
        self.dimension = dimension

    def fit(self):
        return math.sqrt(self.dimension) + remembered(1) + self.start()

    @property
    def error(self):
        return 88

    @staticmethod
    def rounded(value):
        return round(value, 9)

def objective(dimension, seed):
    global COUNT
    COUNT += 1
    inner = [deep(each) for each in range(3)]
    return Model(dimension).fit() * SCALE + WALKS["length"][0] + SETTINGS.total() + sum(inner), LOCK

class Called:
    def __call__(self, dimension, seed):
        return self.helped(dimension)

    def helped(self, dimension):
        return 100 - dimension
"""
CHANGES = [
    ("SCALE = 3", "SCALE = 4"),
    ("[20, 40]", "[20, 80]"),
    ("steps: int = 10", "steps: int = 11"),
    ("[0.4]", "[0.5]"),
    ("Settings(5)", "Settings(6)"),
    ("self.steps + 15", "self.steps + 16"),
    ("value * 22", "value * 23"),
    ("mean([1, 2])", "mean([1, 3])"),
    ("return 77", "return 78"),
    ("return 55", "return 56"),
    ("width = 6", "width = 7"),
    ("math.sqrt(", "math.cbrt("),
    ("return 88", "return 89"),
    ("round(value, 9)", "round(value, 8)"),
]
UNLIKE = [
    ("UNUSED = 14", "UNUSED = 15"),
    ("COUNT = 0", "COUNT = 7"),  # what the function sets itself
    ("\n\nSCALE", "\n\n# how far\nSCALE"),
]


def module(text=MODULE):
    made = ModuleType("mine")
    exec(text, made.__dict__)
    return made


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_what_a_function_names_in_its_module_counts(old, new):
    assert identity(module().objective) != identity(module(MODULE.replace(old, new)).objective)


@pytest.mark.parametrize(("old", "new"), [("x", "x"), *UNLIKE])
def test_what_it_does_not_name_or_sets_itself_does_not_count(old, new):
    assert identity(module().objective) == identity(module(MODULE.replace(old, new)).objective)


def test_methods_of_an_object_that_is_called_count():
    changed = module(MODULE.replace("100 -", "101 -"))
    assert identity(module().Called()) != identity(changed.Called())
    assert identity(module().Called().helped) != identity(changed.Called().helped)
    assert identity(module().Called) != identity(changed.Called)


def test_an_opaque_value_of_the_module_is_not_carried():
    assert opaque_values(module().objective) == []


def test_a_race_does_not_take_the_scores_of_another_helper(tmp_path):
    text = "def helper(dimension):\n    return 1 / dimension\n"
    text += "def objective(dimension, seed):\n    return helper(dimension)\n"
    gd.race(module(text).objective, [4, 8], ledger=tmp_path / "race.jsonl")
    with pytest.raises(errors.SourceError, match="with another graph, code or parameters"):
        gd.race(module(text.replace("1 /", "2 /")).objective, [4, 8], ledger=tmp_path / "race.jsonl")


def test_a_sweep_trains_anew_after_a_change_of_a_helper(tmp_path, monkeypatch):
    text = "import numpy as np\ndef helper(rows, dimension):\n    return np.ones((rows, dimension))\n"
    text += "def embed(adjacency, dimension, seed):\n    return helper(adjacency.shape[0], dimension)\n"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    options = {"dimensions": [2, 4], "max_seeds": 2}
    first = gd.sweep("dataset:karate", model=module(text).embed, **options)
    again = gd.sweep("dataset:karate", model=module(text).embed, **options)
    changed = gd.sweep("dataset:karate", model=module(text.replace("np.ones(", "np.zeros(")).embed, **options)
    assert first.ledger == again.ledger != changed.ledger
    assert json.loads(again.to_json())["n_trainings"] == first.n_trainings


STATE = """
CACHE, LOG, SEEN, COUNTS, NESTED, DEEP, RATES = {}, [], set(), {}, {"a": []}, {}, {"a": 0.5}

def helper(dimension):
    LOG.append(dimension)
    return RATES["a"]

def objective(dimension, seed):
    SEEN.add(seed)
    NESTED["a"].append(dimension)
    CACHE[dimension, f"{seed}"] = helper(dimension)
    DEEP.setdefault(dimension, {})
    DEEP[dimension][seed] = 1
    COUNTS[dimension] = COUNTS.get(dimension, 0) + 1
    other = {}
    other[RATES["a"]] = RATES["a"]
    return 1 - RATES["a"] / dimension
"""


def test_a_race_goes_on_where_its_objective_fills_what_its_module_holds(tmp_path):
    options = {"ledger": tmp_path / "race.jsonl"}
    mine = module(STATE)
    first = gd.race(mine.objective, [4, 8], **options)
    assert mine.CACHE
    assert gd.race(mine.objective, [4, 8], **options).dimension == first.dimension
    mine.RATES["a"] = 0.25
    with pytest.raises(errors.SourceError, match="with another graph, code or parameters"):
        gd.race(mine.objective, [4, 8], **options)


CHANGING = ["X[k] = 1", "X[k] += 1", "X[len(k)] = k()", "del X[k]", "X[1:k] = k", "X[k][0] = 1", "X.update(k)"]
CHANGING += ["X.insert(0, k)", "return X.pop(k)", "k.a, X[k] = 1, 2", "k[0] = X[0] = 1", "X['a'].clear()"]
CHANGING += ["[X.append(each) for each in k]", "return lambda: X.extend(k)", "X[k:] = []", "del X[k:]"]
READING = ["k[X['a']] = 1", "k[0] = X['a']", "k.append(X['a'])", "return X.get(k)", "k[0] = X", "f(X)[k] = 1"]
READING += ["k[0][X[0]] += X[1]", "k = X[0]; k[1] = 2", "return [X[each] for each in k]", "X.copy().update(k)"]


@pytest.mark.parametrize("line", [*CHANGING, *READING])
def test_what_a_line_fills_is_told_from_what_it_reads(line):
    text = f"X = {{}}\ndef f(k):\n    {line}\n"
    assert (filled_names(module(text).f) == {"X"}) == (line in CHANGING)
    assert (identity(module(text).f) == identity(module(text.replace("{}", "{1: 2}")).f)) == (line in CHANGING)
