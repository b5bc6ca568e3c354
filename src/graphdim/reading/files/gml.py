"""GML: `node [ id 1 ]` and `edge [ source 1 target 2 ]` blocks, other keys ignored."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.reading.declared import declared_edges
from graphdim.reading.edges import left, weight_values

if TYPE_CHECKING:
    import polars as pl

    from graphdim.reading.edges import Edges, Floats
    from graphdim.reading.files.content import Content

__all__ = ["edges"]

TEXT = re.compile(r'"[^"]*"|^\s*#.*$', re.MULTILINE)
INNER = re.compile(r"\b(?!(?:graph|node|edge)\b)\w+\s*\[[^\[\]]*\]")
NODE = re.compile(r"\bnode\s*\[([^\[\]]*)\]")
EDGE = re.compile(r"\bedge\s*\[([^\[\]]*)\]")


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of a GML file; nodes without one count too."""
    import polars as pl

    with content.open() as file:
        text = TEXT.sub('""', file.read().decode(errors="replace"))
    whole = text.count("[") == text.count("]") and text.count('"') % 2 == 0
    if "graph" not in text or "[" not in text or not whole:
        shape = "graph [ node [ … ] edge [ … ] ], brackets and quotes matching"
        msg = f"{content.name}: not a whole GML file; it must read {shape}"
        raise SourceError(msg)
    while INNER.search(text):
        text = INNER.sub("", text)
    blocks = pl.Series(EDGE.findall(text), dtype=pl.String)
    nodes = _value(pl.Series(NODE.findall(text), dtype=pl.String), "id")
    weights = None if weight is None else _weights(blocks, weight, content.name)
    found = declared_edges(nodes, _value(blocks, "source"), _value(blocks, "target"), weights, content.name)
    noticed = weight is None and _value(blocks.head(1), "weight").is_not_null().any()
    return replace(found, notes=(left("edge key 'weight'", "weight"),)) if noticed else found


def _value(blocks: pl.Series, key: str) -> pl.Series:
    return blocks.str.extract(rf"(?:^|\s){re.escape(key)}\s+([^\s\"]+)")


def _weights(blocks: pl.Series, weight: str, name: str) -> Floats:
    import numpy as np
    import polars as pl

    values = _value(blocks, weight)
    if values.null_count() == len(values):
        msg = f"{name}: edges have no key {weight!r}"
        raise SourceError(msg)
    return weight_values(
        values.cast(pl.Float64, strict=False).fill_null(np.nan).to_numpy(), f"{name}: edge key {weight!r}"
    )
