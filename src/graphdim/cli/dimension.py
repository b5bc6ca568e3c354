"""`graphdim dimension`: the dimension of one graph or several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.cli.notes import tell
from graphdim.cli.requests import request_options, selectors_of, source_options
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
@click.option("--json", "as_json", is_flag=True, help="Print every fact as JSON; several results as an array.")
@click.option("--quiet", "-q", is_flag=True, help="Print the number alone.")
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
    """The embedding dimension of a graph.

    SOURCE is a file (edge list as text, Parquet, Matrix Market, npz, npy, GraphML, GML), a folder or glob of Parquet
    files, dataset:NAME, or - for standard input. Several sources, or several λ, give a table.
    """
    from graphdim import api, progress

    selectors = selectors_of(method, structure_weights, variant=variant, structure=structure)
    how = source_options(**options)
    with progress.bar():
        selections = of_each(sources, lambda source: api.select(source, selectors, how))
    results = [result.in_multiples(multiple_of) for several in selections for result in several]
    if as_json:
        import json

        facts = [result.summary() for result in results]
        click.echo(json.dumps(facts if len(facts) > 1 else facts[0], ensure_ascii=False, indent=2))
        return
    if quiet or len(results) > 1:
        tell((result.facts.source, note) for result in results for note in (*result.facts.notes, *result.notes))
    if quiet:
        click.echo("\n".join(str(int(result)) for result in results))
    elif len(results) == 1:
        click.echo(repr(results[0]))
    else:
        _table(results)


def _table(results: list[Selection]) -> None:
    """One row for each source and selector."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    table.add_column("source", no_wrap=True)
    columns = list(results[0].explanation().columns)
    for name in ("nodes", "edges", *columns, "dimension"):
        table.add_column(name, justify="right", no_wrap=True)
    for result in results:
        own = result.explanation().columns.values()
        size = (f"{result.n_nodes:,}", f"{result.n_edges:,}")
        table.add_row(Text(result.facts.source), *size, *own, str(result.dimension))
    # As wide as it needs: in a narrow terminal rich would crop numbers, and a number without its end is a wrong one.
    width = Console(width=10_000).measure(table).maximum
    Console(highlight=False, width=width).print(table)
