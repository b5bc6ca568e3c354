"""Curves: a figure for each task, one scale for its panels, bands from five seeds on, no graph without a training."""

import re
from statistics import fmean
from typing import Any

import pytest

from graphdim.training.ledger import Record
from minge_ledgers import LINKS, NODES, flat, row
from minge_paper.evidence.charts import FIGURES
from minge_paper.evidence.curve_chart import draw_curves, draw_further
from minge_paper.evidence.curve_points import curve_points, further_points
from minge_paper.results import Results

RECORDS = [
    *row({**flat(), 180: 90.0}, spread=0.1),
    *row(flat(), dataset="citeseer", spread=0.1),
    *row(flat(), dataset="citeseer", model="mlp", spread=0.1),
    *row(flat(), task=LINKS, spread=0.1),
]
FURTHER = {8: 70.0, 64: 71.0, 98: 72.0}


def drawn(records: list[Record], task: str = NODES) -> dict[str, Any]:
    return draw_curves(Results(records), task).to_dict()


def panels(chart: dict[str, Any]) -> list[dict[str, Any]]:
    return chart["vconcat"][1]["concat"]


def texts(chart: dict[str, Any], panel: dict[str, Any]) -> list[str]:
    names = [layer["data"].get("name") for layer in panel["layer"] if layer["mark"]["type"] == "text"]
    inline = [layer["data"] for layer in panel["layer"] if layer["mark"]["type"] == "text"]
    values = [chart["datasets"][name] if name else data["values"] for name, data in zip(names, inline, strict=True)]
    return [value["text"] for each in values for value in each]


def heights(chart: dict[str, Any]) -> set[tuple[float, ...]]:
    layers = [layer for panel in panels(chart) for layer in panel["layer"]]
    return {tuple(y["scale"]["domain"]) for layer in layers if "scale" in (y := layer["encoding"]["y"])}


def words(chart: dict[str, Any]) -> str:
    return " ".join(chart["title"]["subtitle"])


def test_a_row_for_each_trained_graph_and_a_column_for_each_trained_model() -> None:
    chart = drawn(RECORDS)
    assert chart["vconcat"][1]["columns"] == 2
    missing = "no curve in the ledger"
    assert [texts(chart, panel) for panel in panels(chart)] == [["MLP", "Cora", missing], ["GCN"], ["Citeseer"], []]
    links = drawn(RECORDS, LINKS)
    assert [texts(links, panel) for panel in panels(links)] == [["GCN", "Cora"]]


def test_only_the_outer_panels_name_their_axes() -> None:
    axes = [panel["layer"][0]["encoding"] for panel in panels(drawn(RECORDS))]
    assert [axis["x"]["axis"]["title"] for axis in axes] == [None, None, "dimension", "dimension"]
    assert [axis["y"]["axis"]["title"] for axis in axes] == ["points", None, "points", None]
    assert axes[0]["x"]["axis"]["values"] == [20, 40, 80, 160]


def test_the_panels_of_a_figure_share_their_scale_and_tasks_do_not() -> None:
    labels, links = heights(drawn(RECORDS)), heights(drawn(RECORDS, LINKS))
    assert len(labels) == len(links) == 1
    assert labels != links


@pytest.mark.parametrize(("seeds", "single", "has_band"), [(1, 0, False), (2, 2, False), (4, 4, False), (5, 0, True)])
def test_few_seeds_are_shown_one_by_one_and_five_as_a_band(seeds: int, single: int, *, has_band: bool) -> None:
    points = further_points(Results(row(FURTHER, dataset="toy", seeds=seeds)), NODES)
    assert [len(point["seeds"]) for point in points] == [single] * len(FURTHER)
    assert [point["low"] is not None and point["high"] is not None for point in points] == [has_band] * len(FURTHER)
    text = words(draw_further(Results(row(FURTHER, dataset="toy", seeds=seeds)), NODES).to_dict())
    assert [sign in text for sign in ("thin line", "95 %", "A thick line alone")] == [single > 0, has_band, seeds == 1]


def test_every_thin_line_is_about_its_own_mean_and_the_thick_one_is_their_mean() -> None:
    points = further_points(Results(row(FURTHER, dataset="toy", seeds=3, spread=2.0)), NODES)
    for of_seed in zip(*(point["seeds"] for point in points), strict=True):
        assert fmean(of_seed) == pytest.approx(0)
    for point in points:
        assert point["points"] == pytest.approx(fmean(point["seeds"]))


def test_all_means_are_on_the_panel_and_what_is_cut_is_said() -> None:
    noisy = [*row(flat(), seeds=3, spread=0.1), *row(flat(50.0), dataset="citeseer", seeds=2, spread=9.0)]
    ((low, high),) = heights(drawn(noisy))
    points = curve_points(Results(noisy), NODES)
    assert all(low <= point["points"] <= high for point in points if point["points"] is not None)
    assert any(not low <= seed <= high for point in points for seed in point["seeds"])
    assert "cut at the edge" in words(drawn(noisy))
    assert "cut at the edge" not in words(drawn(RECORDS))


def test_a_further_panel_names_its_model_only_where_models_differ() -> None:
    one = row(FURTHER, dataset="toy")
    chart = draw_further(Results(one), NODES).to_dict()
    assert [texts(chart, panel) for panel in panels(chart)] == [["toy"]]
    assert chart["title"]["text"].endswith(", GCN")
    chart = draw_further(Results([*one, *row(FURTHER, dataset="toy", model="mlp")]), NODES).to_dict()
    assert [texts(chart, panel) for panel in panels(chart)] == [["toy, MLP"], ["toy, GCN"]]


def test_the_key_names_only_what_the_figure_has() -> None:
    def named(records: list[Record]) -> list[str]:
        chart = drawn(records)
        return texts(chart, chart["vconcat"][0])

    usual = ["our mean", "printed in the paper", "selected by MinGE"]
    assert named(row(flat(), seeds=1)) == usual
    assert named(row(flat(), seeds=2)) == [usual[0], "one seed", *usual[1:]]
    assert named(row(flat())) == [usual[0], "95 % interval", *usual[1:]]


@pytest.mark.parametrize("name", [name for name in FIGURES if re.match("curves|further", name)])
def test_nothing_trained_is_said(name: str) -> None:
    assert "vconcat" not in FIGURES[name].chart(Results([])).to_dict()
