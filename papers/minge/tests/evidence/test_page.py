"""The page on every kind of ledger: empty, one seed, a part of it, all of it."""

import re

import pytest

from graphdim.training.ledger import Record
from minge_ledgers import LINKS, flat, row, table_2
from minge_paper.evidence.page import page
from minge_paper.presets import SETTINGS
from minge_paper.results import Results


def page_of(records: list[Record]) -> str:
    return page(Results(records))


def part() -> list[Record]:
    return [
        *row({**flat(), 20: 70.0, 16: 75.0}),
        *row({98: 80.0}, model="mlp"),
        *row(flat(), model="gat", seeds=1),
        *row({8: 70.0, 64: 71.0, 98: 72.0}, dataset="actor"),
        *row({8: 70.0, 64: 71.0, 98: 72.0}, dataset="toy"),
        *row({98: 85.0}, task=LINKS),
        *row({98: 90.0}, task=LINKS, leaks=("messages-over-all-edges",)),
    ]


LEDGERS = {
    "empty": [],
    "one seed": row(flat(), seeds=1),
    "a part": part(),
    "one further graph": row({8: 70.0, 98: 71.0}, dataset="toy"),
    "table 2": table_2(lambda cell: 80.0 - (cell.dimension == 20)),
}


@pytest.mark.parametrize("records", LEDGERS.values(), ids=LEDGERS)
def test_the_page_is_whole_whatever_the_ledger_holds(records: list[Record]) -> None:
    text = page_of(records)
    assert text.startswith("# ")
    assert not re.search(r"\bNone\b|\bnan\b|\$|Traceback", text)
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings[:3] == ["What measuring gains", "How these numbers were made", "Every way to choose, judged"]
    assert len(headings) == 16 + any(record.training.leaks for record in records)
    for lines in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.replace("\\|", "").count("|") for line in lines.splitlines()}) == 1, lines


def test_the_first_line_is_the_finding() -> None:
    first = page_of(LEDGERS["table 2"]).partition("\n")[0]
    assert first.startswith("# Every dimension from 20 to 180 is within noise of the best in ")


def test_ours_stands_beside_the_print_and_the_missing_is_shown() -> None:
    text = page_of(part())
    table = text[text.index("**Cora, node classification**") :]
    ours, printed = table.splitlines()[6:8]
    assert ours.startswith("| GCN | 70.")
    assert "↓" in ours.split("|")[2]
    assert printed == "| printed | 82.5 | 83.2 | 83.1 | 83.1 | 83.5 | 82.6 | 83.0 | 82.9 | 82.8 |"
    assert "| GCNII | – | – | – | – | – | – | – | – | – |" in table


def test_heterophilous_graphs_are_marked() -> None:
    text = page_of(part())
    assert "| GCN on actor, node classification (heterophilous) |" in text
    assert "| GCN on toy, node classification |" in text
    assert "- Heterophilous: 1 graph, 1 row; " in text


def test_rows_below_the_print_are_listed() -> None:
    text = page_of(row({**flat(60.0)}))
    assert "Of 1 row, ours is shown to be below the print in 1 and above in 0." in text
    assert "| GCN on Cora, node classification | 5 | 60." in text


def test_a_row_with_a_single_seed_is_listed_beside_the_print_too() -> None:
    text = page_of(row({**flat(60.0)}, seeds=1))
    assert (
        "Of 1 row, ours is shown to be below the print in 0 and above in 0; 1 with a single seed cannot be judged."
        in text
    )
    assert re.search(r"\| GCN on Cora, node classification \| 1 \| 60\.\d \| 83\.0 \| -2\d\.\d \| – \|", text)


def test_the_smallest_dimension_is_shown_with_what_it_gives_away() -> None:
    assert re.search(r"\| 0\.\d{3} \| 9 of 9 \| 20 \(-\d\.\d\) \|", page_of(row(flat(), spread=1.0)))


def test_every_assumed_setting_is_listed_with_its_reason() -> None:
    text = page_of([])
    assumed = [each for each in SETTINGS.entries() if each["source"] == "assumed"]
    assert len(assumed) >= 5
    for each in assumed:
        assert each["because"] in text


def test_the_order_of_the_ledger_does_not_matter() -> None:
    assert page_of(part()) == page_of(part()[::-1])
