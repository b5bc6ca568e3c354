"""`graphdim sql`: the query that measures an edge table where it is."""

from __future__ import annotations

from typing import Any

import click

from graphdim.choices import DIALECTS, VARIANTS
from graphdim.cli.notes import tell
from graphdim.cli.requests import BIPARTITE, NUM_NODES

__all__ = ["sql"]


@click.command(
    epilog="""\b
Examples:
  graphdim sql --dialect duckdb --table "edges" | duckdb graph.db
  graphdim sql --dialect bigquery --table project.dataset.follows --source-column follower --target-column followed
  graphdim sql --dialect postgres --variant equations | psql"""
)
@click.option(
    "--dialect",
    type=click.Choice(DIALECTS),
    required=True,
    help="The database that will run the query.",
)
@click.option("--table", default="edges", show_default=True, help="The edge table: name, schema.name, or quoted.")
@click.option("--source-column", "source", default="source", show_default=True, help="Column of the one end.")
@click.option("--target-column", "target", default="target", show_default=True, help="Column of the other end.")
@click.option("--weight-column", "weight", help="Column with positive edge weights; without it edges count 1.")
@click.option(
    "--variant",
    type=click.Choice(VARIANTS),
    default=VARIANTS[0],
    show_default=True,
    help="The authors' script, which gives the printed dimensions, or the equations of the paper.",
)
@NUM_NODES
@BIPARTITE
def sql(*, dialect: str, table: str, **options: Any) -> None:
    """Print the query that gives nodes, edges and structure entropy.

    For edges in a warehouse, which need not leave it. Direction, repeated rows and self-loops are taken care of; rows
    without an id are counted, not used.
    """
    from graphdim.engines.sql import query
    from graphdim.reading.columns import two_kinds

    text = query(dialect, table, **options)
    if not options["bipartite"]:
        tell((table, note) for note in two_kinds(options["source"], options["target"]))
    click.echo(text)
