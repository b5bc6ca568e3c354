"""`graphdim report`: the dimension and its reasons as one page to look at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from graphdim.choices import METHOD, REPORTS
from graphdim.cli.lists import flat
from graphdim.cli.notes import tell
from graphdim.cli.options import at_option
from graphdim.cli.requests import request_options, selectors_of, source_options
from graphdim.cli.sources import SOURCE, of_each
from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["report"]


@click.command(
    epilog="""\b
Examples:
  graphdim report dataset:karate --at 16
  graphdim report edges.csv --compare
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
    type=click.Choice(REPORTS),
    help="A page, or its charts as a picture.  [default: as the output's name ends, else html]",
)
@click.option(
    "--lambda",
    "structure_weight",
    type=float,
    metavar="L",
    help="MinGE's weight of the structure entropy when the report opens.  [default: 1]",
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="What graphdim sweep --json printed, or a ledger of graphdim bench run; repeatable.",
)
@click.option(
    "--compare/--no-compare",
    "measured",
    default=None,
    help="Lead with the measured answer of graphdim compare, or show the method's own answer alone."
    "  [default: measure what takes less than ten seconds]",
)
@at_option("Dimensions of your own, such as 128: what each costs compared with the measured best.")
@click.option("--features", "n_features", type=click.IntRange(min=1), metavar="N", help="Features, for the costs.")
@click.option("--classes", "n_classes", type=click.IntRange(min=1), metavar="N", help="Classes, for the costs.")
@request_options
def report(
    *,
    sources: tuple[str, ...],
    output: str | None,
    style: str | None,
    method: str,
    structure_weight: float | None,
    variant: str | None,
    structure: str | None,
    sweeps: tuple[str, ...],
    measured: bool | None,
    at: tuple[tuple[int, ...], ...],
    n_features: int | None,
    n_classes: int | None,
    multiple_of: int,
    **options: Any,
) -> None:
    """Write a page that shows the dimension and its reasons.

    The measured answer leads, with its curve and every method's choice on it; below it MinGE has a slider for λ. The
    page opens anywhere and needs no network. Several sources are set side by side. Prints the name of the file.
    """
    from graphdim import progress
    from graphdim.comparing import question_of
    from graphdim.comparing.reporting import Answers, answer_of
    from graphdim.report import files
    from graphdim.sweeping.page import SweepSection, led

    weights = [] if structure_weight is None else [structure_weight]
    selectors = selectors_of(method, weights, variant=variant, structure=structure)
    how = source_options(**options)
    target, style = _place(output, style)
    files.check(target)
    curves = _curves(sweeps)
    is_swept = curves is not None and curves.have_answer and not (measured or at)
    is_chosen = method != METHOD or multiple_of > 1
    wanted = False if is_swept else _wanted(flat(at), measured=measured, is_chosen=is_chosen)
    with progress.bar():
        answer = partial(
            answer_of,
            chosen=selectors[0],
            options=how,
            question=question_of(flat(at), ()),
            measured=wanted,
            multiple_of=multiple_of,
        )
        answers = Answers(tuple(of_each(sources, answer)))
    tell(answers.unmeasured)
    every = answers.facts(n_features=n_features, n_classes=n_classes)
    section, shown = answers.section(), curves.beside(every) if curves else every
    # What was trained leads unless something else was measured, even if it has no answer yet.
    if (is_swept or not answers.are_measured) and (first := led(shown)) is not None:
        section, shown = SweepSection(section), first
    click.echo(files.write(shown, section, target, style))


def _wanted(at: tuple[int, ...], *, measured: bool | None, is_chosen: bool) -> bool | None:
    """Whether to measure: None leaves it to the graph's size; a method or a multiple of one's own is the answer."""
    if measured and is_chosen:
        msg = "--compare leads with the measured answer, so it takes no --method and no --multiple-of"
        raise click.UsageError(msg)
    if at and (is_chosen or measured is False):
        msg = "--at is judged by the measured curve; leave out --no-compare, --method and --multiple-of"
        raise click.UsageError(msg)
    if is_chosen:
        return False
    return True if at else measured


def _place(output: str | None, style: str | None) -> tuple[Path, str]:
    """Where to write and what, each told by the other where only one is given."""
    from pathlib import Path

    if output is None:
        return Path(f"report.{style or 'html'}"), style or "html"
    ending = Path(output).suffix[1:].lower()
    if style is None and ending not in ("", "htm", *REPORTS):
        msg = f"{output}: a report is {', '.join(REPORTS[:-1])} or {REPORTS[-1]}; name the file so, or give --format"
        raise ParameterError(msg)
    return Path(output), style or (ending if ending in REPORTS else "html")


def _curves(paths: tuple[str, ...]) -> Any:
    """What was measured, if any files tell."""
    if not paths:
        return None
    from graphdim.sweeping.curves import Curves

    return Curves.read(paths)
