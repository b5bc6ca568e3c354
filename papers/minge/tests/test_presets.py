"""What the presets of the paper mean."""

import pytest

from graphdim.choices import MODELS, TASKS
from graphdim.training.grid import trainings
from ledgers import training
from minge_paper.presets import DATASETS, FIGURES, QUICK, TABLES, cells, dimension_grid, is_standard

PRINTED = {"cora": 98, "citeseer": 101, "pubmed": 123, "airport": 100}
GRAPHS = {name: {"selected": {"0.1": 70, "0.5": 85, "1": PRINTED[name], "2": 134}} for name in DATASETS}


@pytest.mark.parametrize(
    ("chosen", "grid"),
    [
        (98, (20, 40, 60, 80, 98, 120, 140, 160, 180)),
        (123, (20, 40, 60, 80, 100, 123, 140, 160, 180)),
        (100, (20, 40, 60, 80, 100, 120, 140, 160, 180)),
        (90, (20, 40, 60, 90, 100, 120, 140, 160, 180)),
        (5, (5, 40, 60, 80, 100, 120, 140, 160, 180)),
        (400, (20, 40, 60, 80, 100, 120, 140, 160, 400)),
    ],
)
def test_the_selected_dimension_stands_in_place_of_the_nearest(chosen: int, grid: tuple[int, ...]) -> None:
    assert dimension_grid(chosen) == grid


def test_table_2_is_everything_at_nine_dimensions_ten_times() -> None:
    planned = TABLES[2].experiment().trainings(GRAPHS)
    assert len(planned) == len(set(planned)) == 2 * 4 * 4 * 9 * 10
    assert {each.dimension for each in planned if each.dataset == "pubmed"} == set(dimension_grid(123))
    assert {(each.task, each.train_per_class) for each in planned} == {
        ("node-classification", 20),
        ("link-prediction", None),
    }


def test_table_3_varies_the_layers_of_gcnii_at_two_widths() -> None:
    planned = cells(TABLES[3], GRAPHS)
    found = {(each.layers, each.dimension) for each in planned if each.dataset == "citeseer"}
    assert found == {(layers, dimension) for layers in (2, 4, 8, 16) for dimension in (256, 101)}
    assert {each.model for each in planned} == {"gcnii"}


def test_table_4_trains_gcn_at_the_dimension_of_each_structure_weight() -> None:
    planned = cells(TABLES[4].changed(datasets=("cora",)), GRAPHS)
    assert [(each.model, each.dimension) for each in planned] == [("gcn", each) for each in (70, 85, 98, 134)]


def test_figure_2_adds_larger_training_sets_and_the_default_dimension() -> None:
    planned = cells(FIGURES[2], GRAPHS)
    sizes = {name: {each.train_per_class for each in planned if each.dataset == name} for name in DATASETS}
    assert sizes == {name: {20, 2000, 3000} if name == "pubmed" else {20, 80, 140} for name in DATASETS}
    on_cora = [each for each in planned if each.dataset == "cora"]
    assert {each.dimension for each in on_cora if each.model == "gcn"} == {16, *dimension_grid(98)}
    assert {each.dimension for each in on_cora if each.model == "mlp"} == set(dimension_grid(98))
    one_size = cells(FIGURES[2].changed(train_per_class=(20,)), GRAPHS)
    assert {each.train_per_class for each in one_size} == {20}


def test_figure_3_trains_every_model_at_the_selected_dimension() -> None:
    planned = cells(FIGURES[3], GRAPHS)
    assert {(each.dataset, each.dimension) for each in planned} == set(PRINTED.items())
    assert len(planned) == 16


def test_quick_is_mlp_and_gcn_on_cora_and_airport_three_times() -> None:
    planned = trainings(cells(QUICK, GRAPHS), QUICK.grid.seeds)
    assert len(planned) == 2 * 2 * 9 * 3
    assert {each.dataset for each in planned} == {"cora", "airport"}


def test_options_take_the_place_of_the_presets_own() -> None:
    changed = TABLES[2].changed(datasets=("cora",), models=(), seeds=None, max_epochs=5, dimensions=(8, "selected", 8))
    planned = cells(changed, GRAPHS)
    assert {each.model for each in planned} == {"mlp", "gcn", "gat", "gcnii"}
    assert {(each.dimension, each.max_epochs) for each in planned} == {(8, 5), (98, 5)}


def test_models_train_as_long_as_their_settings_say() -> None:
    epochs = {(each.task, each.model): each.max_epochs for each in cells(TABLES[2], GRAPHS)}
    nodes, links = ({model: epochs[task, model] for model in MODELS} for task in TASKS)
    assert nodes == {"mlp": 250, "gcn": 200, "gat": 1000, "gcnii": 1500}
    assert set(links.values()) == {5000}


@pytest.mark.parametrize(
    ("changes", "standard"),
    [
        ({}, True),
        ({"dimension": 7, "seed": 3}, True),
        ({"max_epochs": 5}, False),
        ({"patience": 5}, False),
        ({"layers": 3}, False),
        ({"train_per_class": 80}, False),
        ({"dataset": "airport"}, True),
        ({"dataset": "polblogs", "train_per_class": None}, False),
        ({"dataset": "polblogs", "train_per_class": None, "max_epochs": 2000}, True),
    ],
)
def test_only_trainings_by_the_settings_are_standard(changes: dict[str, object], standard: bool) -> None:  # noqa: FBT001
    assert is_standard(training(**changes)) is standard
