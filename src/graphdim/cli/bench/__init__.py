"""`graphdim bench`: train a grid of models, datasets and dimensions into a ledger."""

import click

from graphdim.cli.bench.run import run

__all__ = ["bench"]


@click.group(epilog="Example: graphdim bench run --dataset cora --model gcn")
def bench() -> None:
    """Train models over a grid of dimensions."""


bench.add_command(run)
