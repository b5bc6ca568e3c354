"""Sources that number their nodes by position: rows and columns of a matrix, and names in the order of a list.

They know how to keep rows and columns apart, if these are nodes of two kinds; a rectangular matrix always does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import Edges, weight_values
from graphdim.reading.notes import apart, ignored_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ListedEdges", "PositionEdges", "from_matrix", "rectangle"]

# What to call the values of a matrix when weight= is to name them; scipy's own word for them.
MATRIX_WEIGHT = "data"


@dataclass(frozen=True)
class PositionEdges(Edges):
    """Edges whose ends are positions along two axes of this shape, if it is known."""

    shape: tuple[int, int] | None = None

    def across(self) -> Edges:
        """Rows and columns as nodes of two kinds, the columns numbered after the rows."""
        if self.shape is None:
            return replace(self, n_nodes=None, bipartite=True, notes=(*apart(self.notes), *self._unused_number()))
        n_rows, n_columns = self.shape
        for ends, n_ends in ((self.sources, n_rows), (self.targets, n_columns)):
            _check_positions(ends, n_ends, self.shape)
        return Edges(
            self.sources,
            np.asarray(self.targets, dtype=np.int64) + n_rows,
            self.weights,
            n_nodes=n_rows + n_columns,
            notes=self.notes,
            ids=np.concatenate([np.arange(n_rows), np.arange(n_columns)]),
            second=np.arange(n_rows + n_columns) >= n_rows,
        )

    def _unused_number(self) -> tuple[str, ...]:
        """A note on a number of nodes that says more than the edges, but not of which kind the others are."""
        n_shown = 1 + max(int(np.max(ends, initial=-1)) for ends in (self.sources, self.targets))
        if self.n_nodes is None or self.n_nodes <= n_shown:
            return ()
        way = "n_nodes=(a, b) does (--num-nodes a,b)"
        return (f"the source's {self.n_nodes:,} nodes do not count: it does not say how many each kind has; {way}",)


@dataclass(frozen=True)
class ListedEdges(Edges):
    """Edges between names that were numbered as a list brought them."""

    def across(self) -> Edges:
        """Names at the first end and names at the second as nodes of two kinds, even if they are the same."""
        (first, sources), (second, targets) = (
            np.unique(ends, return_inverse=True) for ends in (self.sources, self.targets)
        )
        names = tuple(self.ids or ())
        return Edges(
            sources,
            targets + len(first),
            self.weights,
            n_nodes=len(first) + len(second),
            notes=self.notes,
            ids=tuple(names[place] for place in (*first.tolist(), *second.tolist())),
            second=np.arange(len(first) + len(second)) >= len(first),
        )


def from_matrix(
    rows: NDArray[np.integer[Any]],
    columns: NDArray[np.integer[Any]],
    values: NDArray[Any],
    shape: tuple[int, ...],
    weight: str | None,
) -> Edges:
    """The edges of a matrix given by its stored entries; stored zeros are no edges.

    The rows and columns of a square matrix are the same nodes, those of any other are nodes of two kinds.
    """
    if len(shape) != 2:  # noqa: PLR2004 - a matrix has two axes
        msg = f"the matrix has shape {shape}; a matrix of edges has two axes"
        raise SourceError(msg)
    if values.dtype.kind in "fc" and np.isnan(values).any():
        msg = "the matrix holds NaN; an adjacency matrix holds 0 where there is no edge"
        raise SourceError(msg)
    if weight not in (None, MATRIX_WEIGHT):
        msg = f"a matrix has no weight named {weight!r}; its values are named {MATRIX_WEIGHT!r}"
        raise SourceError(msg)
    stored = values != 0
    rows, columns, values = rows[stored], columns[stored], values[stored]
    weights = weight_values(values, "the matrix") if weight else None
    notes = () if weight or _is_binary(values) else (ignored_weight("values", MATRIX_WEIGHT, "them"),)
    edges = PositionEdges(rows, columns, weights, n_nodes=shape[0], notes=notes, shape=(shape[0], shape[1]))
    return edges if shape[0] == shape[1] else replace(edges, notes=(rectangle(shape), *notes)).across()


def rectangle(shape: tuple[int, ...]) -> str:
    """A note on a matrix that is not square."""
    return f"a matrix of {shape[0]:,} rows and {shape[1]:,} columns: rows and columns are different nodes"


def _check_positions(ends: Any, n_ends: int, shape: tuple[int, int]) -> None:
    outside = ends[(ends < 0) | (ends >= n_ends)]
    if len(outside):
        msg = f"an edge names position {outside[0]}, which is outside the shape {shape} that the source has"
        raise SourceError(msg)


def _is_binary(values: NDArray[Any]) -> bool:
    return not len(values) or bool((values == 1).all())
