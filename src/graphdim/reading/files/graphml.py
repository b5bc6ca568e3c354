"""GraphML, by the XML parser of the standard library: elements count by where they stand, not by how they look.

    <graphml> <key for="edge" attr.name="weight"/> <graph> <node id=…/> <edge source=… target=…> <data key=…> …

Nodes and edges of nested graphs count too; elements of other namespaces, and all that is in them, do not. A document
type is refused, so that there are no entities to expand.
"""

from __future__ import annotations

import codecs
import io
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from xml.parsers import expat

from graphdim.errors import SourceError
from graphdim.reading.declared import declared_edges
from graphdim.reading.edges import weight_values
from graphdim.reading.notes import DIRECTED, ignored_weight
from graphdim.reading.room import check_room
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, NoReturn

    from graphdim.reading.edges import Edges, Floats
    from graphdim.reading.files.content import Content

__all__ = ["edges"]

CHUNK = 2**20
BYTES_PER_BYTE = 10  # of memory, for each of the file; measured on the shortest elements
ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
# The elements that count, and those that each may stand in.
PARENTS = {
    "key": ("graphml",),
    "default": ("key",),
    "graph": ("graphml", "node", "edge"),
    "node": ("graph",),
    "edge": ("graph",),
    "hyperedge": ("graph",),
    "data": ("edge",),
}


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a GraphML file; nodes without one count too."""
    import polars as pl

    check_room(content.name, BYTES_PER_BYTE * content.size)
    document = _Document(content.name)
    with content.open() as file:
        _parse(file, document)
    if document.counts["graph"] > 1:
        msg = f"{content.name}: it holds {document.counts['graph']} graphs; give each its own file"
        raise SourceError(msg)
    listed = (document.nodes, document.sources, document.targets)
    nodes, sources, targets = (pl.Series(ids, dtype=pl.String) for ids in listed)
    weights = None if weight is None else _weights(document, weight)
    result = declared_edges(nodes, sources, targets, weights, content.name)
    return replace(result, notes=tuple(_notes(document, weight)))


class _Document:
    """What the parser has met so far: nodes, edges with their data, and keys by their id with name and default."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[str | None] = []
        self.sources: list[str | None] = []
        self.targets: list[str | None] = []
        self.data: list[dict[str, str]] = []
        self.keys: dict[str, tuple[str, str | None]] = {}
        self.repeated: set[str] = set()  # keys that are declared twice, or that an edge has twice
        self.counts: Counter[str] = Counter()
        self._open: list[str] = []  # the elements around this place, "" from one on that does not count
        self._open_edges: list[int] = []
        self._namespace = ""
        self._key = ""
        self._text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        namespace, _, name = tag.rpartition(" ")
        if not self._open:
            self._start_root(namespace, name)
        elif namespace != self._namespace or self._open[-1] not in PARENTS.get(name, ()):
            self._open.append("")
        else:
            self._open.append(name)
            getattr(self, f"_start_{name}")(attributes)

    def end(self, _: str) -> None:
        """An element ends."""
        name = self._open.pop()
        if name == "edge":
            self._open_edges.pop()
        elif name == "data":
            data = self.data[self._open_edges[-1]]
            if self._key in data:
                self.repeated.add(self._key)
            data[self._key] = "".join(self._text)
        elif name == "default" and self._key in self.keys:
            self.keys[self._key] = self.keys[self._key][0], "".join(self._text)

    def characters(self, text: str) -> None:
        """Text between tags; that of elements inside <data> is not its own."""
        if self._open[-1] in ("data", "default"):
            self._text.append(text)

    def _start_root(self, namespace: str, name: str) -> None:
        if name != "graphml":
            msg = f"{self.name}: the XML begins with <{visible(name)}>; GraphML begins with <graphml>"
            raise SourceError(msg)
        self._namespace = namespace
        self._open.append(name)

    def _start_graph(self, attributes: dict[str, str]) -> None:
        self.counts["graph" if self._open[-2] == "graphml" else "nested graph"] += 1
        self.counts["directed graph"] += attributes.get("edgedefault") == "directed"

    def _start_node(self, attributes: dict[str, str]) -> None:
        self.nodes.append(attributes.get("id") or None)

    def _start_edge(self, attributes: dict[str, str]) -> None:
        self._open_edges.append(len(self.sources))
        self.sources.append(attributes.get("source") or None)
        self.targets.append(attributes.get("target") or None)
        self.data.append({})

    def _start_hyperedge(self, _: dict[str, str]) -> None:
        self.counts["hyperedge"] += 1

    def _start_key(self, attributes: dict[str, str]) -> None:
        self._key = attributes.get("id", "")
        if attributes.get("for", "all") in ("edge", "all"):
            if self._key in self.keys:
                self.repeated.add(self._key)
            self.keys[self._key] = attributes.get("attr.name", ""), None

    def _start_data(self, attributes: dict[str, str]) -> None:
        self._key, self._text = attributes.get("key", ""), []

    def _start_default(self, _: dict[str, str]) -> None:
        self._text = []


