"""What a sweep gains over MinGE's number, by rule: less than a point, something, or nobody knows."""

import re

from graphdim.training.definition import Training
from graphdim.training.ledger import Record
from minge_ledgers import LINKS, NODES, flat, row, table_2
from minge_paper.evidence.advice import practice
from minge_paper.facts import selected
from minge_paper.results import Results


def advice(records: list[Record]) -> str:
    return practice(Results(records))


def at(cell: Training) -> bool:
    return cell.dimension == selected(Results([]).facts()[cell.dataset])


def test_nothing_trained_means_sweep() -> None:
    assert advice([]) == "No advice yet, because no row has two seeds. Sweep."


def test_a_search_that_gains_nothing() -> None:
    told = advice(table_2(lambda cell: 80.0 + 2.0 * at(cell), spread=0.1))
    assert "- Over all rows: a sweep gains less than a point over MinGE's number (a grid search gains 0.0 " in told
    assert "No smaller dimension is within noise of the best: do not go below it." in told


def test_a_search_that_gains_for_sure() -> None:
    told = advice(table_2(lambda cell: 70.0 + cell.dimension / 20, spread=0.1))
    assert "- Over all rows: **a sweep gains something** over MinGE's number (a grid search gains +" in told
    assert "the best is larger in 32 and smaller in 0: sweep upwards from it." in told


def test_a_small_gain_for_sure_is_told() -> None:
    told = advice(table_2(lambda cell: 80.0 + 0.5 * (cell.dimension == 180), spread=0.02))
    assert "- Over all rows: a sweep gains something, but less than a point over MinGE's number (" in told
    assert "(a grid search gains +0.5 " in told


def test_a_task_has_its_own_gain() -> None:
    told = advice(table_2(lambda cell: 80.0 + (5.0 * (cell.dimension == 180) if cell.task == LINKS else 0), spread=0.1))
    assert "For node classification: a sweep gains less than a point" in told
    assert "For link prediction: **a sweep gains something** over MinGE's number (a grid search gains +5." in told


def test_one_graph_leaves_it_open() -> None:
    told = advice(row(flat()))
    assert "Over all rows: one graph cannot decide what a sweep gains" in told
    assert f"For {NODES.replace('-', ' ')}" in told
    assert "For link" not in told


def test_a_gain_that_may_be_a_loss_is_undecided() -> None:
    records = [*row({**flat(), 180: 85.0}, spread=0.1), *row(flat(), dataset="citeseer", spread=0.1)]
    told = advice([*records, *row({101: 80.0}, dataset="citeseer")])
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
