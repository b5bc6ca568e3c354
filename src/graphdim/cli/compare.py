"""`graphdim compare`: the dimension that the graph itself supports, measured, and every other method beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import NEGATIVES
from graphdim.cli.lists import Listed, flat
from graphdim.cli.notes import tell
from graphdim.cli.requests import reading_options, source_options
from graphdim.cli.sources import SOURCE, of_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.comparing import Comparison

__all__ = ["compare"]

POINT = 0.01


@click.command(
    epilog="""\b
Examples:
  graphdim compare edges.csv
  graphdim compare edges.csv --at 64,128
  graphdim compare dataset:cora --methods cv,eigcv,minge --json
  graphdim compare a.csv b.csv --at 128"""
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "--at",
    multiple=True,
    type=Listed(least=1),
    metavar="N[,N…]",
    help="Dimensions of your own, such as 128: what each costs compared with the best.",
)
@click.option(
    "--methods",
    multiple=True,
    metavar="NAME[,NAME…]",
    help="Which methods to compare, or all.  [default: the quick ones]",
)
@click.option(
    "--margin",
    type=click.FloatRange(min=0),
    default=0.5,
    show_default=True,
    metavar="POINTS",
    help="How many points below the best are still as good.",
)
@click.option(
    "--max-rank",
    type=click.IntRange(min=2),
    default=512,
    show_default=True,
    metavar="N",
    help="The largest dimension to measure.",
)
@click.option(
    "--negatives",
    type=click.Choice(NEGATIVES),
    default=NEGATIVES[0],
    show_default=True,
    help="How the ends of non-edges are drawn; uniform ones reward knowing the degrees.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Draws the splits.")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print every fact as JSON; several results as an array.")
@click.option("--quiet", "-q", is_flag=True, help="Print the number alone.")
def compare(
    *,
    sources: tuple[str, ...],
    at: tuple[tuple[int, ...], ...],
    methods: tuple[str, ...],
    margin: float,
    max_rank: int,
    negatives: str,
    seed: int,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Measure which dimension the edges of a graph support.

    A tenth of the edges is held out, the rest is factorised, and every dimension is scored by how well it tells the
    held-out edges from non-edges. The answer is the smallest dimension that is as good as the best.
    """
    from graphdim import api, progress
    from graphdim.comparing import question_of

    names = tuple(name.strip() for given in methods for name in given.split(","))
    question = question_of(flat(at), names, margin=POINT * margin, max_rank=max_rank, negatives=negatives, seed=seed)
    how = source_options(**options)
    with progress.bar():
        results = of_each(sources, lambda source: api.compared(source, question, how))
    _show(results, as_json=as_json, quiet=quiet)


def _show(results: Sequence[Comparison], *, as_json: bool, quiet: bool) -> None:
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
        click.echo(_table(results))


def _table(results: Sequence[Comparison]) -> str:
    """One row for each source."""
    from graphdim.report.text_table import text_table

    own = [f"{dimension} worse by" for dimension in results[0].at]
    header = ("source", "nodes", "edges", "dimension", "as good", "best", *own)
    return text_table(header, [result.row() for result in results], right=range(1, len(header)), indent="")
