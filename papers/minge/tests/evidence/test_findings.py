"""The findings of the first screen change with the ledger."""

import re
from dataclasses import replace

import pytest

from graphdim.training.ledger import Record
from minge_ledgers import LINKS, flat, row
from minge_paper.evidence.claims import judge
from minge_paper.evidence.findings import headline, narrow_widths, summary
from minge_paper.results import Results


def test_flat_rows_are_said_first() -> None:
    told = headline(Results(row(flat(), spread=1.0)))
    flat_rows = "1 of 1 experiment of node classification (5 seeds);"
    assert told.startswith(f"Every dimension from 20 to 180 is within noise of the best in {flat_rows}")


def test_a_mixture_is_counted() -> None:
    links = row({**flat(), 20: 70.0}, model="mlp", task=LINKS)
    told = headline(Results([*row(flat(), spread=1.0), *row({**flat(), 20: 70.0}, model="mlp"), *links]))
    both = "1 of 2 experiments of node classification and 0 of 1 experiment of link prediction (5 seeds);"
    assert told.startswith(f"Every dimension from 20 to 180 is within noise of the best in {both}")
    assert "MinGE's choice is in 3 of 3, a random one in 2." in told


@pytest.mark.parametrize("records", [[], row(flat(), seeds=1), row({20: 80.0, 98: 81.0})], ids=["none", "one", "part"])
def test_a_headline_needs_a_whole_row_with_two_seeds(records: list[Record]) -> None:
    assert headline(Results(records)).startswith("There is no finding yet")


def test_the_top_in_print_stands_beside_ours() -> None:
    told = summary(Results([*row({**flat(), 98: 85.0}), *row({**flat(), 40: 85.0}, model="mlp")]), [])
    assert (
        "In print the selected dimension has the highest score in 30 of 32 rows of Table 2; here it does in 1 of 2, "
        in told
    )
    assert "a random one would in 0.2." in told


def test_the_summary_counts_the_verdicts() -> None:
    results = Results([])
    assert summary(results, judge(results)) == "- **The claims.** Of 11 claims of the paper, 11 cannot be decided."


def test_a_fixed_dimension_is_better_alike_or_worse() -> None:
    """On eight graphs where 98 is selected; 32 is better on half of them and worse on the others."""
    means = {16: 70.0, 64: 85.0, 98: 80.0}
    records = [
        record
        for place, graph in enumerate("abcdefgh")
        for record in row({**means, 32: 82.0 - 4 * (place % 2)}, dataset=graph, spread=0.1)
    ]
    told = summary(Results(records), [])
    assert "more than MinGE's: shown to be better: always 64 -" in told
    assert "; not shown to differ: always 32 " in told
    assert "; shown to be worse: always 16 +" in told
    assert "MinGE's own number lies between 98 and 98 on all of these graphs." in told


def test_less_than_minge_is_said_without_a_minus() -> None:
    told = summary(Results(row({98: 80.0, 180: 85.0}, dataset="one", spread=0.1)), [])
    assert re.search(
        r"A grid search is 5\.\d points better than MinGE\. A random dimension is 2\.\d points better than MinGE\.",
        told,
    )


def test_the_stake_is_told_with_what_the_seeds_can_see() -> None:
    told = summary(Results([*row(flat(), spread=1.0, seeds=3), *row({**flat(), 20: 70.0}, model="mlp", seeds=3)]), [])
    seen = re.search(r"two dimensions must differ by (\d+\.\d) to be distinguished", told)
    assert seen
    # Three seeds that spread by a point: t(1 - 0.05 / 16, 2) is 12.6.
    assert float(seen[1]) > 3
    assert "The dimensions of a row share 3 seeds, where the paper has 10 runs." in told


def test_narrow_widths_that_ran_out_of_epochs_are_judged_too_harshly() -> None:
    assert narrow_widths(Results(row(flat(), model="mlp"))) == []  # 200 of 250 epochs
    toy = {"dataset": "toy", "spread": 0.0}
    narrow, wide = row({16: 70.0, 20: 70.0}, **toy), row({64: 80.0, 98: 80.0}, **toy)
    cut = [replace(each, outcome=replace(each.outcome, epochs=2000)) for each in narrow]
    harsh = "Widths up to 32 are judged too harshly: 100 % of their trainings ran out of epochs, 0 % of the others"
    assert narrow_widths(Results([*cut, *wide])) == [f"{harsh}."]
    patient = row({16: 74.0, 64: 81.0}, patience=500, max_epochs=20_000, **toy)
    waited = "trained for longer, they gain 4.0 points in 1 cell, and wider ones 1.0 points in 1 cell"
    assert narrow_widths(Results([*cut, *wide, *patient])) == [f"{harsh}; {waited}."]
