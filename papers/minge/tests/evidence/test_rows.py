"""Rows from a ledger: what is compared, what is known beside it, and what is missing."""

from dataclasses import replace

import pytest

from graphdim.training.ledger import Record
from minge_ledgers import GRID, LINKS, flat, graph, record, row
from minge_paper.evidence.rows import Row, by_size, by_weight, cut_by_width, further_rows, paper_rows, weighted
from minge_paper.results import Results


def first(records: list[Record]) -> Row:
    [found] = [each for each in paper_rows(Results(records)) if each.records]
    return found


def test_table_2_has_thirty_two_rows_whatever_the_ledger_holds() -> None:
    rows = paper_rows(Results([]))
    assert len(rows) == 32
    assert [each.name for each in rows[:2]] == ["MLP on Cora, node classification", "GCN on Cora, node classification"]
    assert not any(each.is_comparable or each.is_complete or each.is_flat for each in rows)


def test_the_default_width_is_known_beside_the_grid() -> None:
    found = first(row({**flat(), 16: 70.0}))
    assert (found.grid, found.default, found.selected) == (GRID, 16, 98)
    assert found.comparison is not None
    assert 16 not in found.comparison.p_values
    gain = found.over(98, 16)
    assert gain is not None
    assert gain.mean == pytest.approx(10, abs=0.5)


def test_other_settings_are_not_mixed_in() -> None:
    records = [*row(flat()), *row({98: 10.0}, max_epochs=3), *row({98: 10.0}, layers=4)]
    assert first(records).scores[98][0] == pytest.approx(80, abs=1)


def test_flat_is_every_dimension_within_noise() -> None:
    assert first(row(flat(), spread=1.0)).is_flat
    peaked = first(row({**flat(), 20: 70.0}))
    assert (peaked.is_flat, 20 in peaked.within_noise) == (False, False)
    assert peaked.luck == pytest.approx(len(peaked.within_noise) / 9)
    part = first(row({20: 80.0, 98: 80.0}, spread=1.0))
    assert (part.is_comparable, part.is_complete, part.is_flat) == (True, False, False)


def test_one_seed_tells_nothing() -> None:
    alone = first(row(flat(), seeds=1))
    assert (alone.is_complete, alone.is_comparable, alone.within_noise) == (True, False, ())


def test_a_grid_search_picks_by_the_validation_scores_of_the_other_seeds() -> None:
    # In these records the validation score is the test score.
    assert first(row({**flat(70.0), 140: 80.0}, seeds=3)).searched == {0: 140, 1: 140, 2: 140}
    lucky = [each for each in row({**flat(70.0), 140: 71.0}, spread=0.0, seeds=3) if each.training.dimension != 60]
    once = [*row({60: 70.0}, spread=0.0, seeds=2), record(0.8, seed=2, dimension=60, graph=graph("cora"))]
    assert first([*lucky, *once]).searched == {0: 60, 1: 60, 2: 140}
    assert first(row(flat(), seeds=1)).searched == {}


def test_further_graphs_keep_the_dimensions_they_were_trained_at() -> None:
    records = [*row({8: 80.0, 64: 80.0, 98: 80.0}, dataset="toy"), *row({8: 70.0}, dataset="toy", task=LINKS)]
    rows = further_rows(Results(records))
    assert [(each.name, each.grid) for each in rows] == [
        ("GCN on toy, node classification", (8, 64, 98)),
        ("GCN on toy, link prediction", (8,)),
    ]


def test_training_sizes_are_rows_of_their_own() -> None:
    records = [*row(flat()), *row({**flat(85.0), 16: 80.0}, train_per_class=80)]
    rows = [each for each in by_size(Results(records)) if each.records]
    assert [each.name for each in rows] == [
        "GCN on Cora, node classification",
        "GCN on Cora, node classification, 80 per class",
    ]
    assert rows[1].grid == GRID
    assert 16 in rows[1].records


def test_the_rows_of_table_4_compare_the_dimensions_of_each_weight() -> None:
    results = Results(row({69: 80.0, 98: 81.0}))
    found = by_weight(results)[0]
    assert found.grid == (69, 82, 98, 131)
    assert weighted(results, found) == {0.1: 69, 0.5: 82, 1.0: 98, 2.0: 131}
    assert set(found.records) == {69, 98}


def test_what_ran_out_of_epochs_is_counted_by_width() -> None:
    records = row({20: 80.0, 40: 80.0, 60: 80.0}, seeds=2)
    stopped = [
        replace(each, outcome=replace(each.outcome, epochs=150)) for each in records if each.training.dimension == 60
    ]
    others = [each for each in records if each.training.dimension != 60]
    assert cut_by_width([first([*others, *stopped])]) == (1.0, 0.5)
    assert cut_by_width([]) == (0.0, 0.0)
