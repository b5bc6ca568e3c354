"""What a rule gives away: known ledgers, fixed dimensions that were not trained, and averages over graphs."""

import pytest

from graphdim.training.ledger import Record
from minge_ledgers import LINKS, flat, row
from minge_paper.evidence.regret import (
    ANY,
    MINGE_RULE,
    RULES,
    SEARCH,
    Rule,
    judged_by_all,
    losses,
    nearest,
    over,
    rules,
    smallest,
)
from minge_paper.evidence.rows import Row, further_rows, paper_rows
from minge_paper.results import Results


def rows(records: list[Record]) -> list[Row]:
    results = Results(records)
    return [each for each in (*paper_rows(results), *further_rows(results)) if each.records]


def rule(name: str, records: list[Record]) -> Rule:
    [found] = [each for each in rules(rows(records)) if each.name == name]
    return found


BEST_AT_140 = {**flat(78.0), 60: 80.0, 98: 81.0, 140: 83.0}


def test_every_rule_gives_away_what_it_should() -> None:
    lost = {each.name: each.mean.mean for each in rules(rows(row(BEST_AT_140, spread=0.01))) if each.mean}
    assert lost[MINGE_RULE] == pytest.approx(2, abs=0.1)
    assert lost["always 64"] == pytest.approx(3, abs=0.1)
    assert lost["always 128"] == pytest.approx(5, abs=0.1)
    assert lost[SEARCH] == 0
    assert lost["always 100"] == lost[MINGE_RULE]
    assert lost[ANY] == pytest.approx((6 * 5 + 3 + 2 + 0) / 9, abs=0.1)


def test_a_stand_in_is_named_and_a_far_one_is_not_taken() -> None:
    records = row(BEST_AT_140)
    assert rule("always 64", records).stand_ins == (60,)
    assert rule("always 256", records).losses == ()
    assert rule("always 256", records).mean is None
    assert rule(MINGE_RULE, records).stand_ins == ()


def test_the_dimension_itself_needs_no_stand_in() -> None:
    records = row({**BEST_AT_140, 64: 80.0, 256: 84.0})
    assert rule("always 64", records).stand_ins == ()
    # Better than the best of the grid, so it gives away less than nothing.
    assert rule("always 256", records).losses[0].points == pytest.approx(-1, abs=0.5)
    assert rule("always 256", records).n_within_noise == 1


@pytest.mark.parametrize(("wanted", "found"), [(16, 20), (32, 40), (64, 60), (128, 120), (256, None), (20, 20)])
def test_nearest_is_at_most_a_quarter_away(wanted: int, found: int | None) -> None:
    assert nearest([20, 40, 60, 80, 120, 180], wanted) == found


def test_graphs_count_alike_however_many_rows_they_have() -> None:
    records = [
        *row({8: 80.0, 98: 80.0}, dataset="one", spread=0.01),
        *row({8: 80.0, 98: 80.0}, dataset="one", task=LINKS, spread=0.01),
        *row({8: 84.0, 98: 80.0}, dataset="two", spread=0.01),
    ]
    found = rule(MINGE_RULE, records)
    assert found.mean is not None
    assert (len(found.losses), found.mean.seeds) == (3, 2)
    assert found.mean.mean == pytest.approx(2, abs=0.1)
    assert found.worst is not None
    assert found.worst.row.dataset == "two"


def test_rules_are_compared_over_the_rows_that_both_have() -> None:
    both = row({64: 79.0, 98: 80.0}, dataset="one", spread=0.01)
    minge_alone = row({8: 90.0, 98: 80.0}, dataset="two", spread=0.01)
    found = rule("always 64", [*both, *minge_alone])
    assert len(found.losses) == 1
    assert found.over is not None
    assert found.over.mean == pytest.approx(1, abs=0.1)
    assert over(losses(rows(both), MINGE_RULE), []) is None


def test_a_single_seed_is_left_out_of_every_rule() -> None:
    assert [(each.name, each.mean) for each in rules(rows(row(BEST_AT_140, seeds=1)))] == [
        (name, None) for name in RULES
    ]


def test_the_smallest_within_noise() -> None:
    [(_, least)] = smallest(rows(row({**flat(), 20: 60.0, 40: 60.0})))
    assert least == 60


def test_a_fixed_dimension_is_worse_only_if_that_survives_how_many_were_tried() -> None:
    losses_at_16 = {"one": 1.0, "two": 1.3, "three": 1.6, "four": 1.1, "five": 1.2, "six": 1.4, "seven": 1.5}
    alone = [
        record
        for graph, lost in losses_at_16.items()
        for record in row({16: 80.0 - lost, 98: 80.0}, dataset=graph, spread=0.001)
    ]
    others = {32: 80.0, 64: 80.0, 128: 80.0, 256: 80.0}
    among = [
        record
        for graph, lost in losses_at_16.items()
        for record in row({16: 80.0 - lost, 98: 80.0, **others}, dataset=graph, spread=0.001)
    ]
    assert rule("always 16", alone).compared_with_minge == "worse"
    assert rule("always 16", among).compared_with_minge == "alike"


def test_four_graphs_have_neither_an_interval_nor_a_difference_that_is_shown() -> None:
    graphs = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    few, many = (
        rule("always 16", [record for graph in some for record in row({16: 75.0, 98: 80.0}, dataset=graph)])
        for some in (graphs[:4], graphs)
    )
    assert few.over is not None
    assert many.over is not None
    assert (few.over.low, few.compared_with_minge) == (None, "alike")
    assert (many.over.low is None, many.compared_with_minge) == (False, "worse")


def test_the_figure_compares_over_the_rows_in_which_every_rule_is_known() -> None:
    usual = dict.fromkeys((16, 32, 64, 128, 256), 80.0)
    records = [*row({**flat(), **usual}), *row(flat(), model="gat")]
    assert [each.model for each in judged_by_all(rows(records))] == ["gcn"]
    # A rule that is known nowhere leaves no row out.
    assert len(judged_by_all(rows([*row(flat()), *row(flat(), model="gat")]))) == 2
    assert judged_by_all([]) == []
