"""`graphdim sql` prints a query that runs."""

import duckdb
import polars as pl
import pytest
from click.testing import CliRunner

import graphdim as gd
from graphdim.cli import graphdim
from graphdim.engines.dialects import DIALECTS


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(graphdim, ["sql", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_prints_one_statement(dialect: str) -> None:
    text = printed("--dialect", dialect, "--table", "follows")
    assert text.startswith("-- ")
    assert text.endswith(";\n")
    assert text.count(";") == 1
    assert "FROM follows" in text


def test_the_options_reach_the_query() -> None:
    text = printed(
        *("--dialect", "duckdb", "--table", "my table", "--source-column", "from", "--target-column", 'the "other"'),
        *("--weight-column", "w", "--variant", "equations", "--num-nodes", "9"),
    )
    with duckdb.connect() as database:
        database.execute("""CREATE TABLE "my table" ("from" TEXT, "the ""other\"\"" TEXT, w REAL)""")
        database.execute("""INSERT INTO "my table" VALUES ('a', 'b', 2), ('b', 'c', 3), ('c', 'd', 4)""")
        result = database.execute(text)
        answer = dict(zip([column[0] for column in result.description], result.fetchone(), strict=True))
    table = pl.DataFrame({"source": ["a", "b", "c"], "target": ["b", "c", "d"], "w": [2.0, 3.0, 4.0]})
    wanted = gd.structure_entropy(table, weight="w", variant="equations", n_nodes=9)
    assert wanted == pytest.approx(answer["structure_entropy"], abs=1e-9)
    assert (answer["n_nodes"], answer["n_isolated"]) == (9, 5)


def test_two_kinds_of_nodes_reach_the_query() -> None:
    text = printed("--dialect", "duckdb", "--bipartite", "--num-nodes", "3,4")
    assert "'1:' || CAST(source AS VARCHAR) AS source, '2:' || CAST(target AS VARCHAR) AS target" in text
    result = CliRunner().invoke(graphdim, ["sql", "--dialect", "duckdb", "--num-nodes", "3,4"])
    assert "there is one kind of nodes" in str(result.exception)
    result = CliRunner().invoke(graphdim, ["sql", "--dialect", "duckdb", "--num-nodes", "3,4,5"])
    assert (result.exit_code, "it takes N, or N,M for two kinds of nodes" in result.output) == (2, True)


def test_two_kinds_of_nodes_that_share_their_ids_are_told() -> None:
    columns = ("--source-column", "user", "--target-column", "item\n; DROP TABLE edges")
    result = CliRunner().invoke(graphdim, ["sql", "--dialect", "duckdb", *columns])
    assert result.stderr.startswith("Note: edges: columns 'user' and 'item")
    comment = result.stdout.splitlines()[1]
    assert comment.startswith("-- Note: columns 'user' and 'item")
    assert comment.endswith(
        "user 17 and item 17 would be one node, --bipartite keeps them apart (bipartite=True in Python)"
    )
    told = CliRunner().invoke(graphdim, ["sql", "--dialect", "duckdb", *columns, "--bipartite"])
    assert (told.stderr, "Note" in told.stdout) == ("", False)


def test_an_unknown_dialect_is_refused_with_the_known_ones() -> None:
    result = CliRunner().invoke(graphdim, ["sql", "--dialect", "oracle"])
    assert result.exit_code == 2
    assert "snowflake" in result.output
