"""Edges in a database: DuckDB finds nodes, edges and structure entropy, and the edges stay where they are.

    python examples/warehouse_duckdb.py [--edges 200000]

The same query, in their dialects, is for Spark, BigQuery, Snowflake and Postgres. Needs `pip install duckdb`.
"""

import argparse
import math

import duckdb

import graphdim as gd
from graphdim.engines.sql import query
from graphdim.selectors.minge.feature import crossing


def main() -> None:
    """Make a table of who follows whom, measure it in the database, and check by reading it out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=200_000)
    n_edges = parser.parse_args().edges
    database = duckdb.connect()
    database.execute("SELECT setseed(0.5)")
    database.execute(
        """CREATE TABLE follows AS
           SELECT 'user' || floor(random() * ? / 8) AS follower, 'user' || floor(random() ** 2 * ? / 8) AS followed
           FROM range(?)""",
        [n_edges, n_edges, n_edges],
    )
    text = query("duckdb", "follows", source="follower", target="followed")
    answer = database.execute(text)
    names = [column[0] for column in answer.description]
    facts = dict(zip(names, answer.fetchall()[0], strict=True))
    print(", ".join(f"{name} {value:,.6g}" for name, value in facts.items()))
    zero = crossing(2 * math.log(facts["n_nodes"]) + facts["structure_entropy"])
    print(f"Dimension {math.ceil(zero)} from one row of the database, crossing {zero:.6f}")
    result = gd.ideal_dimension(database.sql("SELECT follower, followed FROM follows").pl())
    print(f"Dimension {result.dimension} from all rows read out,     crossing {result.estimate:.6f}")


if __name__ == "__main__":
    main()
