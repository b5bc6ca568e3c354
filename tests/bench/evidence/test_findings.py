"""The findings of the first screen change with the ledger."""

import pytest

from bench.evidence.synthetic import flat, row
from graphdim.bench.evidence.claims import judge
from graphdim.bench.evidence.findings import headline, summary
from graphdim.bench.ledger import Record
from graphdim.bench.tables.results import Results


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


def test_the_top_in_print_stands_beside_ours() -> None:
    told = summary(Results([*row({**flat(), 98: 85.0}), *row({**flat(), 40: 85.0}, model="mlp")]), [])
    assert "In print the selected dimension has the highest score in 30 of 32 rows of Table 2; here in 1 of 2, " in told
    assert "one taken at random would in 0.2." in told


def test_the_summary_counts_the_verdicts() -> None:
    results = Results([])
    assert summary(results, judge(results)) == "- **The claims.** Of 11 claims of the paper 11 cannot be told."


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