def _parse(file: BinaryIO, document: _Document) -> None:
    """Feed the file to the parser, chunk by chunk."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = document.start, document.end
    parser.CharacterDataHandler = document.characters
    parser.StartDoctypeDeclHandler = partial(_refuse_document_type, document.name)
    encoding = _encoding(file)
    try:
        with io.TextIOWrapper(file, encoding, newline="") as text:
            while chunk := text.read(CHUNK):
                parser.Parse(chunk)
            parser.Parse("", True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        fault = f"not well-formed XML ({expat.ErrorString(error.code)}); is the file cut off?"
        msg = f"{document.name}, line {error.lineno}: {fault}"
        raise SourceError(msg) from error
    except UnicodeEncodeError as error:
        msg = f"{document.name}: half a character is in it; save it as UTF-8"
        raise SourceError(msg) from error
    except (LookupError, UnicodeError) as error:
        msg = f"{document.name}: no text in the encoding {encoding.removesuffix('-sig')}; save it as UTF-8"
        raise SourceError(msg) from error


def _encoding(file: BinaryIO) -> str:
    """The encoding that the first bytes declare. UTF-16 shows in them before a declaration is legible."""
    head = file.read(CHUNK)
    file.seek(0)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    declared = ENCODING.match(head)
    return declared[1].decode() if declared and declared[1].lower() not in (b"utf-8", b"utf8") else "utf-8-sig"


def _refuse_document_type(name: str, *_: object) -> NoReturn:
    msg = f"{name}: it declares a document type, which GraphML does not need; remove the <!DOCTYPE> line"
    raise SourceError(msg)


def _notes(document: _Document, weight: str | None) -> Iterator[str]:
    """What is not counted, and what is counted together."""
    if document.counts["directed graph"]:
        yield DIRECTED
    if document.counts["hyperedge"]:
        yield f"hyperedges ignored: {document.counts['hyperedge']:,}; an edge has two ends"
    if document.counts["nested graph"]:
        yield f"nested graphs read as part of the whole: {document.counts['nested graph']:,}"
    if weight is None and any(name == "weight" for name, _ in document.keys.values()):
        yield ignored_weight("edge attribute 'weight'", "weight")


def _weights(document: _Document, weight: str) -> Floats:
    """The values that edges hold under the keys with this attribute name: networkx writes one for each type."""
    import numpy as np
    import polars as pl

    named = {key: default for key, (name, default) in document.keys.items() if name == weight}
    if not named:
        wanted = f"there is no <key for='edge' attr.name='{visible(weight)}'>"
        msg = f"{document.name}: edges have no attribute {weight!r}; {wanted}"
        raise SourceError(msg)
    given = [[data[key] for key in named if key in data] for data in document.data]
    if any(len(several) > 1 for several in given) or not document.repeated.isdisjoint(named):
        msg = f"{document.name}: an edge has the attribute {weight!r} twice, or two keys have one id; leave one of them"
        raise SourceError(msg)
    default = next((default for default in named.values() if default is not None), None)
    values = pl.Series([one[0] if one else default for one in given], dtype=pl.String).str.strip_chars()
    numbers = values.cast(pl.Float64, strict=False).fill_null(np.nan)
    return weight_values(numbers.to_numpy(), f"{document.name}: edge attribute {weight!r}")
