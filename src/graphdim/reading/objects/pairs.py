"""Any iterable of pairs of hashable ids: lists, tuples, sets, generators. Ids that read the same are one node.

A pair may bring a weight, (u, v, w), or attributes, as networkx's `graph.edges(data=True)` gives them.

A tuple of two one-dimensional arrays or tensors is both ends of the edges, as DGL's `graph.edges()` gives them.
Where the first item is a mapping, all are records of a table.
"""

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading.columns import refuse_columns
from graphdim.reading.edges import Edges, integers
from graphdim.reading.frames import NOT_A_NUMBER
from graphdim.reading.objects import records
from graphdim.reading.objects.several import refuse_graphs
from graphdim.reading.objects.triples import weight_values_of
from graphdim.reading.positions import ListedEdges
from graphdim.reading.tensors import as_array
from graphdim.reading.values import PLAIN_INTEGER
from graphdim.words import shown

__all__ = ["edges", "is_blank", "text_of", "texts_that_read_like_numbers"]

BLANK = frozenset(("", b"", *NOT_A_NUMBER))


def edges(source: Any, weight: str | None, ends: tuple[str, str] | None = None) -> Edges:
    """The edges that an iterable lists; `ends` are columns, which only records have."""
    if isinstance(source, Mapping | bytes) or not isinstance(source, Iterable):
        kind = f"{type(source).__module__}.{type(source).__name__}"
        relations = " (a mapping from relations to edges is read by compare with per_type=True)"
        several = relations if isinstance(source, Mapping) else ""
        msg = f"cannot read a {kind}; give a path, a graph object or pairs of ids{several}"
        raise UnsupportedError(msg)
    if _is_two_arrays(source):
        _refuse_named(source, ends)
        weight_values_of({}, 0, weight)
        return _ends(*source)
    items = iter(source)
    first = list(islice(items, 1))
    if first and isinstance(first[0], Mapping):
        return records.edges(chain(first, items), weight, ends)
    _refuse_named(source, ends)
    return _from_pairs(chain(first, items), weight)


def _refuse_named(source: Any, ends: tuple[str, str] | None) -> None:
    if ends is not None:
        refuse_columns(f"a {type(source).__name__}", ends)


def _from_pairs(source: Iterable[Any], weight: str | None) -> Edges:
    """Number the ids in their own order, where they have one."""
    number: dict[Hashable, int] = {}
    thirds: dict[int, Any] = {}
    codes = [number.setdefault(node, len(number)) for pair in _checked(source, thirds) for node in pair]
    weights, notes = weight_values_of(thirds, len(codes) // 2, weight)
    names, places = _in_order(list(number))
    ends = places[np.array(codes, dtype=np.int64)].reshape(-1, 2)
    return ListedEdges(ends[:, 0], ends[:, 1], weights, n_nodes=len(names), notes=notes, ids=names)


def _in_order(ids: list[Hashable]) -> tuple[tuple[Hashable, ...], NDArray[np.int64]]:
    """Ids in the order of tables, which does not depend on that of the pairs, and for each of `ids` its place there.

    Ids that read the same are one node: the rule of tables, where a text column may hold numbers.
    """
    texts = [text_of(node) for node in ids] if texts_that_read_like_numbers(ids) else None
    distinct: list[Hashable] = ids if texts is None else list(dict.fromkeys(texts))
    keys = _sort_keys(distinct)
    names = tuple(
        distinct if keys is None else [distinct[place] for place in sorted(range(len(keys)), key=keys.__getitem__)]
    )
    place_of = {name: place for place, name in enumerate(names)}
    return names, np.array([place_of[name] for name in texts or ids], dtype=np.int64)


def _sort_keys(ids: list[Hashable]) -> list[Any] | None:
    """What orders ids as tables do: integers by size, names by their letters; None for ids that tables cannot hold."""
    if all(isinstance(node, int) for node in ids):
        return ids
    if not all(isinstance(node, str | int | float) for node in ids):
        return None
    texts = [text_of(node) for node in ids]
    is_plain = re.compile(PLAIN_INTEGER).fullmatch
    return [int(text) for text in texts] if all(map(is_plain, texts)) else texts


def texts_that_read_like_numbers(ids: Collection[Hashable]) -> list[str]:
    """The texts among some ids that read like a number that is among them too: "1" beside 1.

    >>> texts_that_read_like_numbers(["1", "a", 1, 2])
    ['1']
    """
    texts = [node for node in ids if isinstance(node, str)]
    if len(texts) in (0, len(ids)):
        return []
    numbers = {text_of(node) for node in ids if not isinstance(node, str)}
    return [text for text in texts if text in numbers]


def text_of(node: Hashable) -> str:
    """An id as it is written; 1.0 is the integer 1, as in tables."""
    return str(int(node)) if isinstance(node, float) and node.is_integer() else str(node)


def _is_two_arrays(source: Any) -> bool:
    """Whether this is (sources, targets); a list of two arrays is two pairs, as lists hold pairs."""
    return isinstance(source, tuple) and len(source) == 2 and all(getattr(end, "ndim", None) == 1 for end in source)  # noqa: PLR2004


def _ends(*ends: Any) -> Edges:
    """Edges from an array for each end; tensors may be on another device."""
    sources, targets = (np.asarray(as_array(end)) for end in ends)
    if len(sources) != len(targets):
        msg = f"the two arrays hold {len(sources):,} and {len(targets):,} ids; each edge has one id in both"
        raise SourceError(msg)
    if sources.dtype.kind in "USO" or targets.dtype.kind in "USO":
        return edges(zip(sources.tolist(), targets.tolist(), strict=True), None)
    return Edges(integers(sources, "the array of sources"), integers(targets, "the array of targets"))


def _checked(source: Iterable[Any], thirds: dict[int, Any]) -> Iterator[tuple[Hashable, Hashable]]:
    """Two ids of each pair; what comes third, if anything does, goes to `thirds` by the pair's position."""
    for position, pair in enumerate(source, start=1):
        if not isinstance(pair, tuple | list):
            refuse_graphs(pair)
        try:
            first, second, *rest = _items(pair)
            hash((first, second))
            if rest:
                [thirds[position]] = rest
            lacks_one = is_blank(first) or is_blank(second)
        except (TypeError, ValueError, RuntimeError) as error:
            msg = f"pair {position} is {shown(pair)}; each must be two ids, integers or strings, and perhaps a weight"
            raise SourceError(msg) from error
        if lacks_one:
            msg = f"pair {position} is {shown(pair)}; a node id cannot be empty, None or NaN"
            raise SourceError(msg)
        yield first, second


def is_blank(node: Hashable) -> bool:
    """Whether an id is what tables hold where there is none: nothing, None, NaN or the text nan.

    >>> [is_blank(node) for node in ("", None, float("nan"), "NaN", "nano", 0)]
    [True, True, True, True, False, False]
    """
    try:
        # Only NaN differs from itself.
        return node is None or node in BLANK or bool(node != node)  # noqa: PLR0124
    except TypeError:
        return True  # pandas' NA is neither equal to anything nor different


def _items(pair: Any) -> Iterator[Any]:
    """Ids and perhaps a weight; those of tensors as plain numbers, since equal tensors are different keys."""
    # Two letters are a word, and two keys a record, no pair.
    ends = () if isinstance(pair, str | bytes | Mapping) else pair
    return (node.item() if hasattr(node, "item") else node for node in ends)
