"""`graphdim dimension`: the dimension of one graph or several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import METHOD
from graphdim.cli.options import json_option, quiet_option
from graphdim.cli.requests import request_options, selectors_of, source_options
from graphdim.cli.results import show
from graphdim.cli.sources import SOURCE, of_each

if TYPE_CHECKING:
    from graphdim.selectors.selection import Selection

__all__ = ["dimension"]


class Weights(click.ParamType[tuple[float, ...]]):
    """One λ, or several separated by commas."""

    name = "λ[,λ…]"

    def convert(
        self, value: str | tuple[float, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """Text to numbers; their range is checked where they are used."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(float(number) for number in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not a number or a list of numbers separated by commas", param, ctx)


@click.command(
    epilog="""\b
Examples:
  graphdim dimension dataset:karate
  graphdim dimension edges.tsv.gz --num-nodes 5000 --json
  graphdim dimension payments.csv --source-column payer --target-column payee
  graphdim dimension cora.cites citeseer.cites --lambda 0.5,1,2
  zcat edges.gz | graphdim dimension - --quiet"""
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "--lambda",
    "structure_weights",
    type=Weights(),
    metavar="L[,L…]",
    default=(),
    help="MinGE's weight of the structure entropy, 0 or more.  [default: 1]",
)
@request_options
@json_option()
@quiet_option
def dimension(
    *,
    sources: tuple[str, ...],
    method: str,
    structure_weights: tuple[float, ...],
    variant: str | None,
    structure: str | None,
    multiple_of: int,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Estimate the dimension at any scale, from little more than N.

    SOURCE is a file (edge list as text, Parquet, Matrix Market, npz, npy, GraphML, GML), a folder or glob of Parquet
    files, dataset:NAME, or - for standard input. Several sources, or several λ, give a table.
    """
    from graphdim import api, progress

    selectors = selectors_of(method, structure_weights, variant=variant, structure=structure)
    how = source_options(**options)
    with progress.bar(quiet=quiet):
        selections = list(of_each(sources, lambda source: api.select(source, selectors, how)))
    results = [result.in_multiples(multiple_of) for several in selections for result in several]
    show(results, as_json=as_json, quiet=quiet, hint=_pointer(results[0]))


def _pointer(result: Selection) -> str:
    """Where to get a measured answer, and how long that takes; a method that was chosen speaks for itself."""
    from graphdim.graph.pairs import FEWEST_EDGES
    from graphdim.report.panel import line
    from graphdim.selectors.duration import expected_seconds, in_all
    from graphdim.selectors.methods import default_methods
    from graphdim.words import between

    if result.method != METHOD or result.engine != "memory" or result.n_edges < FEWEST_EDGES:
        return ""
    seconds = in_all(expected_seconds(default_methods(result.n_edges), result.facts))
    return line("next", f"graphdim compare measures which dimension the edges support, in {between(*seconds)}")
