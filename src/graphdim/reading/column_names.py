"""What the name of a column tells of what is in it: an end, a time, the numbers of the rows, or things of one kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "USUAL_NAMES",
    "WEIGHT_NAMES",
    "are_ids",
    "kinds_of",
    "names_amount",
    "names_index",
    "names_linked",
    "names_parent",
    "names_relation",
    "names_row",
    "names_time",
    "pair_of_ends",
    "stem_and_mark",
]

# What the two ends of an edge do; their ids are columns such as sender_id and receiver_id.
ROLES = (
    ("sender", "receiver"),
    ("follower", "followee"),
    ("citing", "cited"),
    ("origin", "destination"),
    ("parent", "child"),
)
USUAL_NAMES = (
    ("source", "target"),
    ("src", "dst"),
    ("src", "dest"),
    ("from", "to"),
    ("head", "tail"),
    ("subject", "object"),
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
    *ROLES,
    *((f"{source}_id", f"{target}_id") for source, target in ROLES),
)
# What tells two ends of one kind apart: protein1 and protein2, person_a and person_b; a third makes them a list.
NUMBER_OR_LETTER = re.compile(r"(.*[^\W\d_])(?:[ _-]?([0-9]+)|[ _-]([A-Za-z])|(?<=[a-z])([A-Z]))")
TWINS = (("1", "2", "3"), ("a", "b", "c"))

TIMES = frozenset(("time", "timestamp", "datetime", "date", "ts", "unixtime", "epoch", "year", "month", "day"))
WEIGHT_NAMES = ("weight", "weights", "w", "value")
# What numbers the rows, and names nothing else: an id, an index or a row may be a node.
ROWS = frozenset(("edgeid", "rowid", "rownum", "rownumber", "line", "lineno", "linenumber"))
# What the middle of a statement is called.
RELATIONS = frozenset(
    (
        *(
            "relation",
            "relations",
            "rel",
            "relationid",
            "relationtype",
            "relationship",
            "predicate",
            "verb",
            "property",
        ),
        *("edgetype", "typeofedge", "linktype", "interaction", "interactiontype"),
    )
)
PARENTS = frozenset(("parent", "boss", "manager", "ancestor", "predecessor", "previous", "prev", "next", "root"))
# What is counted or measured: such a column of integers holds no ids.
AMOUNTS = frozenset(
    (
        *(*WEIGHT_NAMES, "values", "count", "counts", "frequency", "freq", "amount", "quantity", "price", "rating"),
        *("ratings", "score", "rank", "plays", "size", "length", "distance", "depth", "age", "salary", "total"),
    )
)
# Things that tables list beside things of another kind: the ids of both may look alike and still differ.
KINDS = frozenset(
    (
        *("user", "customer", "client", "buyer", "author", "reader", "viewer", "member", "person", "actor"),
        *("student", "patient", "session", "query", "basket", "item", "product", "movie", "film", "book"),
        *("article", "paper", "page", "song", "track", "artist", "video", "game", "recipe", "business"),
        *("restaurant", "course", "group", "event", "tag", "topic", "category", "disease", "drug", "gene"),
        *("document", "word", "reviewer", "asin"),
    )
)
# Things that are linked with others of their kind, next to those above.
LINKED = KINDS | {"node", "vertex", "id", "entity", "protein"}


def pair_of_ends(names: Sequence[str]) -> tuple[str, str] | None:
    """The first usual pair of names among these, in any case; else two that differ in a number or letter alone.

    >>> pair_of_ends(["id", "To", "From"])
    ('From', 'To')
    >>> pair_of_ends(["score", "protein1", "protein2"])
    ('protein1', 'protein2')
    """
    lowered = {name.lower(): name for name in names}
    usual = (pair for pair in USUAL_NAMES if lowered.keys() >= set(pair))
    return next(((lowered[source], lowered[target]) for source, target in usual), None) or _twins(names)


def stem_and_mark(name: str) -> tuple[str, str]:
    """A name as its stem and the number or letter behind it; two empty texts if it has none.

    >>> stem_and_mark("protein1"), stem_and_mark("Person_A"), stem_and_mark("anna")
    (('protein', '1'), ('person', 'a'), ('', ''))
    """
    found = NUMBER_OR_LETTER.fullmatch(name)
    return (found[1].lower(), (found[2] or found[3] or found[4]).lower()) if found else ("", "")


def names_linked(stem: str) -> bool:
    """Whether a stem is the usual name of things that are linked with others of their kind.

    >>> names_linked("protein"), names_linked("amount")
    (True, False)
    """
    return not LINKED.isdisjoint(_words(stem))


def _twins(names: Sequence[str]) -> tuple[str, str] | None:
    """Two names of one stem, without a third: anywhere if things are linked by that name, else as the first two."""
    marked = {stem_and_mark(name): name for name in names}
    for stem in dict.fromkeys(stem for stem, _ in marked if stem):
        for first, second, third in TWINS:
            source, target = marked.get((stem, first)), marked.get((stem, second))
            if source and target and (stem, third) not in marked:
                is_pair = names_linked(stem) or [source, target] == list(names[:2])
                return (source, target) if is_pair else None
    return None


def kinds_of(source: str, target: str) -> tuple[str, str] | None:
    """The two kinds of things that the names of two columns tell, if they do.

    >>> kinds_of("user_id", "Movies")
    ('user', 'movie')
    >>> kinds_of("user_a", "user_b")
    """
    kinds = _kind(source), _kind(target)
    return kinds if all(kinds) and kinds[0] != kinds[1] else None


def are_ids(source: str, target: str) -> bool:
    """Whether the names of two columns say that they hold ids, of whatever kind.

    >>> are_ids("account_id", "shopId"), are_ids("userId", "1"), are_ids("item 1", "item 2")
    (True, False, False)
    """
    return kinds_of(source, target) is not None or all("id" in _words(name)[-1:] for name in (source, target))


def names_time(name: str) -> bool:
    """Whether a name is that of a time.

    >>> names_time("created_time"), names_time("timestamp"), names_time("sometimes")
    (True, True, False)
    """
    return not TIMES.isdisjoint(_words(name))


def names_amount(name: str) -> bool:
    """Whether a name is that of something counted or measured.

    >>> names_amount("play_count"), names_amount("Rating"), names_amount("account")
    (True, True, False)
    """
    return not AMOUNTS.isdisjoint(_words(name))


def names_row(name: str) -> bool:
    """Whether a name is that of the numbers of rows and of nothing else.

    >>> [names_row(name) for name in ("Edge_ID", "row number", "lineno", "id", "index", "row")]
    [True, True, True, False, False, False]
    """
    return "".join(_words(name)) in ROWS


def names_relation(name: str) -> bool:
    """Whether a name is that of the relation of a statement (head, relation, tail).

    >>> names_relation("edge_type"), names_relation("Predicate"), names_relation("genre")
    (True, True, False)
    """
    return "".join(_words(name)) in RELATIONS


def names_parent(name: str) -> bool:
    """Whether a name is that of another row of the same table.

    >>> names_parent("parent_id"), names_parent("payer")
    (True, False)
    """
    return not PARENTS.isdisjoint(_words(name))


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
