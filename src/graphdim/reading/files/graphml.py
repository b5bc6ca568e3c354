"""GraphML. The XML parser checks the file whole; patterns then pick nodes and edges from well-formed text."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING
from xml.parsers import expat

from graphdim.errors import SourceError
from graphdim.reading.declared import declared_edges
from graphdim.reading.edges import left, weight_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from graphdim.reading.edges import Edges, Floats
    from graphdim.reading.files.content import Content

__all__ = ["edges"]

QUOTED = """(?:"[^"]*"|'[^']*')"""
ATTRIBUTES = rf"((?:\s+[\w.:-]+\s*=\s*{QUOTED})*)\s*"
HIDDEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
NODE = re.compile(rf"<(?:\w+:)?node{ATTRIBUTES}/?>")
EDGE = re.compile(rf"<(?:\w+:)?edge{ATTRIBUTES}(?:/>|>(.*?)</(?:\w+:)?edge\s*>)", re.DOTALL)
ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
HYPEREDGE = re.compile(r"<(?:\w+:)?hyperedge[\s>/]")
DEFAULT = r"<(?:\w+:)?default\s*>\s*([^<\s]+)\s*<"
KEY = re.compile(rf"<(?:\w+:)?key{ATTRIBUTES}/?>")


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a GraphML file; nodes without one count too."""
    import polars as pl

    with content.open() as file:
        whole = _text(file.read(), content.name)
    _check(whole, content.name)
    text = HIDDEN.sub("", whole)
    found = EDGE.findall(text)
    ends = pl.Series([attributes for attributes, _ in found], dtype=pl.String)
    nodes = _attribute(pl.Series(NODE.findall(text), dtype=pl.String), "id")
    weights = (
        None
        if weight is None
        else _weights(text, pl.Series([body for _, body in found], dtype=pl.String), weight, content.name)
    )
    edges = declared_edges(nodes, _attribute(ends, "source"), _attribute(ends, "target"), weights, content.name)
    return replace(edges, notes=tuple(_notes(text, weight)))


def _notes(text: str, weight: str | None) -> Iterator[str]:
    """What is not counted."""
    n_wider = len(HYPEREDGE.findall(text))
    if n_wider:
        yield f"hyperedges ignored: {n_wider:,}; an edge has two ends"
    if weight is None and len(_keys(text, "weight")):
        yield left("edge attribute 'weight'", "weight")


def _text(data: bytes, name: str) -> str:
    """The bytes in the encoding that they declare."""
    declared = ENCODING.match(data)
    encoding = declared[1].decode() if declared else "utf-8-sig"
    # UTF-16 shows in the first bytes, and a declaration is not legible before that is known.
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeError) as error:
        msg = f"{name}: no text in the encoding {encoding.removesuffix('-sig')}; save it as UTF-8"
        raise SourceError(msg) from error


def _check(text: str, name: str) -> None:
    """Refuse what is not well-formed GraphML, and any DTD: entities are how XML files attack their readers."""
    parser = expat.ParserCreate()
    roots: list[str] = []

    def start(tag: str, _: object) -> None:
        roots.append(tag)
        parser.StartElementHandler = None

    def refuse(*_: object) -> None:
        msg = f"{name}: it declares a document type, which GraphML does not need; remove the <!DOCTYPE> line"
        raise SourceError(msg)

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        msg = (
            f"{name}, line {error.lineno}: not well-formed XML ({expat.ErrorString(error.code)}); is the file cut off?"
        )
        raise SourceError(msg) from error
    except UnicodeError as error:
        msg = f"{name}: half a character is in it; save it as UTF-8"
        raise SourceError(msg) from error
    if roots[0].rpartition(":")[2] != "graphml":
        msg = f"{name}: the XML begins with <{roots[0]}>; GraphML begins with <graphml>"
        raise SourceError(msg)


def _attribute(tags: pl.Series, name: str) -> pl.Series:
    """The value of one attribute of every tag; null where a tag lacks it."""
    before = rf"^(?:\s+[\w.:-]+\s*=\s*{QUOTED})*?\s+"
    double = tags.str.extract(rf'{before}{name}\s*=\s*"([^"]*)"')
    values = double.zip_with(double.is_not_null(), tags.str.extract(rf"{before}{name}\s*=\s*'([^']*)'"))
    escaped = values.filter(values.str.contains("&", literal=True)).unique()
    return values.replace(escaped, [unescape(value) for value in escaped]) if len(escaped) else values


def _keys(text: str, weight: str) -> pl.Series:
    """The ids of the keys that give edges an attribute of this name."""
    import polars as pl

    keys = pl.Series(KEY.findall(text), dtype=pl.String)
    of_edges = _attribute(keys, "for").fill_null("all").is_in(["edge", "all"])
    return _attribute(keys, "id").filter((_attribute(keys, "attr.name") == weight) & of_edges)


def _weights(text: str, bodies: pl.Series, weight: str, name: str) -> Floats:
    """The values that edges hold under the key with this attribute name."""
    import numpy as np
    import polars as pl

    named = _keys(text, weight)
    if not len(named):
        msg = f"{name}: edges have no attribute {weight!r}; there is no <key for='edge' attr.name='{weight}'>"
        raise SourceError(msg)
    pattern = rf"""key\s*=\s*["']{re.escape(named[0])}["'][^>]*>\s*([^<\s]+)\s*<"""
    default = re.search(rf"""id\s*=\s*["']{re.escape(named[0])}["'][^>]*>\s*{DEFAULT}""", text)
    values = bodies.str.extract(pattern).fill_null(default[1] if default else "none")
    values = values.cast(pl.Float64, strict=False).fill_null(np.nan)
    return weight_values(values.to_numpy(), f"{name}: edge attribute {weight!r}")
