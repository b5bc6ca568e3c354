"""Ids → numbers from 0: as they are where they are small integers, through a table of the distinct ids otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdim.errors import SourceError
from graphdim.threads import ahead

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from graphdim.reading.edges import Edges, EdgeStream, Ids

__all__ = ["MOST_NODES", "AsTheyAre", "Carried", "Listed", "Numbering", "TooSparseError"]

# Two node numbers share one 64-bit key, and compiled sums take signed 32-bit indices.
MOST_NODES = 2**31


class TooSparseError(Exception):
    """The ids cannot serve as numbers; never leaves the reading room."""


class AsTheyAre:
    """Small integers stand for themselves; gaps are closed later."""

    def numbers(self, ids: Ids) -> NDArray[np.uint64]:
        """The ids themselves; negative ones turn into large ones, which the packing refuses."""
        if not isinstance(ids, np.ndarray):
            raise TooSparseError
        return ids.astype(np.int64, copy=False).view(np.uint64) if ids.dtype.kind == "i" else ids.astype(np.uint64)


class Carried(AsTheyAre):
    """The source says how many nodes it has, and numbers them from 0."""

    def __init__(self, n_nodes: int) -> None:
        self.n_nodes = n_nodes

    def numbers(self, ids: Ids) -> NDArray[np.uint64]:
        """The ids, or an error at the first outside the range."""
        outside = ids[(ids < 0) | (ids >= self.n_nodes)]
        if len(outside):
            msg = f"an edge names node {outside[0]}, but the source says it has {self.n_nodes:,} nodes, numbered from 0"
            raise SourceError(msg)
        return super().numbers(ids)


class Listed:
    """Ids of any kind, numbered by their place in the list of distinct ids."""

    def __init__(self, edges: Edges | EdgeStream) -> None:
        import polars as pl

        distinct = _distinct(edges)
        self.n_nodes = len(distinct)
        self.table = pl.DataFrame({"id": distinct}).with_row_index("number")

    def numbers(self, ids: Ids) -> NDArray[np.uint64]:
        """The place of every id."""
        import polars as pl

        column = (pl.Series(ids) if isinstance(ids, np.ndarray) else ids).alias("id").cast(self.table["id"].dtype)
        found = column.to_frame().join(self.table, on="id", how="left", maintain_order="left")
        return found["number"].to_numpy().astype(np.uint64)


Numbering = AsTheyAre | Listed


def _distinct(edges: Edges | EdgeStream) -> pl.Series:
    """The distinct ids in order, so that the numbers do not depend on the order of the edges."""
    import polars as pl

    known, fresh, n_fresh = pl.Series("id", [], dtype=pl.Int64), [], 0
    for batch in ahead(lambda part: part(), edges.parts()):
        fresh.append(pl.concat(_alike(batch.sources, batch.targets)).unique())
        n_fresh += len(fresh[-1])
        # Merging when the fresh ids outnumber the known ones keeps the work in proportion to what is read.
        if n_fresh > len(known):
            known, fresh, n_fresh = _merged(known, fresh), [], 0
    return _merged(known, fresh).sort()


def _merged(known: pl.Series, fresh: list[pl.Series]) -> pl.Series:
    import polars as pl

    parts = [part for part in (known, *fresh) if len(part)]
    return pl.concat(_alike(*parts)).unique() if parts else known


def _alike(*columns: Ids) -> list[pl.Series]:
    """Columns of one type that keeps all ids apart: the wider integer, or strings."""
    import polars as pl

    series = [pl.Series(ids) if isinstance(ids, np.ndarray) else ids for ids in columns]
    kinds = {column.dtype for column in series}
    if len(kinds) == 1:
        return series
    if pl.String in kinds or any(kind == pl.UInt64 for kind in kinds):
        return [column.cast(pl.String) for column in series]
    return [column.cast(pl.Int64) for column in series]
