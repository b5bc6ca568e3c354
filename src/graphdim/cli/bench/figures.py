"""`graphdim bench figures`: what the ledger holds, in the shape of the paper's figures."""

import click

from graphdim.cli.bench.ledgers import ledger_option
from graphdim.cli.lists import Listed, flat

__all__ = ["figures"]


@click.command(
    epilog="""\b
Examples:
  graphdim bench figures --out figures
  graphdim bench figures --figure 2 --format svg --ledger results.jsonl"""
)
@click.option(
    "--figure", "names", multiple=True, type=Listed("2", "3"), metavar="NAME", help="2 or 3.  [default: both]"
)
@ledger_option
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=Listed("svg", "png", "html"),
    metavar="NAME",
    help="svg, png, or html for one interactive page.  [default: all]",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    default=".",
    help="Folder for the files.  [default: this one]",
)
def figures(
    *, names: tuple[tuple[str, ...], ...], ledgers: tuple[str, ...], formats: tuple[tuple[str, ...], ...], out: str
) -> None:
    """Draw the paper's figures from a ledger, and print the names of the files.

    The page needs no network. What is missing is shown as missing.
    """
    from pathlib import Path

    from graphdim.bench.figures import FIGURES, TITLES, build
    from graphdim.bench.figures.files import write
    from graphdim.bench.ledger import reading

    records = reading(ledgers)
    drawn = {name: build(name, records) for name in flat(names) or FIGURES}
    for path in write(drawn, TITLES, Path(out), flat(formats) or ("svg", "png", "html")):
        click.echo(path)
