"""`graphdim compare`: the dimension that the graph itself supports, measured, and every other method beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import NEGATIVES
from graphdim.cli.lists import flat
from graphdim.cli.options import at_option, json_option, margin_option, quiet_option
from graphdim.cli.requests import reading_options, source_options
from graphdim.cli.results import show
from graphdim.cli.sources import SOURCE, of_each

if TYPE_CHECKING:
    from graphdim.comparing.comparison import Comparison

__all__ = ["compare"]


@click.command(
    epilog="""\b
Examples:
  graphdim compare edges.csv
  graphdim compare edges.csv --at 64,128
  graphdim compare citations.csv --labels topics.csv
  graphdim compare dataset:cora --labels labels
  graphdim compare dataset:cora --methods cv,eigcv,minge --json
  graphdim compare huge.parquet --sample 100000
  graphdim compare a.csv b.csv --at 128
  graphdim compare --per-type user:rates:movie=ratings.csv user:follows:user=follows.csv --embedding-memory 2GiB"""
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "--labels",
    metavar="FILE|COLUMN",
    help="Measure node classification instead of links: a file with an id and a label per line, or the name that the"
    " source has for them, which is labels in a dataset.",
)
@at_option("Dimensions of your own, such as 128: what each costs compared with the best.")
@click.option(
    "--methods",
    multiple=True,
    metavar="NAME[,NAME…]",
    help="Which methods to compare, or all.  [default: the quick ones]",
)
@margin_option(0.5, "How many points below the best are still as good.")
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
    help="How the ends of non-edges are drawn; auto is uniform, or degree where degrees alone tell edges from those.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Draws splits and sample.")
@click.option(
    "--sample",
    type=click.IntRange(min=2),
    metavar="N",
    help="Measure a sample of N nodes, where memory or time would not do for the whole graph.",
)
@click.option(
    "--per-type",
    is_flag=True,
    help="A dimension for each type of nodes; each SOURCE is TYPE:RELATION:TYPE=SOURCE.",
)
@click.option(
    "--embedding-memory",
    metavar="SIZE",
    help="With --per-type: what all tables may take, like 2GiB; says what to cut first.",
)
@reading_options
@json_option()
@quiet_option
def compare(
    *,
    sources: tuple[str, ...],
    labels: str | None,
    at: tuple[tuple[int, ...], ...],
    methods: tuple[str, ...],
    margin: float,
    max_rank: int,
    negatives: str,
    seed: int,
    sample: int | None,
    per_type: bool,
    embedding_memory: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Measure which dimension the edges of a graph support.

    A tenth of the edges is held out, the rest is factorised, and every dimension is scored by how well it tells the
    held-out edges from non-edges. With labels, all edges are factorised, and every dimension is scored by how well it
    tells the labels of a tenth of the nodes from those of the others. The answer is the smallest dimension that is as
    good as the best. If no dimension is better than guessing, it says so, with exit code 1. If interrupted, it shows
    what it has, with exit code 130.
    """
    from graphdim import api, progress
    from graphdim.comparing import Interrupted, question_of

    names = tuple(name.strip() for given in methods for name in given.split(","))
    measure = {"margin": margin, "max_rank": max_rank, "negatives": negatives, "seed": seed}
    question = question_of(flat(at), names, sample=sample, **measure)
    how = source_options(**options)
    if per_type and labels is not None:
        msg = "--per-type measures the links of each relation, not --labels; leave one of them out"
        raise click.UsageError(msg)
    if per_type:
        from graphdim.cli.relations import show_types

        show_types(sources, question, how, embedding_memory, as_json=as_json, quiet=quiet)
        return
    if embedding_memory is not None:
        msg = "--embedding-memory is shared by several types of nodes; it needs --per-type"
        raise click.UsageError(msg)
    results: list[Comparison] = []
    try:
        with progress.bar(quiet=quiet):
            results.extend(of_each(sources, lambda source: api.compared(source, question, how, labels)))
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            results.append(interruption.comparison)
        if not results:
            raise
        show(results, as_json=as_json, quiet=quiet)
        raise click.Abort(*interruption.args) from None
    show(results, as_json=as_json, quiet=quiet)
    if any(result.dimension is None for result in results):
        click.get_current_context().exit(1)
