"""`graphdim report`: the dimension and its reasons as one page to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from graphdim.cli.requests import request_of, request_options
from graphdim.cli.sources import SOURCE
from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["report"]

FORMATS = ("html", "png", "svg")


@click.command(
    epilog="""\b
Examples:
  graphdim report dataset:karate
  graphdim report edges.csv --features 128 --classes 10 --output edges.html
  graphdim report a.csv b.csv --format png --output charts.png
  graphdim sweep edges.csv --labels labels.csv --json > sweep.json
  graphdim report edges.csv --sweep sweep.json"""
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "--output", "-o", type=click.Path(), metavar="FILE", help="Where to write.  [default: report.html, .png or .svg]"
)
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    help="A page, or its charts as a picture.  [default: as the output's name ends, else html]",
)
@click.option(
    "--lambda",
    "structure_weight",
    type=float,
    default=1.0,
    show_default=True,
    metavar="L",
    help="Weight of the structure entropy that the report opens with.",
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="What graphdim sweep --json printed, or a ledger of graphdim bench run; repeatable.",
)
@click.option("--features", "n_features", type=click.IntRange(min=1), metavar="N", help="Features, for the costs.")
@click.option("--classes", "n_classes", type=click.IntRange(min=1), metavar="N", help="Classes, for the costs.")
@request_options
def report(
    *,
    sources: tuple[str, ...],
    output: str | None,
    style: str | None,
    structure_weight: float,
    sweeps: tuple[str, ...],
    n_features: int | None,
    n_classes: int | None,
    multiple_of: int,
    **request: Any,
) -> None:
    """Write a page that shows the dimension and its reasons.

    It opens anywhere and needs no network; a slider moves λ. Several sources are set side by side. Prints the name of
    the file.
    """
    from graphdim import progress
    from graphdim.api import ideal_dimensions
    from graphdim.report import files
    from graphdim.selectors.exploring import explored

    asked = request_of(**request, degrees=True)
    target, style = _place(output, style)
    files.check(target)
    curves = _curves(sweeps)
    with progress.bar():
        results = [
            result.in_multiples(multiple_of)
            for source in sources
            for result in ideal_dimensions(source, [structure_weight], asked)
        ]
    every = [explored(each, n_features=n_features, n_classes=n_classes) for each in results]
    click.echo(files.write(curves.beside(every) if curves else every, target, style))


def _place(output: str | None, style: str | None) -> tuple[Path, str]:
    """Where to write and what, each told by the other where only one is given."""
    from pathlib import Path

    if output is None:
        return Path(f"report.{style or 'html'}"), style or "html"
    ending = Path(output).suffix[1:].lower()
    if style is None and ending not in ("", "htm", *FORMATS):
        msg = f"{output}: a report is {', '.join(FORMATS[:-1])} or {FORMATS[-1]}; name the file so, or give --format"
        raise ParameterError(msg)
    return Path(output), style or (ending if ending in FORMATS else "html")


def _curves(paths: tuple[str, ...]) -> Any:
    """What was measured, if any files tell."""
    if not paths:
        return None
    from graphdim.sweeping.curves import Curves

    return Curves.read(paths)
