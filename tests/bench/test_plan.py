"""What presets and options mean."""

import pytest

from bench.ledgers import GRAPH, training
from graphdim.bench.plan import DATASETS, FIGURES, QUICK, TABLES, Wanted, cells, dimension_grid, is_standard, trainings
from graphdim.bench.training import MODELS, TASKS
from graphdim.errors import ParameterError

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
    planned = trainings(TABLES[2], GRAPHS)
    assert len(planned) == len(set(planned)) == 2 * 4 * 4 * 9 * 10
    assert {each.dimension for each in planned if each.dataset == "pubmed"} == set(dimension_grid(123))
    assert {(each.task, each.train_per_class) for each in planned} == {
        ("node-classification", 20),
        ("link-prediction", None),
    }


def test_every_row_has_a_seed_before_any_has_the_next() -> None:
    seeds = [each.seed for each in trainings(TABLES[2], GRAPHS)]
    assert seeds == sorted(seeds)


def test_table_3_varies_the_layers_of_gcnii_at_two_widths() -> None:
    planned = cells(TABLES[3], GRAPHS)
    found = {(each.layers, each.dimension) for each in planned if each.dataset == "citeseer"}
    assert found == {(layers, dimension) for layers in (2, 4, 8, 16) for dimension in (256, 101)}
    assert {each.model for each in planned} == {"gcnii"}


def test_table_4_trains_gcn_at_the_dimension_of_each_structure_weight() -> None:
    planned = cells(TABLES[4].but(datasets=("cora",)), GRAPHS)
    assert [(each.model, each.dimension) for each in planned] == [("gcn", each) for each in (70, 85, 98, 134)]


def test_figure_2_adds_larger_training_sets_and_the_default_dimension() -> None:
    planned = cells(FIGURES[2], GRAPHS)
    sizes = {name: {each.train_per_class for each in planned if each.dataset == name} for name in DATASETS}
    assert sizes == {name: {20, 2000, 3000} if name == "pubmed" else {20, 80, 140} for name in DATASETS}
    on_cora = [each for each in planned if each.dataset == "cora"]
    assert {each.dimension for each in on_cora if each.model == "gcn"} == {16, *dimension_grid(98)}
    assert {each.dimension for each in on_cora if each.model == "mlp"} == set(dimension_grid(98))


def test_figure_3_trains_every_model_at_the_selected_dimension() -> None:
    planned = cells(FIGURES[3], GRAPHS)
    assert {(each.dataset, each.dimension) for each in planned} == set(PRINTED.items())
    assert len(planned) == 16


def test_quick_is_mlp_and_gcn_on_cora_and_airport_three_times() -> None:
    planned = trainings(QUICK, GRAPHS)
    assert len(planned) == 2 * 2 * 9 * 3
    assert {each.dataset for each in planned} == {"cora", "airport"}


def test_options_take_the_place_of_the_presets_own() -> None:
    wanted = TABLES[2].but(datasets=("cora",), models=(), seeds=None, max_epochs=5, dimensions=(8, "selected", 8))
    planned = cells(wanted, GRAPHS)
    assert {each.model for each in planned} == {"mlp", "gcn", "gat", "gcnii"}
    assert {(each.dimension, each.max_epochs) for each in planned} == {(8, 5), (98, 5)}


def test_models_train_as_long_as_their_settings_say() -> None:
    epochs = {(each.task, each.model): each.max_epochs for each in cells(TABLES[2], GRAPHS)}
    nodes, links = ({model: epochs[task, model] for model in MODELS} for task in TASKS)
    assert nodes == {"mlp": 250, "gcn": 200, "gat": 1000, "gcnii": 1500}
    assert set(links.values()) == {5000}


def test_leaks_belong_to_link_prediction_and_heads_to_gat() -> None:
    planned = cells(TABLES[2].but(leaks=("edges-among-negatives",), per_head=True), GRAPHS)
    assert {each.task for each in planned if each.leaks} == {"link-prediction"}
    assert {each.model for each in planned if each.per_head} == {"gat"}


def test_a_graph_of_ones_own_is_split_by_shares() -> None:
    planned = cells(Wanted(datasets=("polblogs",), dimensions=(8,)), {"polblogs": GRAPH})
    assert {each.train_per_class for each in planned} == {None}


def test_at_least_one_seed() -> None:
    with pytest.raises(ParameterError, match="0 seeds"):
        trainings(Wanted(seeds=0), GRAPHS)


@pytest.mark.parametrize(
    ("changes", "standard"),
    [
        ({}, True),
        ({"dimension": 7, "seed": 3}, True),
        ({"max_epochs": 5}, False),
        ({"patience": 5}, False),
        ({"layers": 3}, False),
        ({"train_per_class": 80}, False),
        ({"dataset": "polblogs", "train_per_class": None}, False),
        ({"dataset": "polblogs", "train_per_class": None, "max_epochs": 2000}, True),
    ],
)
def test_only_trainings_by_the_settings_are_standard(changes: dict[str, object], standard: bool) -> None:  # noqa: FBT001
    assert is_standard(training(**changes)) is standard
