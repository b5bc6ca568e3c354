"""First lines of tables of nodes that name their columns by numbers, as pandas does, and rows that look like them."""

from __future__ import annotations

import pytest

from graphdim.reading.node_headers import doubts, has_counted_header

COUNT = ",".join(map(str, range(9)))
FRACTIONS = ",".join(["0.5"] * 9)
INTEGERS = ",".join(["7", "0"] * 4 + ["3"])


def rows(text: str) -> list[tuple[str, ...]]:
    return [tuple(line.split(",")) for line in text.splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        "0,1\n0.5,0.25",
        "1,2\n0.5,0.25",
        "0,1,2\nann,0.5,0.25",
        ",0,1\nann,0.5,0.25",
        ",0\nann,0",
        ",0,1\n7,0,1",
        "id,0,1\nann,0,1",
        "Node,1,2\n7,0.5,0.25",
        "0,1,id\n0.5,0.25,ann",
        "user,0,1,2\nann,0.5,0.25,1.0",
        f"{COUNT}\n{FRACTIONS}",
        f"{COUNT},9\n7,{FRACTIONS}",
        f"{COUNT}\n{INTEGERS}",
        f"user,{COUNT}\nann,{INTEGERS}",
    ],
)
def test_columns_that_are_counted_make_a_header(text):
    assert has_counted_header(rows(text))


@pytest.mark.parametrize(
    ("text", "is_noted"),
    [
        ("0,1\n1,0", False),
        ("0,1\n1,0.25", True),
        ("0,1,2\n1,0.5,0.25", True),
        ("0,1,2\n1,0,2", True),
        ("ann,0,1\nbob,1,1", False),
        ("ann,0,1\nbob,0.5,0.25", True),
        ("ann,0,1,2\nbob,3,4,5", True),
        ("name,0.5,1\nkey,1,0.5", False),
        ("0,1,2\n0.5,0.25,1\n3,4,5", True),
        ("0,1,2,3,4,5,6,7\n8,9,10,11,12,13,14,15", True),
        ("0,1,2", False),
        (",0,1\n,1,0", False),
    ],
)
def test_what_may_be_a_row_is_one_and_noted_if_it_may_be_a_header(text, is_noted):
    assert not has_counted_header(rows(text))
    assert bool(doubts("rows.csv", rows(text))) == is_noted


def test_the_id_of_a_node_is_no_name_of_a_column():
    table = rows("name,0,1,2\nkey,0.5,0.25,1.0")
    assert has_counted_header(table)
    assert not has_counted_header(table, {"name": 0, "key": 1})
    assert doubts("rows.csv", rows("ann,0,1\nbob,0.5,0.2"), {"ann": 0}) == ()


def test_the_note_says_what_to_do():
    [note] = doubts("rows.csv", rows("0,1,2\n3,4,5"))
    assert note.startswith("rows.csv: first line read as a row, not as a header (0,1,2…); if it is a header, name")
