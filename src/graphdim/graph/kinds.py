"""How many nodes there are of each kind: users and items, or one kind and none of a second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from graphdim.checks import check_count
from graphdim.errors import GraphError, ParameterError
from graphdim.reading.notes import SHARED_IDS
from graphdim.words import shown

__all__ = ["Kinds", "check_kinds", "checked_sizes", "reminding_of_kinds", "sizes_of"]

# Of the first kind and of the second; a usual graph has none of the second.
Kinds = tuple[int, int]


def checked_sizes(given: Any) -> int | Kinds | None:
    """What the user says of the number of nodes, as plain numbers: one, one for each of two kinds, or nothing."""
    if given is None:
        return None
    if not isinstance(given, tuple):
        return check_count("n_nodes", given, least=1)
    if len(given) != 2:  # noqa: PLR2004 - two kinds
        msg = f"n_nodes is {shown(given)}; give one number, or one for each of two kinds of nodes"
        raise ParameterError(msg)
    first, second = (check_count("n_nodes", number, least=1) for number in given)
    return first, second


def check_kinds(n_nodes: int | Kinds | None, *, has_two: bool) -> None:
    """Refuse one number for two kinds of nodes, and two numbers for one kind."""
    if isinstance(n_nodes, int) and has_two:
        way = "give a number for each, as in n_nodes=(943, 1682) (--num-nodes 943,1682)"
        msg = f"n_nodes is {n_nodes:,}, but there are two kinds of nodes; {way}"
        raise ParameterError(msg)
    if isinstance(n_nodes, tuple) and not has_two:
        way = "give one number, or bipartite=True (--bipartite) if the two ends are of different kinds"
        msg = f"n_nodes is {_text(n_nodes)}, but there is one kind of nodes; {way}"
        raise ParameterError(msg)


@contextmanager
def reminding_of_kinds(notes: Callable[[], tuple[str, ...]]) -> Iterator[None]:
    """Where a graph has no answer, add the note on ids that two kinds of nodes share: it may be the reason."""
    try:
        yield
    except GraphError as error:
        shared = [note for note in notes() if getattr(note, "kind", "") == SHARED_IDS]
        if not shared:
            raise
        msg = f"{error}; {shared[0]}"
        raise GraphError(msg) from error


def sizes_of(shown: Kinds, given: int | Kinds | None, who: str, *, has_two: bool) -> Kinds:
    """The number of nodes of each kind: what `who` shows, or the larger number that the user gave.

    >>> sizes_of((3, 0), 5, "the edges show", has_two=False)
    (5, 0)
    """
    check_kinds(given, has_two=has_two)
    sizes = shown if given is None else given if isinstance(given, tuple) else (given, 0)
    if sizes[0] < shown[0] or sizes[1] < shown[1]:
        numbers = f"n_nodes is {_text(sizes)}, but {who} {_text(shown)} nodes"
        msg = f"{numbers}; give at least that many, or leave it out"
        raise ParameterError(msg)
    if not sum(sizes):
        msg = "no edges, so the number of nodes is unknown; give n_nodes (--num-nodes) if they are isolated"
        raise GraphError(msg)
    return sizes


def _text(sizes: Kinds) -> str:
    """One number, or both of two kinds.

    >>> _text((943, 1682)), _text((34, 0))
    ('943 and 1,682', '34')
    """
    return f"{sizes[0]:,} and {sizes[1]:,}" if sizes[1] else f"{sizes[0]:,}"
