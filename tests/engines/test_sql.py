"""The query: run for real by DuckDB, against the memory engine; quoting in every dialect."""

from typing import Any

import duckdb
import polars as pl
import pytest
import sqlglot

import graphdim as gd
from engines.edge_tables import TABLES, messy, weighted
from graphdim.engines.dialects import DIALECTS
from graphdim.engines.sql import query
from graphdim.errors import ParameterError
from measuring import measure


def ask(table: pl.DataFrame, text: str, name: str = "edges") -> dict[str, float]:
    with duckdb.connect() as database:
        database.register(name, table.to_arrow())
        result = database.execute(text)
        [row] = result.fetchall()
        return dict(zip([column[0] for column in result.description], row, strict=True))


def check(answer: dict[str, float], table: pl.DataFrame, **how: object) -> None:
    wanted = measure(table, **how)
    assert wanted.structure_entropy == pytest.approx(answer["structure_entropy"], abs=1e-9)
    assert (wanted.n_nodes, wanted.n_edges, wanted.n_isolated) == (
        answer["n_nodes"],
        answer["n_edges"],
        answer["n_isolated"],
    )
    cleaning = wanted.cleaning
    assert (cleaning.rows, cleaning.self_loops, cleaning.repeated) == (
        answer["n_rows"],
        answer["n_self_loops"],
        answer["n_repeated"],
    )


@pytest.mark.parametrize("variant", ["published", "equations"])
@pytest.mark.parametrize("name", TABLES)
def test_duckdb_gives_the_memory_engines_answer(name: str, variant: str) -> None:
    table = TABLES[name]()
    check(ask(table, query("duckdb", variant=variant)), table, variant=variant)


@pytest.mark.parametrize("dialect", ["bigquery", "snowflake", "postgres", "spark"])
@pytest.mark.parametrize("variant", ["published", "equations"])
def test_the_other_texts_mean_the_same(dialect: str, variant: str) -> None:
    # sqlglot reads the text as that dialect defines it, and writes what DuckDB runs.
    text = query(dialect, weight="weight", n_nodes=9, variant=variant)
    [translated] = sqlglot.transpile(text, read=dialect, write="duckdb")
    check(ask(weighted(), translated), weighted(), weight="weight", n_nodes=9, variant=variant)


@pytest.mark.parametrize("name", ["messy", "huge_ids", "strings"])
def test_two_kinds_of_nodes_are_kept_apart(name: str) -> None:
    table = TABLES[name]()
    answer = ask(table, query("duckdb", n_nodes=(50, 60), bipartite=True))
    check(answer, table, n_nodes=(50, 60), bipartite=True)
    assert (answer["n_self_loops"], answer["n_first_kind"]) == (0, 50)
    alone = ask(table, query("duckdb", bipartite=True))
    check(alone, table, bipartite=True)
    assert alone["n_first_kind"] == measure(table, bipartite=True).kinds[0] < alone["n_nodes"]


@pytest.mark.parametrize("dialect", ["bigquery", "snowflake", "postgres", "spark"])
def test_two_kinds_of_nodes_in_the_other_texts(dialect: str) -> None:
    [translated] = sqlglot.transpile(query(dialect, bipartite=True, weight="weight"), read=dialect, write="duckdb")
    check(ask(weighted(), translated), weighted(), weight="weight", bipartite=True)


@pytest.mark.parametrize("variant", ["published", "equations"])
def test_isolated_nodes_come_in_by_the_number_of_nodes(variant: str) -> None:
    answer = ask(messy(), query("duckdb", n_nodes=50, variant=variant))
    check(answer, messy(), n_nodes=50, variant=variant)


@pytest.mark.parametrize(
    "too_few", [{"n_nodes": 2}, {"n_nodes": (2, 60), "bipartite": True}, {"n_nodes": (60, 2), "bipartite": True}]
)
def test_fewer_nodes_than_the_table_shows_are_no_answer(too_few: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="but the edges show"):
        measure(messy(), **too_few)
    text = query("duckdb", **too_few)
    assert "\n-- n_nodes is NULL if the table shows more nodes than the number that was given.\n" in text
    answer = ask(messy(), text)
    assert (answer["n_nodes"], answer["n_isolated"], answer["structure_entropy"]) == (None, None, None)


@pytest.mark.parametrize("variant", ["published", "equations"])
def test_the_largest_weight_of_an_edge_counts(variant: str) -> None:
    answer = ask(weighted(), query("duckdb", weight="weight", variant=variant))
    check(answer, weighted(), weight="weight", variant=variant)
    assert answer["n_bad_weights"] == 0


def test_bad_weights_are_counted() -> None:
    table = weighted().with_columns(weight=pl.Series([1.0, -1.0, 0.0, float("nan"), float("inf"), None]))
    assert ask(table, query("duckdb", weight="weight"))["n_bad_weights"] == 5


def test_rows_without_an_id_are_counted_and_not_used() -> None:
    gaps = pl.concat([messy(), pl.DataFrame({"source": [None, 1, None], "target": [2, None, None]})])
    answer = ask(gaps, query("duckdb"))
    assert (answer["n_null_rows"], answer["n_rows"]) == (3, len(gaps))
    assert gd.structure_entropy(messy()) == pytest.approx(answer["structure_entropy"], abs=1e-9)


def test_a_table_without_edges_has_no_entropy_but_its_nodes_do() -> None:
    empty = messy().clear()
    assert ask(empty, query("duckdb"))["structure_entropy"] is None
    check(ask(empty, query("duckdb", n_nodes=7)), empty, n_nodes=7)


def test_names_with_quotes_and_reserved_words_are_quoted() -> None:
    table = messy().rename({"source": 'from "here"; --', "target": "order"})
    text = query("duckdb", 'odd "table"', source='from "here"; --', target="order")
    check(ask(table, text, 'odd "table"'), messy())


@pytest.mark.parametrize(
    ("dialect", "given", "written"),
    [
        ("spark", "lake.edges", "lake.edges"),
        ("spark", "a`b.from", "`a``b`.`from`"),
        ("bigquery", "my-project.data.edges", "`my-project`.data.edges"),
        ("bigquery", "a`b\\c", "`a\\`b\\\\c`"),
        ("bigquery", "data.following", "data.`following`"),
        ("bigquery", "groups", "`groups`"),
        ("snowflake", "groups", "groups"),
        ("snowflake", "Edges", "Edges"),
        ("snowflake", 'db."two.parts"', 'db."two.parts"'),
        ("postgres", '"sourceId"', '"sourceId"'),
        ("postgres", "x; DROP TABLE y", '"x; DROP TABLE y"'),
        ("duckdb", 'a"', '"a"""'),
    ],
)
def test_names_are_written_as_the_dialect_wants(dialect: str, given: str, written: str) -> None:
    assert written == DIALECTS[dialect].name(given)


@pytest.mark.parametrize("given", ["", ".", "a..b", ".a", "a\0b"])
def test_what_is_no_name_is_refused(given: str) -> None:
    with pytest.raises(ParameterError, match="not the name of a table"):
        query("postgres", given)


def test_unknown_dialects_and_variants_are_refused() -> None:
    with pytest.raises(ParameterError, match="spark, duckdb, bigquery"):
        query("oracle")
    with pytest.raises(ParameterError, match="published, equations"):
        query("spark", variant="printed")
