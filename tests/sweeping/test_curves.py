"""Curves for the report, from a sweep's JSON or from a ledger."""

import copy
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphdim.errors import GraphDimError, SourceError
from graphdim.sweeping.curves import Curves
from graphdim.sweeping.page import led
from graphdim.sweeping.result import Sweep
from graphdim.sweeping.sweep import sweep
from graphdim.training.ledger import Ledger
from graphdim.training.settings import DEFAULTS
from labelled_toys import toy_edges, toy_labels
from ledgers import record
from sweeping.functions import halves

CORA = {"n_nodes": 2708, "n_edges": 5278, "fingerprint": "of cora"}
DIMENSIONS = (16, 40, 98)


def score(dimension: int, seed: int) -> float:
    """16 is clearly worse; 40 is so little below 98 that three seeds show it."""
    return {16: (0.697, 0.702, 0.695), 40: (0.803, 0.807, 0.801), 98: (0.805, 0.810, 0.802)}[dimension][seed]


def ledger(path: Path, **changes: Any) -> str:
    changes = {"max_epochs": 2000} | changes
    for dimension in DIMENSIONS:
        for seed in range(3):
            Ledger(path).append(record(score(dimension, seed), dimension=dimension, seed=seed, **changes))
    return str(path)


def test_a_ledger_gives_a_curve_for_each_task_and_model(tmp_path: Path) -> None:
    path = ledger(tmp_path / "ledger.jsonl")
    ledger(tmp_path / "ledger.jsonl", task="link-prediction", train_per_class=None, max_epochs=5000)
    [facts] = Curves.read([path]).beside([CORA])
    nodes, links = facts["sweeps"]
    assert nodes["title"] == "GCN, node classification: accuracy by dimension"
    assert links["title"] == "GCN, link prediction: ROC-AUC by dimension"
    assert [point["dimension"] for point in nodes["curve"]] == list(DIMENSIONS)
    point = nodes["curve"][1]
    assert (point["dimension"], point["seeds"], point["mean"]) == (40, 3, pytest.approx(0.8036667))
    assert point["low"] < point["mean"] < point["high"]
    assert (nodes["default"], nodes["smallest"]) == (16, 40)
    assert nodes["sentences"][:2] == [
        "Best at 98; the smallest dimension shown to be at most 1 point below it is 40 (9 trainings).",
        "The model's default is 16, 69.8 % accuracy.",
    ]


def test_departures_are_shown_only_where_nothing_else_is(tmp_path: Path) -> None:
    deep = ledger(tmp_path / "deep.jsonl", layers=4)
    [facts] = Curves.read([deep]).beside([CORA])
    assert [each["title"] for each in facts["sweeps"]] == ["GCN, node classification, layers 4: accuracy by dimension"]
    both = ledger(Path(deep))
    [facts] = Curves.read([both]).beside([CORA])
    assert [each["title"] for each in facts["sweeps"]] == ["GCN, node classification: accuracy by dimension"]


def test_one_seed_has_no_interval_and_no_smallest(tmp_path: Path) -> None:
    for dimension in DIMENSIONS:
        Ledger(tmp_path / "ledger.jsonl").append(record(0.8, dimension=dimension, model="mlp", max_epochs=2000))
    [facts] = Curves.read([str(tmp_path / "ledger.jsonl")]).beside([CORA])
    [curve] = facts["sweeps"]
    assert (curve["smallest"], curve["default"], curve["curve"][0]["low"]) == (None, None, None)
    assert curve["sentences"] == [
        "3 trainings: too few to show that a dimension is at most 1 point below the best.",
        "Measured on cora.",
    ]


@pytest.fixture(scope="module")
def swept() -> Sweep:
    return sweep(toy_edges(), labels=toy_labels(), model=halves, dimensions=[4, 8, 16])


def test_a_sweep_is_read_back_and_leads(swept: Sweep, tmp_path: Path) -> None:
    (tmp_path / "sweep.json").write_text(swept.to_json())
    facts = swept.summary()
    [matched] = Curves.read([str(tmp_path / "sweep.json")]).beside([facts])
    [curve] = matched["sweeps"]
    assert [point["mean"] for point in curve["curve"]] == [point["mean"] for point in facts["curve"]]
    assert (curve["smallest"], curve["title"]) == (8, "halves, node classification: accuracy by dimension")
    [led_facts] = led([matched]) or []
    assert (led_facts["dimension"], led_facts["headline"][0]) == (8, "Dimension 8")
    assert led([matched, {"sweeps": []}]) is None
    with pytest.raises(SourceError, match="which is none of the sources"):
        Curves.read([str(tmp_path / "sweep.json")]).beside([facts | {"fingerprint": "of another graph"}])


