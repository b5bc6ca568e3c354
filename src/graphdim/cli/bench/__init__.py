"""`graphdim bench`: run the paper's experiments into a ledger, and show what the ledger holds."""

import click

from graphdim.cli.bench.evidence import evidence
from graphdim.cli.bench.figures import figures
from graphdim.cli.bench.run import run
from graphdim.cli.bench.tables import tables

__all__ = ["bench"]


@click.group(epilog="Example: graphdim bench run --quick && graphdim bench tables")
def bench() -> None:
    """The paper's experiments, beside what it prints."""


bench.add_command(run)
bench.add_command(tables)
bench.add_command(figures)
bench.add_command(evidence)
