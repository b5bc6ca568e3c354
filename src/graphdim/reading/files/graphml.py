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
from graphdim.reading.edges import weight_values

if TYPE_CHECKING:
    import polars as pl

    from graphdim.reading.edges import Edges, Floats
    from graphdim.reading.files.content import Content

__all__ = ["edges"]

QUOTED = """(?:"[^"]*"|'[^']*')"""
ATTRIBUTES = rf"((?:\s+[\w.:-]+\s*=\s*{QUOTED})*)\s*"
HIDDEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
NODE = re.compile(rf"<(?:\w+:)?node{ATTRIBUTES}/?>")
EDGE = re.compile(rf"<(?:\w+:)?edge{ATTRIBUTES}(?:/>|>(.*?)</(?:\w+:)?edge\s*>)", re.DOTALL)
HYPEREDGE = re.compile(r"<(?:\w+:)?hyperedge[\s>/]")
KEY = re.compile(rf"<(?:\w+:)?key{ATTRIBUTES}/?>")


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a GraphML file; nodes without one count too."""
    import polars as pl

    with content.open() as file:
        data = file.read()
    text = HIDDEN.sub("", data.decode(_encoding(data, content.name)))
    found = EDGE.findall(text)
    ends = pl.Series([attributes for attributes, _ in found], dtype=pl.String)
    nodes = _attribute(pl.Series(NODE.findall(text), dtype=pl.String), "id")
    weights = (
        None
        if weight is None
        else _weights(text, pl.Series([body for _, body in found], dtype=pl.String), weight, content.name)
    )
    edges = declared_edges(nodes, _attribute(ends, "source"), _attribute(ends, "target"), weights, content.name)
    n_wider = len(HYPEREDGE.findall(text))
    return replace(edges, notes=(f"hyperedges ignored: {n_wider:,}; an edge has two ends",)) if n_wider else edges


def _encoding(data: bytes, name: str) -> str:
    """The encoding of well-formed GraphML.

    Anything else is refused, and so is a DTD: entities are how XML files attack their readers.
    """
    parser = expat.ParserCreate()
    roots: list[str] = []
    encodings = ["utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"]

    def declare(_: str, encoding: str | None, __: int) -> None:
        # UTF-16 shows in the first bytes, and there it holds whatever is declared.
        if encoding and encodings[0] != "utf-16":
            encodings[0] = encoding

    def start(tag: str, _: object) -> None:
        roots.append(tag)
        parser.StartElementHandler = None

    def refuse(*_: object) -> None:
        msg = f"{name}: it declares a document type, which GraphML does not need; remove the <!DOCTYPE> line"
        raise SourceError(msg)

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    parser.XmlDeclHandler = declare
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes no keywords
    except expat.ExpatError as error:
        msg = (
            f"{name}, line {error.lineno}: not well-formed XML ({expat.ErrorString(error.code)}); is the file cut off?"
        )
        raise SourceError(msg) from error
    if roots[0].rpartition(":")[2] != "graphml":
        msg = f"{name}: the XML begins with <{roots[0]}>; GraphML begins with <graphml>"
        raise SourceError(msg)
    return encodings[0]


def _attribute(tags: pl.Series, name: str) -> pl.Series:
    """The value of one attribute of every tag; null where a tag lacks it."""
    before = rf"^(?:\s+[\w.:-]+\s*=\s*{QUOTED})*?\s+"
    double = tags.str.extract(rf'{before}{name}\s*=\s*"([^"]*)"')
    values = double.zip_with(double.is_not_null(), tags.str.extract(rf"{before}{name}\s*=\s*'([^']*)'"))
    escaped = values.filter(values.str.contains("&", literal=True)).unique()
    return values.replace(escaped, [unescape(value) for value in escaped]) if len(escaped) else values


def _weights(text: str, bodies: pl.Series, weight: str, name: str) -> Floats:
    """The values that edges hold under the key with this attribute name."""
    import numpy as np
    import polars as pl

    keys = pl.Series(KEY.findall(text), dtype=pl.String)
    named = _attribute(keys, "id").filter(
        (_attribute(keys, "attr.name") == weight) & (_attribute(keys, "for") != "node")
    )
    if not len(named):
        msg = f"{name}: edges have no attribute {weight!r}; there is no <key for='edge' attr.name='{weight}'>"
        raise SourceError(msg)
    pattern = rf"""key\s*=\s*["']{re.escape(named[0])}["'][^>]*>\s*([^<\s]+)\s*<"""
    values = bodies.str.extract(pattern).cast(pl.Float64, strict=False).fill_null(np.nan)
    return weight_values(values.to_numpy(), f"{name}: edge attribute {weight!r}")
