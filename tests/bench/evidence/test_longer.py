"""More epochs beside the usual ones: 200 for GCN."""

from dataclasses import replace

import pytest

from bench.evidence.synthetic import row
from graphdim.bench.evidence.longer import finding, longer, section
from graphdim.bench.ledger import Record
from graphdim.bench.tables.results import Results


def ended(records: list[Record], epochs: int) -> list[Record]:
    return [replace(each, outcome=replace(each.outcome, epochs=epochs)) for each in records]


USUAL = ended(row({20: 60.0, 40: 70.0, 98: 80.0}, seeds=5), 200)
LONGER = ended(row({20: 78.0, 98: 81.0}, seeds=3, max_epochs=1000), 640)


def test_both_sides_have_the_same_dimensions_and_seeds() -> None:
    [found] = longer(Results([*USUAL, *LONGER]))
    assert (found.usual.epochs, found.longer.epochs) == (200, 1000)
    assert (found.usual.at_cap, found.longer.at_cap) == (1.0, 0.0)
    for side in (found.usual, found.longer):
        assert {dimension: sorted(scores) for dimension, scores in side.scores.items()} == {
            20: [0, 1, 2],
            98: [0, 1, 2],
        }
    assert (found.usual.spread, found.longer.spread) == (pytest.approx(20, abs=0.5), pytest.approx(3, abs=0.5))


def test_a_choice_gives_away_less_where_the_others_catch_up() -> None:
    [found] = longer(Results([*USUAL, *LONGER]))
    lost = [side.given_away(20) for side in (found.usual, found.longer)]
    assert [each and round(each.mean) for each in lost] == [20, 3]


def test_the_table_tells_both() -> None:
    told = section(Results([*USUAL, *LONGER]))
    assert "- Out of epochs, of all trainings at the settings: GCN 100 %." in told
    assert "- With more, over 1 row the worst dimension lies " in told
    assert "| GCN on Cora, node classification | 2 | 3 | 200 → 1,000 | 100 % → 0 % | 70." in told
    assert told.endswith("| 0.0 [0.0, 0.0] → 0.0 [0.0, 0.0] | 98 → 98 |")


def test_the_first_screen_tells_it_too() -> None:
    assert finding(Results(USUAL)) == []
    [told] = finding(Results([*USUAL, *LONGER]))
    assert told.startswith("**With more epochs** than the settings give, over 1 row the worst dimension lies ")


def test_rows_and_caps_are_told_apart() -> None:
    links = {"task": "link-prediction", "seeds": 2}
    records = [*row({20: 70.0, 98: 80.0}, **links), *row({20: 75.0, 98: 80.0}, max_epochs=2000, **links)]
    more = row({20: 79.0}, seeds=3, max_epochs=5000)
    names = [(each.name, each.longer.epochs) for each in longer(Results([*USUAL, *LONGER, *records, *more]))]
    nodes, of_links = "GCN on Cora, node classification", "GCN on Cora, link prediction"
    assert names == [(nodes, 1000), (nodes, 5000), (of_links, 2000)]


@pytest.mark.parametrize(
    "other",
    [
        row({20: 78.0}, max_epochs=100),
        row({20: 78.0}, max_epochs=1000, layers=4),
        row({20: 78.0}, max_epochs=1000, train_per_class=80),
        row({60: 78.0}, max_epochs=1000),
    ],
    ids=["fewer epochs", "more layers", "more nodes", "no usual one"],
)
def test_what_differs_in_more_than_a_higher_cap_is_left_out(other: list[Record]) -> None:
    results = Results([*USUAL, *other])
    assert longer(results) == []
    assert section(results).endswith("No row with more of them is in the ledger: missing.")


def test_rows_that_are_hardly_better_than_chance_are_named() -> None:
    links = {"task": "link-prediction", "seeds": 2}
    told = section(Results([*USUAL, *LONGER, *ended(row({20: 55.0, 98: 58.0}, **links), 140)]))
    [line] = [line for line in told.splitlines() if "chance" in line]
    assert "50, is link prediction by GCN on Cora (56." in line
    assert "100 % of these trainings ended because the validation loss no longer fell" in line
    assert "chance" not in section(Results([*USUAL, *LONGER, *row({20: 85.0, 98: 88.0}, **links)]))
