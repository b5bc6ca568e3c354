"""`graphdim bench tables`: what the ledger holds, in the shape of the paper's tables."""

import click

from graphdim.cli.bench.ledgers import ledger_option
from graphdim.cli.lists import Listed, flat

__all__ = ["tables"]


@click.command(
    epilog="""\b
Examples:
  graphdim bench tables
  graphdim bench tables --table 2 --format csv > table2.csv
  graphdim bench tables --ledger a.jsonl --ledger b.jsonl --format markdown"""
)
@click.option(
    "--table",
    "names",
    multiple=True,
    type=Listed("1", "2", "3", "4", "further"),
    metavar="NAME",
    help="1, 2, 3, 4 or further.  [default: all]",
)
@ledger_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "markdown", "csv", "json"]),
    default="text",
    show_default=True,
    help="How to print.",
)
def tables(*, names: tuple[tuple[str, ...], ...], ledgers: tuple[str, ...], style: str) -> None:
    """Print the paper's tables from a ledger, each number beside the printed one.

    Every number has its deviation, seeds and 95 % interval. Every row says which dimensions are within noise of the
    best (paired over seeds, corrected by Holm), the smallest of these, and what the selected one gives away.
    What is missing is shown as missing.
    """
    from graphdim.bench.ledger import reading
    from graphdim.bench.tables import TABLES, build
    from graphdim.bench.tables.render import render

    records = reading(ledgers)
    click.echo(render([build(name, records) for name in flat(names) or TABLES], style))
