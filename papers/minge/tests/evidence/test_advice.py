"""What a sweep gains over MinGE's number, by rule: less than a point, something, or nobody knows."""

import re

from graphdim.training.ledger import Record
from minge_ledgers import LINKS, NODES, flat, row
from minge_paper.evidence.advice import practice
from minge_paper.results import Results


def advice(records: list[Record]) -> str:
    return practice(Results(records))


def everywhere(means: dict[int, float], task: str = NODES, spread: float = 0.1) -> list[Record]:
    """The same means on eight graphs, on all of which MinGE selects 98."""
    return [record for graph in "abcdefgh" for record in row(means, dataset=graph, task=task, spread=spread)]


RISING = {dimension: 70.0 + dimension / 20 for dimension in flat()}
LAST = {**flat(), 180: 85.0}


def test_nothing_trained_means_sweep() -> None:
    assert advice([]) == "No advice yet, because no row has two seeds. Sweep."


def test_a_search_that_gains_nothing() -> None:
    told = advice(everywhere(flat()))
    assert "- Over all rows: a sweep gains less than a point over MinGE's number (a grid search gains 0.0 " in told


def test_where_nothing_smaller_would_do() -> None:
    told = advice(everywhere({**flat(), 98: 82.0}))
    assert "No smaller dimension is within noise of the best: do not go below it." in told


def test_a_search_that_gains_for_sure() -> None:
    told = advice(everywhere(RISING))
    assert "- Over all rows: **a sweep gains something** over MinGE's number (a grid search gains +" in told
    assert "the best is larger in 8 and smaller in 0: sweep upwards from it." in told


def test_a_small_gain_for_sure_is_told() -> None:
    told = advice(everywhere({**flat(), 180: 80.5}, spread=0.02))
    assert "- Over all rows: a sweep gains something, but less than a point over MinGE's number (" in told
    assert "(a grid search gains +0.5 " in told


def test_a_task_has_its_own_gain() -> None:
    told = advice([*everywhere(flat()), *everywhere(LAST, LINKS)])
    assert "For node classification: a sweep gains less than a point" in told
    assert "For link prediction: **a sweep gains something** over MinGE's number (a grid search gains +5." in told


def test_one_graph_leaves_it_open() -> None:
    told = advice(row(flat()))
    assert "Over all rows: 1 graph cannot decide what a sweep gains" in told
    assert f"For {NODES.replace('-', ' ')}" in told
    assert "For link" not in told


def test_seven_graphs_leave_it_open() -> None:
    told = advice([record for record in everywhere(LAST) if record.training.dataset != "h"])
    assert "Over all rows: 7 graphs cannot decide what a sweep gains" in told


def test_a_gain_that_may_be_a_loss_is_undecided() -> None:
    graphs = enumerate("abcdefgh")
    told = advice([record for place, graph in graphs for record in row(LAST if place == 0 else flat(), dataset=graph)])
    assert re.search(r"\*\*undecided\*\*, a sweep may gain \d+\.\d points or lose \d+\.\d", told)


def test_a_model_that_runs_out_of_epochs_is_named() -> None:
    """These records have 200 epochs, which is all that GCN may have."""
    assert "**Allow enough epochs before you tune the width**: 100 % of GCN's trainings" in advice(row(flat()))
    assert "Allow enough epochs" not in advice(row(flat(), model="mlp"))


def test_smaller_dimensions_that_would_do_are_counted_with_their_saving() -> None:
    told = advice(row(flat(), spread=1.0))
    assert "in 1 of 1 row a smaller dimension is within noise of the best (median 20)" in told
    assert "takes 4.9 times the parameters and 1.0 times the time" in told
    assert re.search(r"the smaller dimension is \d\.\d points below the best in the median, at most \d\.\d\.", told)


def test_heterophilous_graphs_are_told_apart() -> None:
    graphs = [*row({8: 80.0, 98: 80.0}, dataset="actor"), *row({8: 80.0, 98: 80.0}, dataset="toy")]
    assert "On heterophilous graphs: " in advice(graphs)
    assert "On heterophilous graphs: " not in advice(graphs[10:])
