"""Notes on what was read: sentences for the user, of a kind that programs can tell."""

from __future__ import annotations

import shlex
from typing import Self

from graphdim.words import visible

__all__ = [
    "DIRECTED",
    "IGNORED_WEIGHT",
    "NO_FEATURES",
    "SHARED_IDS",
    "UNUSED_MARKS",
    "Note",
    "apart",
    "ignored_attribute",
    "ignored_weight",
    "shared_ids",
]

# The kind of a note on weights that were ignored.
IGNORED_WEIGHT = "ignored weight"

# A note on directed graphs.
DIRECTED = "directions dropped: an edge from u to v is read as one between u and v"

# The kind of a note on columns that seem to name two kinds of nodes.
SHARED_IDS = "shared ids"

# The kind of a note on an attribute that should tell the kind of each node, but does not.
UNUSED_MARKS = "unused marks"

# The kind of a note on a graph without features, which only a network needs.
NO_FEATURES = "no features"


class Note(str):  # noqa: SLOT000 - pickles keep what is in the instance's dict
    """A sentence for the user; `kind` tells programs what it is about."""

    kind: str

    def __new__(cls, text: str, kind: str = "") -> Self:
        """The sentence, and what it is about."""
        note = super().__new__(cls, text)
        note.kind = kind
        return note


def ignored_weight(what: str, weight: str, it: str = "it") -> Note:
    """A note on weights that were ignored, and how to count them, in the shell and in Python.

    >>> ignored_weight("column 'w'", "w")
    "column 'w' ignored; --weight w counts it (weight='w' in Python)"
    """
    text = f"{what} ignored; --weight {shlex.quote(visible(weight))} counts {it} (weight={weight!r} in Python)"
    return Note(text, IGNORED_WEIGHT)


def ignored_attribute(what: str, weight: str) -> Note:
    """The same for a graph in memory, which no command reads.

    >>> ignored_attribute("edge attribute 'w'", "w")
    "edge attribute 'w' ignored; weight='w' counts it"
    """
    return Note(f"{what} ignored; weight={weight!r} counts it", IGNORED_WEIGHT)


def shared_ids(columns: str, evidence: str) -> Note:
    """A note on columns that seem to name two kinds of nodes, and how to keep these apart."""
    text = f"{columns} are read as one set of ids: {evidence}; --bipartite keeps them apart (bipartite=True in Python)"
    return Note(text, SHARED_IDS)


def apart(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Notes on edges whose ends are kept apart: those without the one that says that their ids are one set."""
    return tuple(note for note in notes if getattr(note, "kind", "") != SHARED_IDS)
