"""Sentences that follow from numbers: the headline and the advice change with the ledger."""

import pytest

from bench.evidence.synthetic import LINKS, NODES, flat, row, table_2
from graphdim.bench.evidence.claims import judge
from graphdim.bench.evidence.reading import headline, practice, summary
from graphdim.bench.facts import selected
from graphdim.bench.ledger import Record
from graphdim.bench.tables.results import Results
from graphdim.bench.training import Training


def advice(records: list[Record]) -> str:
    return practice(Results(records))


def test_flat_rows_are_said_first() -> None:
    told = headline(Results(row(flat(), spread=1.0)))
    assert (
        told == "Every dimension from 20 to 180 is within noise of the best in all 1 experiment (5 seeds) that can tell"
    )


def test_a_mixture_is_counted() -> None:
    told = headline(Results([*row(flat(), spread=1.0), *row({**flat(), 20: 70.0}, model="mlp")]))
    assert told.startswith(
        "Every dimension from 20 to 180 is within noise of the best in 1 of 2 experiments (5 seeds);"
    )
    assert "MinGE's choice is in 2, one taken at random in 1." in told


@pytest.mark.parametrize("records", [[], row(flat(), seeds=1), row({20: 80.0, 98: 81.0})], ids=["none", "one", "part"])
def test_a_headline_needs_a_whole_row_with_two_seeds(records: list[Record]) -> None:
    assert headline(Results(records)).startswith("Nothing can be told yet")


def test_the_summary_counts_the_verdicts() -> None:
    results = Results([])
    assert summary(results, judge(results)) == "- **The claims.** Of 11 claims of the paper 11 cannot be told."


def at(cell: Training) -> bool:
    return cell.dimension == selected(Results([]).facts()[cell.dataset])


def test_a_fixed_dimension_is_better_alike_or_worse() -> None:
    """On graphs where 98 is selected; 32 is better on one of them and worse on the other."""
    means = {16: 70.0, 64: 85.0, 98: 80.0}
    records = [
        *row({**means, 32: 82.0}, dataset="one", spread=0.1),
        *row({**means, 32: 78.0}, dataset="two", spread=0.1),
    ]
    told = summary(Results(records), [])
    assert "better than MinGE beyond noise: always 64 -" in told
    assert "; not told apart from MinGE: always 32 " in told
    assert "; worse than MinGE beyond noise: always 16 +" in told


def test_nothing_trained_means_sweep() -> None:
    assert advice([]) == "Nothing can be told yet: no row has two seeds. Sweep."


def test_trust_where_a_search_gains_nothing() -> None:
    told = advice(table_2(lambda cell: 80.0 + 2.0 * at(cell), spread=0.1))
    assert "- All in all: take the number (a grid search gains 0.0 " in told
    assert "No smaller dimension is within noise of the best: do not go below it." in told


def test_sweep_where_a_search_gains_for_sure() -> None:
    told = advice(table_2(lambda cell: 70.0 + cell.dimension / 20, spread=0.1))
    assert "- All in all: **sweep** (a grid search gains +" in told
    assert "the best is larger in 32 and smaller in 0: sweep upwards from it." in told


def test_a_small_gain_for_sure_is_told() -> None:
    told = advice(table_2(lambda cell: 80.0 + 0.5 * (cell.dimension == 180), spread=0.02))
    assert "- All in all: take the number, unless less than a point matters (a grid search gains +0.5 " in told


def test_a_task_gets_its_own_advice() -> None:
    told = advice(table_2(lambda cell: 80.0 + (5.0 * (cell.dimension == 180) if cell.task == LINKS else 0), spread=0.1))
    assert "For node classification: take the number" in told
    assert "For link prediction: **sweep** (a grid search gains +5." in told


def test_one_graph_leaves_it_open() -> None:
    told = advice(row(flat()))
    assert "**sweep if a point matters**, the trainings leave that open" in told
    assert f"For {NODES.replace('-', ' ')}" in told
    assert "For link" not in told


def test_smaller_dimensions_that_would_do_are_counted_with_their_saving() -> None:
    told = advice(row(flat(), spread=1.0))
    assert "in 1 of 1 row a smaller dimension is within noise of the best (in the median 20)" in told
    assert "takes 4.9 times the parameters and 1.0 times the time" in told


def test_heterophilous_graphs_are_told_apart() -> None:
    graphs = [*row({8: 80.0, 98: 80.0}, dataset="actor"), *row({8: 80.0, 98: 80.0}, dataset="toy")]
    assert "On heterophilous graphs: " in advice(graphs)
    assert "On heterophilous graphs: " not in advice(graphs[10:])
