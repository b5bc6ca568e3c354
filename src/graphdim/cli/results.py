"""Results → stdout: a panel, a table with a row for each, the numbers alone, or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import click

from graphdim.cli.notes import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.engines.view import GraphFacts

__all__ = ["json_text", "show", "show_one"]


class Result(Protocol):
    """What a command found for one graph; its repr is the panel."""

    @property
    def facts(self) -> GraphFacts:
        """What is known of the graph."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user."""

    @property
    def dimension(self) -> int | None:
        """The answer; None if there is none, which the notes or the headline explain."""

    def headline(self) -> tuple[str, str]:
        """The answer in words, and what produced it."""

    def summary(self) -> dict[str, Any]:
        """Every fact as plain values."""

    def cells(self) -> dict[str, str]:
        """The columns of its row in a table, by their titles."""


class SingleResult(Protocol):
    """What a command found that takes one source; its repr is the panel."""

    @property
    def dimension(self) -> int | None:
        """The answer; None if there is none."""

    def to_json(self) -> str:
        """Every fact."""


def show(results: Sequence[Result], *, as_json: bool, quiet: bool, hint: str = "") -> None:
    """Print the results as the options say; `hint` is a last line for the panel of a single one."""
    if as_json:
        click.echo(json_text([result.summary() for result in results]))
        return
    if quiet or len(results) > 1:
        tell((result.facts.source, note) for result in results for note in result.notes)
    if quiet:
        _print_numbers(results)
    elif len(results) == 1:
        click.echo("\n".join(filter(None, [repr(results[0]), hint])))
    else:
        click.echo(_table([result.cells() for result in results]))


def show_one(result: SingleResult, source: str, notes: Iterable[str], *, as_json: bool, quiet: bool) -> None:
    """Print a result as the options say; quiet prints nothing without an answer, and its notes go to stderr."""
    if as_json or not quiet:
        click.echo(result.to_json() if as_json else repr(result))
        return
    tell((source, note) for note in notes)
    if result.dimension is not None:
        click.echo(result.dimension)


def _print_numbers(results: Sequence[Result]) -> None:
    """A number for each result; the line of one without an answer is empty, and stderr says why."""
    tell((result.facts.source, result.headline()[0].lower()) for result in results if result.dimension is None)
    numbers = ["" if result.dimension is None else str(result.dimension) for result in results]
    click.echo("\n".join(numbers), nl=numbers != [""])


def json_text(facts: list[dict[str, Any]]) -> str:
    """One set of facts as an object, several as an array."""
    import json

    return json.dumps(facts if len(facts) > 1 else facts[0], ensure_ascii=False, indent=2)


def _table(rows: Sequence[dict[str, str]]) -> str:
    """The source on the left, numbers on the right."""
    from graphdim.report.text_table import text_table

    header = tuple(rows[0])
    return text_table(header, [tuple(row.values()) for row in rows], right=range(1, len(header)), indent="")
