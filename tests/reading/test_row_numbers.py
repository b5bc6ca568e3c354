"""A first column that counts the rows: no end where that is certain, refused where nobody can tell."""

import random

import pandas as pd
import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.graph.build import read_named
from graphdim.reading.outline import Outline
from measuring import measure

CHANCE = random.Random(7)
PAIRS = [(CHANCE.randrange(60), CHANCE.randrange(60)) for _ in range(150)]
NODES = len({node for pair in PAIRS for node in pair})
NAMED = [(f"n{source}", f"n{target}") for source, target in PAIRS]
KINDS = ["csv", "tsv", "parquet", "polars", "pandas", "arrow"]


def counted(pairs, start=0):
    return [(place, *pair) for place, pair in enumerate(pairs, start=start)]


def listed(rows, kind, folder, names):
    """Rows as a table of this kind; as text without a header where names are places."""
    table = pl.DataFrame(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    path = folder / f"table.{kind}"
    if kind == "parquet":
        table.write_parquet(path)
    elif kind in ("csv", "tsv"):
        separator = "," if kind == "csv" else "\t"
        table.write_csv(path, include_header=not names[0].isdigit(), separator=separator)
    frames = {"polars": table, "arrow": table.to_arrow(), "pandas": pd.DataFrame(rows, columns=list(names))}
    return frames.get(kind, path)


@pytest.mark.parametrize("engine", ["memory", "disk"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["edge_id", "EdgeID", "row_number", "line", "Unnamed: 0", ""])
@pytest.mark.parametrize("start", [0, 1])
def test_row_numbers_with_a_name_for_nothing_else_are_no_end(name, kind, engine, start, tmp_path):
    for pairs in (PAIRS, NAMED):
        found = measure(listed(counted(pairs, start), kind, tmp_path, (name, "a", "b")), engine=engine)
        assert found.n_nodes == NODES
        assert any("'a' and 'b', the first two that hold no row numbers" in note for note in found.notes)
        assert not any("--weight" in note for note in found.notes)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pairs", [PAIRS, NAMED], ids=["numbers", "names"])
@pytest.mark.parametrize(
    "names",
    [
        ("row", "col", "data"),
        ("id", "cites", "venue"),
        ("index", "nn", "hamming"),
        ("id", "reports_to", "dept_id"),
        ("id", "name", "city"),
        ("i", "j", "k"),
        ("no", "friend", "group"),
        ("what", "a", "b"),
    ],
    ids=" ".join,
)
def test_any_other_name_of_a_column_that_counts_may_be_that_of_nodes(names, pairs, kind, tmp_path):
    graph = gd.read(listed(counted(pairs), kind, tmp_path, names))
    assert any(f"ends are columns {names[0]!r} and {names[1]!r}, the first two;" in note for note in graph.notes)


def test_an_id_that_counts_stands_before_a_usual_pair_of_names(tmp_path):
    for names in (("id", "from", "to"), ("id", "head", "tail"), ("no", "src", "dst")):
        assert read_named(listed(counted(NAMED), "csv", tmp_path, names))[0].n_nodes == NODES


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "rows",
    [
        counted(PAIRS),
        counted((f"u{source}", f"i{target}") for source, target in PAIRS),
        counted(NAMED),
        [(place, source, "likes", target) for place, source, target in counted(PAIRS)],
    ],
    ids=["numbers", "two kinds of names", "names of one kind", "statements"],
)
def test_a_counter_without_a_name_is_refused_where_it_may_be_an_end(rows, kind, tmp_path):
    last = str(len(rows[0]))
    source = listed(rows, kind, tmp_path, [str(place + 1) for place in range(len(rows[0]))])
    way = f"--source-column 2 --target-column {last} reads it as their numbers, --source-column 1 --target-column 2 as"
    with pytest.raises(SourceError, match=f"the first rows of column '1' count; {way} nodes"):
        gd.read(source)
    assert gd.read(source, columns=("2", last)).cleaning.rows == len(rows)
    assert gd.read(source, columns=("1", "2")).cleaning.rows == len(rows)


def test_the_weight_that_the_user_names_is_no_end(tmp_path):
    source = listed(counted(PAIRS, 1), "csv", tmp_path, ("1", "2", "3"))
    with pytest.raises(SourceError, match="the first rows of column '1' count"):
        gd.read(source)
    rows = [(first, second, third + 1) for first, second, third in counted(PAIRS, 1)]
    source = listed(rows, "csv", tmp_path, ("1", "2", "3"))
    assert gd.read(source, weight="3").cleaning.rows == len(rows)


def path(n_edges, start=0):
    return [(place, place + 1) for place in range(start, start + n_edges)]


STAYS = {
    "a path and its weights": ([(u, v, u % 7 + 2) for u, v in path(200)], ("1", "2", "3")),
    "a path from 1": ([(u, v, u % 7 + 2) for u, v in path(20, 1)], ("1", "2", "3")),
    "a path of children": ([(v, u, u % 7 + 2) for u, v in path(20)], ("1", "2", "3")),
    "a cycle": ([(u, v % 20, u % 7 + 2) for u, v in path(20)], ("1", "2", "3")),
    "fractions": ([(u, 3 * u % 20, u + 0.5) for u, _ in path(20)], ("1", "2", "3")),
    "ones": ([(u, 3 * u % 20, 1) for u, _ in path(20)], ("1", "2", "3")),
    "times": ([(u, 3 * u % 20, 1_700_000_000 + u) for u, _ in path(20)], ("1", "2", "3")),
    "a text": ([(u, 3 * u % 20, f"kind {u % 3}") for u, _ in path(20)], ("1", "2", "3")),
    "four rows": ([(u, 3 * u % 20, u % 7 + 2) for u, _ in path(4)], ("1", "2", "3")),
    "a gap": ([(u + (u > 7), 3 * u % 20, u % 7 + 2) for u, _ in path(20)], ("1", "2", "3")),
    "another name": ([(u, 3 * u % 20, u % 7 + 2) for u, _ in path(20)], ("payer", "payee", "fee")),
    "a parent": ([(u, u // 2, u % 7 + 2) for u, _ in path(20)], ("id", "parent_id", "width")),
    "an amount": ([(u, 3 * u % 20, u % 7 + 2) for u, _ in path(20)], ("id", "friend", "count")),
    "nodes": ([(u, 3 * u % 20, u % 7 + 2) for u, _ in path(20)], ("node", "other", "width")),
    "two kinds": ([(u, 3 * u % 20, u % 7 + 2) for u, _ in path(20)], ("user", "item", "width")),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STAYS)
def test_a_first_column_that_may_well_be_an_end_stays_one(name, kind, tmp_path):
    rows, names = STAYS[name]
    graph = gd.read(listed(rows, kind, tmp_path, names))
    assert any(f"ends are columns {names[0]!r} and {names[1]!r}, the first two" in note for note in graph.notes)


def test_a_usual_pair_of_names_is_taken_whatever_counts(tmp_path):
    source = listed(counted(PAIRS), "csv", tmp_path, ("source", "x", "target"))
    assert gd.read(source).cleaning.rows == len(PAIRS)


def test_an_outline_looks_at_no_more_than_it_is_given():
    assert Outline(["1", "2", "3"], ()).with_fields({}).doubtful == ()
