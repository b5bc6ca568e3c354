"""What the name of a column tells of what is in it: an end, a time, the numbers of the rows, or things of one kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["USUAL_NAMES", "kinds_of", "names_index", "names_time", "pair_of_ends"]

USUAL_NAMES = (
    ("source", "target"),
    ("src", "dst"),
    ("src", "dest"),
    ("from", "to"),
    ("head", "tail"),
    ("u", "v"),
    ("sourcenodeid", "targetnodeid"),
    ("fromnodeid", "tonodeid"),
    ("source_id", "target_id"),
    ("source_node", "target_node"),
    ("from_node", "to_node"),
    ("from_id", "to_id"),
    ("from_user", "to_user"),
    ("from_user_id", "to_user_id"),
    ("from_address", "to_address"),
    ("node_1", "node_2"),
    ("node1", "node2"),
    ("id_1", "id_2"),
    ("id1", "id2"),
)

TIMES = frozenset(("time", "timestamp", "datetime", "date", "ts", "unixtime", "epoch", "year", "month", "day"))
# Things that tables list beside things of another kind: the ids of both may look alike and still differ.
KINDS = frozenset(
    (
        *("user", "customer", "client", "buyer", "author", "reader", "viewer", "member", "person", "actor"),
        *("student", "patient", "session", "query", "basket", "item", "product", "movie", "film", "book"),
        *("article", "paper", "page", "song", "track", "artist", "video", "game", "recipe", "business"),
        *("restaurant", "course", "group", "event", "tag", "topic", "category", "disease", "drug", "gene"),
        *("document", "word"),
    )
)


def pair_of_ends(names: Sequence[str]) -> tuple[str, str] | None:
    """The first usual pair of names among these, in any case.

    >>> pair_of_ends(["id", "To", "From"])
    ('From', 'To')
    """
    lowered = {name.lower(): name for name in names}
    usual = (pair for pair in USUAL_NAMES if lowered.keys() >= set(pair))
    return next(((lowered[source], lowered[target]) for source, target in usual), None)


def kinds_of(source: str, target: str) -> tuple[str, str] | None:
    """The two kinds of things that the names of two columns tell, if they do.

    >>> kinds_of("user_id", "Movies")
    ('user', 'movie')
    >>> kinds_of("user_a", "user_b")
    """
    kinds = _kind(source), _kind(target)
    return kinds if all(kinds) and kinds[0] != kinds[1] else None


def names_time(name: str) -> bool:
    """Whether a name is that of a time.

    >>> names_time("created_time"), names_time("timestamp"), names_time("sometimes")
    (True, True, False)
    """
    return not TIMES.isdisjoint(_words(name))


def names_index(name: str) -> bool:
    """Whether a column has the name that pandas writes above the numbers of the rows, or reads there.

    >>> names_index(""), names_index("Unnamed: 0"), names_index("index")
    (True, True, False)
    """
    return name == "" or name.startswith("Unnamed: ")


def _kind(name: str) -> str:
    candidates = (form for word in _words(name) for form in (word, word.removesuffix("id"), word.removesuffix("s")))
    return next((word for word in candidates if word in KINDS), "")


def _words(name: str) -> list[str]:
    """The words of a name: user_id, userId and "User ID" are all user and id."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+", name)]
