"""What a grid means: every cell once, seeds outermost, words turned into numbers."""

from dataclasses import replace

import pytest

from graphdim.choices import MODELS, TASKS
from graphdim.errors import ParameterError
from graphdim.training.grid import Grid, cells, departures, trainings
from graphdim.training.settings import DEFAULTS
from ledgers import GRAPH, training

GRAPHS = {"cora": GRAPH, "polblogs": GRAPH}
GRID = Grid(("cora", "polblogs"), (8, "selected", 8), seeds=3)


def test_a_grid_is_everything_at_every_dimension() -> None:
    planned = trainings(cells(GRID, GRAPHS, DEFAULTS), GRID.seeds)
    assert len(planned) == len(set(planned)) == len(TASKS) * len(MODELS) * 2 * 2 * 3
    assert {each.dimension for each in planned} == {8, 98}


def test_every_row_has_a_seed_before_any_has_the_next() -> None:
    seeds = [each.seed for each in trainings(cells(GRID, GRAPHS, DEFAULTS), GRID.seeds)]
    assert seeds == sorted(seeds)


def test_default_is_the_models_own_width() -> None:
    planned = cells(replace(GRID, dimensions=("default",)), GRAPHS, DEFAULTS)
    assert {(each.model, each.dimension) for each in planned} == {("gcn", 16), ("gat", 64), ("gcnii", 64)}


def test_models_train_as_long_as_their_settings_say_unless_told_otherwise() -> None:
    epochs = {(each.task, each.max_epochs) for each in cells(GRID, GRAPHS, DEFAULTS)}
    assert epochs == {("node-classification", 2000), ("link-prediction", 5000)}
    short = cells(replace(GRID, max_epochs=5, patience=3, layers=(4,)), GRAPHS, DEFAULTS)
    assert {(each.max_epochs, each.patience, each.layers) for each in short} == {(5, 3, 4)}


def test_leaks_belong_to_link_prediction_and_heads_to_gat() -> None:
    planned = cells(replace(GRID, leaks=("edges-among-negatives",), per_head=True), GRAPHS, DEFAULTS)
    assert {each.task for each in planned if each.leaks} == {"link-prediction"}
    assert {each.model for each in planned if each.per_head} == {"gat"}


def test_a_graph_without_a_public_split_is_split_by_shares() -> None:
    nodes = replace(GRID, tasks=("node-classification",))
    sizes = {each.dataset: each.train_per_class for each in cells(nodes, GRAPHS, DEFAULTS)}
    assert sizes == {"cora": 20, "polblogs": None}
    larger = cells(replace(nodes, train_per_class=(80, 140)), GRAPHS, DEFAULTS)
    assert {each.train_per_class for each in larger} == {80, 140}


def test_at_least_one_seed() -> None:
    with pytest.raises(ParameterError, match="0 seeds"):
        trainings([], 0)


@pytest.mark.parametrize(
    ("changes", "departing"),
    [
        ({}, []),
        ({"dimension": 7, "seed": 3}, []),
        ({"max_epochs": 5}, ["max_epochs"]),
        ({"patience": 5}, ["patience"]),
        ({"layers": 3}, ["layers"]),
        ({"train_per_class": 80}, ["train_per_class"]),
        ({"dataset": "polblogs", "train_per_class": None}, []),
    ],
)
def test_departures_are_named(changes: dict[str, object], departing: list[str]) -> None:
    assert departures(training(**{"max_epochs": 2000} | changes), DEFAULTS) == departing
