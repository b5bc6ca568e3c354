"""Curves: one scale for the panels of a task, and no panel without a training."""

from typing import Any

from minge_ledgers import LINKS, flat, row
from minge_paper.evidence.charts import draw_curves
from minge_paper.results import Results

RECORDS = [
    *row({**flat(), 180: 90.0}, spread=0.1),
    *row(flat(), dataset="citeseer", spread=0.1),
    *row(flat(), task=LINKS, spread=0.1),
]


def panels() -> list[list[dict[str, Any]]]:
    return [across["hconcat"] for across in draw_curves(Results(RECORDS)).to_dict()["vconcat"]]


def heights(panel: dict[str, Any]) -> set[tuple[float, ...]]:
    scales = [layer["encoding"]["y"].get("scale") for layer in panel["layer"]]
    return {tuple(scale["domain"]) for scale in scales if scale}


def test_a_graph_without_a_training_has_no_panel() -> None:
    titles = [[(panel["title"]["text"], panel["title"]["subtitle"]) for panel in across] for across in panels()]
    nodes = "node classification"
    assert titles == [[("Cora", nodes), ("Citeseer", nodes)], [("Cora", "link prediction")]]


def test_the_panels_of_a_task_share_their_scale_and_tasks_do_not() -> None:
    (cora, citeseer), (links,) = panels()
    assert heights(cora) == heights(citeseer)
    assert heights(cora) != heights(links)


def test_nothing_trained_is_said() -> None:
    assert "vconcat" not in draw_curves(Results([])).to_dict()