def test_a_curve_of_another_graph_is_refused(tmp_path: Path) -> None:
    path = ledger(tmp_path / "ledger.jsonl")
    with pytest.raises(
        SourceError, match=r"measured on cora \(2,708 nodes, 5,278 edges\), which is none of the source"
    ):
        Curves.read([path]).beside([CORA | {"n_edges": 5279}])
    of_its_size, same = Curves.read([path]).beside([CORA | {"fingerprint": "of another graph"}, CORA])
    assert (len(of_its_size["sweeps"]), len(same["sweeps"])) == (0, 1)


def test_a_graph_without_a_fingerprint_is_told_by_its_size(tmp_path: Path) -> None:
    path = ledger(tmp_path / "ledger.jsonl")
    [facts] = Curves.read([path]).beside([CORA | {"fingerprint": None}])
    assert len(facts["sweeps"]) == 1


def test_noise_lets_no_dimension_pass_and_intervals_stay_between_0_and_1(tmp_path: Path) -> None:
    for dimension, scores in {16: (0.1, 0.9, 0.95), 98: (0.80, 0.77, 0.8)}.items():
        for seed, score in enumerate(scores):
            Ledger(tmp_path / "ledger.jsonl").append(record(score, dimension=dimension, seed=seed, max_epochs=2000))
    [curve] = Curves.read([str(tmp_path / "ledger.jsonl")]).curves
    assert curve["smallest"] is None
    assert (curve["curve"][0]["low"], curve["curve"][0]["high"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    "change",
    [
        {"curve": [{"dimension": 8}]},
        {"curve": 3},
        {"curve": [{"dimension": 8, "mean": float("nan"), "low": None, "high": None, "seeds": 1}]},
        {"task": "cooking"},
        {"model": 7},
        {"n_nodes": "many"},
        {"n_nodes": 10**400},
        {"dimension": 10**400},
        {"dimension": 0},
        {"best": -8},
        {"n_trainings": 10**30},
        {"curve": [{"dimension": 10**400, "mean": 0.5, "low": None, "high": None, "seeds": 1}]},
        {"curve": [{"dimension": 8, "mean": 0.5, "low": None, "high": None, "seeds": 1e30}]},
    ],
)
def test_a_damaged_sweep_is_refused(swept: Sweep, tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "sweep.json"
    path.write_text(json.dumps(swept.summary() | change))
    with pytest.raises(
        SourceError, match=r"sweep.json: not the result of a sweep \(.*\); graphdim sweep --json prints one"
    ):
        Curves.read([str(path)])


@pytest.mark.parametrize("text", ["", "no json", "[1, 2]", "{}"])
def test_a_file_without_a_curve_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    with pytest.raises(SourceError, match="file"):
        Curves.read([str(tmp_path / "file")])
    with pytest.raises(SourceError, match="nowhere.json: No such file"):
        Curves.read([str(tmp_path / "nowhere.json")])


def test_trainings_under_different_settings_are_never_one_curve(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("[gcn]\ndropout = { value = 0.1 }\n")
    others = DEFAULTS.adding(tmp_path / "other.toml")
    for dimension, settings in ((16, DEFAULTS), (40, others)):
        Ledger(tmp_path / "ledger.jsonl").append(record(dimension=dimension, settings=settings))
    with pytest.raises(SourceError, match="holds no curve"):
        Curves.read([str(tmp_path / "ledger.jsonl")])


ABSURD = (None, math.inf, math.nan, -1, 10**400, 1e308, "x", "\x1b[31m", [], [None], {"a": 1}, True)


def check_read(path: Path, text: str) -> None:
    """Read or refused; what is read can be drawn, and no message turns the terminal red."""
    path.write_text(text)
    try:
        json.dumps(Curves.read([str(path)]).beside([CORA]), allow_nan=False)
    except GraphDimError as error:
        message = str(error)
    else:
        message = ""
    assert "\x1b" not in message


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in some nested facts."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*above, key)
        yield from places(inside, (*above, key))


def changed(facts: Any, place: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(facts)
    inside = whole
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return whole


def test_absurd_facts_in_a_sweep_or_a_ledger_are_refused_or_drawn(swept: Sweep, tmp_path: Path) -> None:
    sweep_facts = swept.summary() | CORA
    lines = [json.loads(record(dimension=n, seed=seed).to_line()) for n in (8, 16) for seed in range(3)]
    others = "\n".join(map(json.dumps, lines[1:]))
    for value in ABSURD:
        for place in places(sweep_facts):
            check_read(tmp_path / "sweep.json", json.dumps(changed(sweep_facts, place, value)))
        for place in places(lines[0]):
            check_read(tmp_path / "ledger.jsonl", f"{json.dumps(changed(lines[0], place, value))}\n{others}")
    for deep in ("[" * 100_000, '{"curve":' * 50_000, f"{others}\n{'[' * 100_000}"):
        check_read(tmp_path / "deep.json", deep)
