"""Edges of formats that declare their nodes: GraphML and GML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.errors import SourceError
from graphdim.forks import check_fork
from graphdim.reading.edges import Edges, Floats
from graphdim.reading.frames import NOT_A_NUMBER

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

__all__ = ["declared_edges"]


def declared_edges(
    nodes: pl.Series, sources: pl.Series, targets: pl.Series, weights: Floats | None, name: str
) -> Edges:
    """Edges between declared nodes, numbered in the order of their declaration."""
    check_fork()
    declared = nodes.drop_nulls().unique(maintain_order=True)
    if len(declared) != len(nodes):
        msg = f"{name}: {len(nodes) - len(declared)} of {len(nodes)} nodes have no id or one that another node has"
        raise SourceError(msg)
    blank = declared.filter(declared.is_in(["", *NOT_A_NUMBER]))
    if len(blank):
        msg = f"{name}: node {blank[0]!r} stands for a missing id; remove it, or give it another id"
        raise SourceError(msg)
    ends = (_numbers(declared, sources, name), _numbers(declared, targets, name))
    return Edges(*ends, weights, n_nodes=len(declared), ids=declared)


def _numbers(declared: pl.Series, ends: pl.Series, name: str) -> NDArray[np.uint32]:
    number = declared.alias("id").to_frame().with_row_index("number")
    numbered = ends.alias("id").to_frame().join(number, on="id", how="left", maintain_order="left")
    unknown = numbered["number"].is_null().arg_true()
    if len(unknown):
        end = ends[unknown[0]]
        what = "lacks an end" if end is None else f"names node {end!r}, which is not declared"
        msg = f"{name}: edge {unknown[0] + 1} {what}"
        raise SourceError(msg)
    return numbered["number"].to_numpy()
