"""Tables from a ledger: our numbers beside the printed ones, the missing shown as missing."""

import csv
import io
import json
from typing import Any

import pytest

from graphdim.training.ledger import Record
from ledgers import GRAPH
from minge_ledgers import record
from minge_paper.presets import DATASETS
from minge_paper.published import printed_by_lambda, printed_by_layers, printed_facts, printed_scores
from minge_paper.tables import TABLES, build
from minge_paper.tables.render import FORMATS, render

GRID = (20, 40, 60, 80, 98, 120, 140, 160, 180)


def gcn_on_cora(**changes: Any) -> list[Record]:
    """Dimension 20 is five points worse, all others differ by noise that the seeds share."""
    return [
        record(
            0.80 - 0.05 * (dimension == 20) + 0.01 * seed + 0.001 * ((dimension // 20 + seed) % 3),
            dimension=dimension,
            seed=seed,
            **changes,
        )
        for dimension in GRID
        for seed in range(4)
    ]


def row_of(name: str, records: list[Record], **where: str) -> dict[str, Any]:
    [row] = [block.facts for block in build(name, records).blocks if where.items() <= block.facts.items()]
    return row


CORA = {"task": "node-classification", "dataset": "cora", "model": "gcn"}


def test_table_1_sets_the_files_beside_the_print() -> None:
    [block] = build("1", [record()]).blocks
    cells = {cell["dataset"]: cell for cell in block.facts["cells"]}
    assert (cells["cora"]["edges"], cells["cora"]["printed_edges"]) == (5278, 5429)
    assert (cells["pubmed"]["features"], cells["pubmed"]["printed_features"]) == (None, 4500)


def test_table_2_has_mean_deviation_seeds_interval_and_print() -> None:
    row = row_of("2", gcn_on_cora(), **CORA)
    cell = row["cells"][4]
    scores = [100 * each.outcome.score for each in gcn_on_cora() if each.training.dimension == 98]
    assert cell["dimension"] == 98
    assert cell["mean"] == pytest.approx(sum(scores) / 4)
    assert (cell["seeds"], cell["printed"]) == (4, 83.5)
    assert cell["low"] < cell["mean"] < cell["high"]


def test_table_2_judges_the_row() -> None:
    row = row_of("2", gcn_on_cora(), **CORA)
    assert row["within_noise"] == list(GRID[1:])
    assert row["smallest_within_noise"] == 40
    assert row["selected"] == 98
    assert row["best_or_near_the_best"] == "holds"
    assert row["regret_low"] <= row["regret"] <= row["regret_high"]


def test_a_selected_dimension_that_loses_clearly_does_not_hold() -> None:
    losing = {**GRAPH, "selected": {"0.1": 20, "0.5": 20, "1": 20, "2": 20}}
    row = row_of("2", gcn_on_cora(graph=losing), **CORA)
    assert row["best_or_near_the_best"] == "does not hold"
    assert row["regret"] == pytest.approx(5, abs=0.3)


def test_a_selected_dimension_that_may_be_points_worse_holds_within_noise() -> None:
    scores = {98: (0.80, 0.84, 0.79), 120: (0.83, 0.80, 0.84)}
    records = [record(each, dimension=n, seed=seed) for n, found in scores.items() for seed, each in enumerate(found)]
    row = row_of("2", records, **CORA)
    assert (row["best"], row["best_or_near_the_best"]) == (120, "is not contradicted")


def test_one_seed_cannot_tell() -> None:
    records = [each for each in gcn_on_cora() if each.training.seed == 0]
    row = row_of("2", records, **CORA)
    assert (row["within_noise"], row["cells"][0]["deviation"]) == (None, None)
    assert row["best_or_near_the_best"] == "cannot be decided"
    assert "cannot be decided" in render([build("2", records)], "text")


def test_missing_cells_are_shown_as_missing() -> None:
    records = [each for each in gcn_on_cora() if each.training.dimension != 60]
    missing = row_of("2", records, **CORA)["cells"][2]
    assert (missing["dimension"], missing["mean"], missing["seeds"], missing["printed"]) == (60, None, 0, 83.1)
    absent = row_of("2", records, task="link-prediction", dataset="pubmed", model="gat")
    assert {cell["mean"] for cell in absent["cells"]} == {None}


@pytest.mark.parametrize("changes", [{"max_epochs": 5}, {"train_per_class": 80}, {"layers": 4}, {"patience": 7}])
def test_trainings_off_the_settings_stay_out_of_table_2(changes: dict[str, int]) -> None:
    row = row_of("2", gcn_on_cora(**changes), **CORA)
    assert {cell["seeds"] for cell in row["cells"]} == {0}


def test_table_3_pairs_selected_with_default_at_every_depth() -> None:
    common = {"model": "gcnii", "max_epochs": 1500}
    records = [
        record(0.70 + 0.01 * layers / 2 + gain + 0.002 * seed, layers=layers, dimension=dimension, seed=seed, **common)
        for layers in (2, 4)
        for dimension, gain in ((64, 0.0), (98, 0.02))
        for seed in range(3)
    ]
    row = row_of("3", records, dataset="cora")
    assert [round(each["gain"], 6) for each in row["gains"][:2]] == [2, 2]
    assert [each["gain"] for each in row["gains"][2:]] == [None, None]
    printed = {(cell["layers"], cell["dimension"]): cell["printed"] for cell in row["cells"]}
    assert (printed[2, 64], printed[16, 98]) == (80.2, 85.1)
    costs = [(cell["parameters"], cell["seconds"], cell["peak_memory_bytes"]) for cell in row["cells"]]
    assert costs[0] == (64_000, 2.0, 2**28)
    assert costs[-1] == (None, None, None)
    assert "peak MiB" in render([build("3", records)], "text")


def test_table_4_has_a_column_for_every_structure_weight() -> None:
    records = [
        record(0.8 + dimension / 10_000 + seed / 100, dimension=dimension, seed=seed)
        for dimension in (69, 82, 98)
        for seed in range(3)
    ]
    row = row_of("4", records, dataset="cora")
    assert [cell["dimension"] for cell in row["cells"]] == [69, 82, 98, 131]
    assert [cell["printed"] for cell in row["cells"]] == [82.6, 83.2, 83.5, 83.2]
    assert row["cells"][3]["mean"] is None
    assert row["best"] == 98


def test_table_4_says_where_the_print_has_other_dimensions() -> None:
    pubmed = {**GRAPH, "selected": {"0.1": 86, "0.5": 103, "1": 123, "2": 164}}
    text = render([build("4", [record(dataset="pubmed", dimension=123, graph=pubmed)])], "text")
    assert text.count("The paper prints the dimensions 86, 102, 123, 164.") == 1


def test_further_graphs_show_the_dimensions_that_were_trained() -> None:
    own = [
        record(
            0.7 + 0.01 * seed + 0.001 * (seed % 2) * (dimension == 8),
            dataset="polblogs",
            train_per_class=None,
            max_epochs=2000,
            dimension=dimension,
            seed=seed,
        )
        for dimension in (98, 8)
        for seed in range(3)
    ]
    table = build("further", [*gcn_on_cora(), *own])
    [block] = table.blocks
    assert block.columns == ("8", "98*")
    assert "printed" not in dict(block.lines)


def test_a_table_of_which_nothing_was_trained_says_so() -> None:
    for style in ("text", "markdown"):
        assert render([build("further", gcn_on_cora())], style).endswith(
            "MinGE selects\n\nNone of its trainings is in the ledger."
        )


def test_the_best_has_no_regret_and_no_interval_of_it() -> None:
    scores = {98: (0.83, 0.80, 0.84), 120: (0.80, 0.84, 0.79)}
    records = [record(each, dimension=n, seed=seed) for n, found in scores.items() for seed, each in enumerate(found)]
    text = render([build("2", records)], "text")
    assert "Regret of the selected 98: 0, it is the best. Best or near the best: holds." in text


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("style", FORMATS)
def test_every_table_renders_from_an_empty_ledger(name: str, style: str) -> None:
    assert isinstance(render([build(name, [])], style), str)


def test_json_and_csv_hold_the_same_numbers() -> None:
    tables = [build("2", gcn_on_cora())]
    rows = json.loads(render(tables, "json"))["rows"]
    lines = list(csv.DictReader(io.StringIO(render(tables, "csv"))))
    means = [cell["mean"] for row in rows for cell in row["cells"]]
    assert [line["mean"] for line in lines] == ["" if mean is None else str(mean) for mean in means]
    assert lines[9]["within_noise"] == "40 60 80 98 120 140 160 180"


def test_several_tables_are_a_json_array() -> None:
    told = json.loads(render([build(name, []) for name in TABLES], "json"))
    assert [each["table"] for each in told] == ["1", "2", "3", "4", "further"]


def test_markdown_rows_have_as_many_cells_as_the_heading() -> None:
    lines = render([build(name, gcn_on_cora()) for name in TABLES], "markdown").splitlines()
    blocks = "\n".join(lines).split("\n\n")
    for block in blocks:
        piped = [line for line in block.splitlines() if line.startswith("|")]
        assert len({line.replace("\\|", "").count("|") for line in piped}) <= 1
    assert "| printed | 82.5 | 83.2 | 83.1 | 83.1 | 83.5 | 82.6 | 83.0 | 82.9 | 82.8 |" in lines


def test_text_columns_line_up() -> None:
    lines = render([build("2", gcn_on_cora())], "text").splitlines()
    start = lines.index("node-classification · cora · gcn") + 1
    assert len({len(line) for line in lines[start : start + 6]}) == 1


@pytest.mark.parametrize("dataset", DATASETS)
def test_the_printed_numbers_agree_with_each_other(dataset: str) -> None:
    """The paper prints GCN at the selected dimension in Table 2 and 4, and GCNII with 16 layers in Table 2 and 3."""
    dimension, score = printed_by_lambda(dataset)[1.0]
    assert printed_scores("node-classification", dataset, "gcn")[dimension] == score
    assert (
        printed_scores("node-classification", dataset, "gcnii")[dimension] == printed_by_layers(dataset)[16, "selected"]
    )
    assert set(printed_facts(dataset)) == {"nodes", "edges", "features", "classes"}


def test_the_paper_prints_nothing_about_other_graphs() -> None:
    assert printed_facts("polblogs") == printed_scores("node-classification", "polblogs", "gcn") == {}
    assert printed_by_layers("polblogs") == printed_by_lambda("polblogs") == {}
