"""Notes on how a source was read, on stderr, where the answer leaves no room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["tell"]


def tell(notes: Iterable[tuple[str, str]]) -> None:
    """One line for each source and note."""
    for source, note in dict.fromkeys(notes):
        click.echo(visible(f"Note: {' '.join(f'{source}: {note}'.split())}"), err=True)
