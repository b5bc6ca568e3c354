"""`graphdim shrink`: how far an embedding that is trained already can be cut."""

from __future__ import annotations

import click

from graphdim.cli.lists import flat
from graphdim.cli.options import at_option, json_option, margin_option, quiet_option
from graphdim.cli.requests import BIPARTITE, column_options, columns_of
from graphdim.cli.results import show_one
from graphdim.cli.sources import SOURCE

__all__ = ["shrink"]


@click.command(
    short_help="Cut an embedding that is trained already.",
    epilog="""\b
Examples:
  graphdim shrink rows.npy --edges edges.csv --at 64
  graphdim shrink rows.npy --edges held_out.csv --known train.csv
  graphdim shrink vectors.txt --labels topics.csv --output small.npy
  graphdim shrink rows.parquet --edges edges.parquet --margin 0.5 --json""",
)
@click.argument("rows", type=click.Path())
@click.option("--edges", type=SOURCE, metavar="SOURCE", help="A graph: edges must stay apart from non-edges.")
@click.option(
    "--known",
    type=SOURCE,
    metavar="SOURCE",
    help="Edges that the rows were trained on, if --edges were held out: not scored, and not drawn as non-edges.",
)
@column_options
@BIPARTITE
@click.option(
    "--labels", metavar="FILE", help="A file with an id and a label per line, or .npy: labels must stay learnable."
)
@margin_option(1.0, "How many points below the uncut rows are good enough.")
@at_option("Dimensions of your own: what each costs.")
@click.option(
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write the cut rows to this .npy file, and the projection beside it.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Draws the splits.")
@json_option()
@quiet_option
def shrink(
    *,
    rows: str,
    edges: str | None,
    known: str | None,
    source_column: str | None,
    target_column: str | None,
    bipartite: bool,
    labels: str | None,
    margin: float,
    at: tuple[tuple[int, ...], ...],
    output: str | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say how far an embedding can be cut before a task gets worse.

    ROWS is .npy, .npz, Parquet or CSV with ids, or word2vec text. The rows are cut along their principal axes, and the
    answer is the smallest dimension that is at most the margin below the uncut rows. With neither edges nor labels, it
    says how many nearest neighbours the rows keep. If no dimension is better than guessing, it says so and writes
    nothing, with exit code 1.
    """
    from graphdim import progress
    from graphdim.shrinking import shrink as measured

    columns = columns_of(source_column, target_column)
    with progress.bar(quiet=quiet):
        result = measured(
            rows,
            edges=edges,
            known=known,
            labels=labels,
            margin=margin,
            at=flat(at),
            output=output,
            columns=columns,
            bipartite=bipartite,
            seed=seed,
        )
    reason = [] if result.dimension else [result.headline()[0].lower()]
    show_one(result, result.source, [*result.summary()["notes"], *reason], as_json=as_json, quiet=quiet)
    if result.dimension is None:
        click.get_current_context().exit(1)
