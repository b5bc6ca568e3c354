"""Sources of `graphdim compare --per-type`: TYPE:RELATION:TYPE=SOURCE, one for each relation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from graphdim.cli.results import json_text
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.comparing import Question
    from graphdim.engines.options import SourceOptions

__all__ = ["show_types"]


def show_types(
    sources: Sequence[str],
    question: Question,
    options: SourceOptions,
    embedding_memory: str | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure every relation, and print the dimension of each type."""
    from graphdim import api, progress

    with progress.bar(quiet=quiet):
        result = api.compared_by_type(_relations(sources), question, options, embedding_memory)
    if as_json:
        click.echo(json_text([result.summary()]))
    elif quiet:
        click.echo("\n".join(f"{visible(name)}\t{width}" for name, width in result.fitted.items()))
    else:
        click.echo(repr(result))


def _relations(sources: Sequence[str]) -> dict[tuple[str, str, str], str]:
    """The relation that each source is given for."""
    relations: dict[tuple[str, str, str], str] = {}
    for source in sources:
        name, equals, place = source.partition("=")
        types = name.split(":")
        if not (equals and place) or len(types) != 3 or not all(types):  # noqa: PLR2004 - both types and the relation
            msg = f"{source!r} names no relation; with --per-type a source is TYPE:RELATION:TYPE=SOURCE"
            raise click.UsageError(msg)
        if (relation := (types[0], types[1], types[2])) in relations:
            msg = f"{name!r} is given twice; join its files into one, or give each relation its own name"
            raise click.UsageError(msg)
        relations[relation] = place
    return relations
