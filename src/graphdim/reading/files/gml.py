"""GML: `graph [ node [ id 1 ] edge [ source 1 target 2 ] ]`, other keys and blocks ignored.

One scan over the text, block by block: a block without others inside is one token, so that a file is read in time that
grows with its length, however it is nested or spaced.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NoReturn

from graphdim.errors import SourceError
from graphdim.reading.declared import declared_edges
from graphdim.reading.edges import weight_values
from graphdim.reading.notes import DIRECTED, ignored_weight
from graphdim.reading.room import check_room

if TYPE_CHECKING:
    from graphdim.reading.edges import Edges, Floats
    from graphdim.reading.files.content import Content

__all__ = ["edges"]

# Possessive, so that nothing is scanned twice. A comment is a line that begins with #.
TOKEN = re.compile(
    r"""(?P<comment> ^[ \t\r]*+\#[^\n]*+ )
      | (?P<block> (?P<name>\w++) \s*+ \[ (?P<inside> [^\[\]"#]*+ (?: "[^"]*+" [^\[\]"#]*+ )*+ ) \] )
      | (?P<begin> \w++ ) \s*+ \[
      | (?P<end> \] )
      | (?P<word> " [^"]*+ " | [^\s\[\]"\#] [^\s\[\]"]*+ )
      | (?P<space> [^\S\n]++ | \n )
    """,
    re.VERBOSE | re.MULTILINE,
)
BYTES_PER_BYTE = 20  # of memory, for each of the file; measured on the shortest blocks
TEXT = re.compile(r'"[^"]*+"')

Values = dict[str, str]


@dataclass
class _Graph:
    """The keys of all nodes and edges that stand right in the one graph."""

    nodes: list[Values] = field(default_factory=list)
    edges: list[Values] = field(default_factory=list)
    repeated: set[tuple[str, str]] = field(default_factory=set)  # blocks with keys that one of them has twice
    n_graphs: int = 0
    is_directed: bool = False

    def add(self, around: list[str], name: str, words: list[str]) -> None:
        """A block that has ended: the blocks around it, and its keys and values in turn."""
        if not around:
            self.n_graphs += name == "graph"
            self.is_directed |= ("directed", "1") in zip(words[::2], words[1::2], strict=False)
        elif len(around) == 1 and around[0] == "graph" and name in ("node", "edge"):
            blocks, keys = self.nodes if name == "node" else self.edges, words[::2]
            if len(set(keys)) < len(keys):
                self.repeated |= {(name, key) for key, times in Counter(keys).items() if times > 1}
            # Of repeated keys that are not in use the first counts.
            blocks.append(dict(zip(words[-2::-2], words[-1::-2], strict=True) if len(words) % 2 == 0 else ()))


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a GML file; nodes without one count too."""
    import polars as pl

    check_room(content.name, BYTES_PER_BYTE * content.size)
    with content.open() as file:
        graph = _scan(file.read().decode("utf-8-sig", errors="replace"), content.name)
    if graph.n_graphs > 1:
        msg = f"{content.name}: it holds {graph.n_graphs} graphs; give each its own file"
        raise SourceError(msg)
    _refuse_repeated(graph, weight, content.name)
    nodes, sources, targets = (
        pl.Series([_id(block.get(key)) for block in blocks], dtype=pl.String)
        for blocks, key in ((graph.nodes, "id"), (graph.edges, "source"), (graph.edges, "target"))
    )
    weights = None if weight is None else _weights(graph.edges, weight, content.name)
    result = declared_edges(nodes, sources, targets, weights, content.name)
    is_weighted = weight is None and bool(graph.edges) and "weight" in graph.edges[0]
    ignored = (ignored_weight("edge key 'weight'", "weight"),) if is_weighted else ()
    return replace(result, notes=ignored + ((DIRECTED,) if graph.is_directed else ()))


def _scan(text: str, name: str) -> _Graph:
    """Walk over the tokens, with the open blocks and the words in each on a stack."""
    graph, place = _Graph(), 0
    around: list[str] = []
    words: list[list[str]] = [[]]
    while place < len(text):
        token = TOKEN.match(text, place)
        kind = None if token is None else token.lastgroup
        if token is None or (kind == "end" and not around):
            _refuse(name)
        place = token.end()
        if kind == "block":
            graph.add(around, token["name"], TEXT.sub(' "" ', token["inside"]).split())
        elif kind == "begin":
            around.append(token["begin"])
            words.append([])
        elif kind == "end":
            graph.add(around, around.pop(), words.pop())
        elif kind == "word":
            words[-1].append(token["word"])
    if around or not graph.n_graphs:
        _refuse(name)
    return graph


def _refuse(name: str) -> NoReturn:
    shape = "graph [ node [ … ] edge [ … ] ], brackets and quotes matching, comments on lines of their own"
    msg = f"{name}: not a whole GML file; it must read {shape}"
    raise SourceError(msg)


def _refuse_repeated(graph: _Graph, weight: str | None, name: str) -> None:
    """Refuse blocks that hold a key in use twice: nobody knows which of the values is meant."""
    for block, key in (("node", "id"), ("edge", "source"), ("edge", "target"), ("edge", weight)):
        if (block, key) in graph.repeated:
            which = f"{'an' if block == 'edge' else 'a'} {block}"
            msg = f"{name}: {which} has the key {key!r} twice; leave one of them"
            raise SourceError(msg)


def _id(value: str | None) -> str | None:
    """An id is a number or a bare word, not a text in quotes."""
    return None if value is None or value.startswith('"') else value


def _weights(blocks: list[Values], weight: str, name: str) -> Floats:
    import numpy as np
    import polars as pl

    if not any(weight in block for block in blocks):
        msg = f"{name}: edges have no key {weight!r}"
        raise SourceError(msg)
    values = pl.Series([block.get(weight) for block in blocks], dtype=pl.String)
    numbers = values.cast(pl.Float64, strict=False).fill_null(np.nan)
    return weight_values(numbers.to_numpy(), f"{name}: edge key {weight!r}")
