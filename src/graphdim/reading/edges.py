"""Edges as a source lists them: every reader makes one, graph.packing takes it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import SourceError
from graphdim.reading.notes import UNUSED_MARKS, apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import polars as pl

    Ids = NDArray[np.integer[Any]] | pl.Series
    Part = Callable[[], "Edges"]

__all__ = [
    "BATCH",
    "SILENT",
    "Attributes",
    "EdgeStream",
    "Edges",
    "Floats",
    "integers",
    "list_array",
    "weight_values",
]

Floats = NDArray[np.float64]

BATCH = 2**18

HOW_TO_MARK = "mark each node's kind (networkx has the node attribute 'bipartite' for that, igraph 'type')"


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a source tells of its nodes beside the edges: columns of features, and classes; None where it is silent."""

    n_features: int | None = None
    n_classes: int | None = None


SILENT = Attributes()


@dataclass(frozen=True)
class Edges:
    """Pairs of node ids: integer arrays, or Polars columns of strings.

    `n_nodes` is set when the source itself carries the number of nodes; its ids then run from 0 to
    `n_nodes` - 1; `ids` are then the names that the source has for them, if it has any. `notes` are sentences
    for the user about what was read and what was left.

    Of two kinds of nodes, `second` marks those of the second kind among `n_nodes`. Where the source does not carry its
    nodes, `bipartite` says that sources and targets are of different kinds, so that equal ids are different nodes.
    """

    sources: Ids
    targets: Ids
    weights: Floats | None = None
    n_nodes: int | None = None
    notes: tuple[str, ...] = ()
    ids: Iterable[Any] | None = None
    attributes: Attributes = SILENT
    second: NDArray[np.bool_] | None = None
    bipartite: bool = False

    @property
    def has_two_kinds(self) -> bool:
        """Whether every edge joins nodes of two kinds."""
        return self.bipartite or self.second is not None

    def across(self) -> Edges:
        """The same rows as edges from one kind of nodes to another.

        Nodes that the source itself lists stay what they are; the end at which each stands tells its kind.
        """
        if self.has_two_kinds:
            return self
        if self.n_nodes is None:
            return replace(self, bipartite=True, notes=apart(self.notes))
        return replace(self, second=self._at_second_end(self.n_nodes))

    def _at_second_end(self, n_nodes: int) -> NDArray[np.bool_]:
        both = np.intersect1d(self.sources, self.targets)
        if len(both):
            name = both[0].item() if self.ids is None else list(self.ids)[both[0]]
            unused = [f"{note}; mend it" for note in self.notes if getattr(note, "kind", "") == UNUSED_MARKS]
            way = f"{[*unused, HOW_TO_MARK][0]}, or give a table of two columns"
            msg = f"node {name!r} stands at the first end of an edge and at the second end of another; {way}"
            raise SourceError(msg)
        return np.isin(np.arange(n_nodes), self.targets)

    @property
    def n_rows(self) -> int:
        """Number of pairs."""
        return len(self.sources)

    @property
    def most_rows(self) -> int:
        """Number of pairs."""
        return len(self.sources)

    def parts(self) -> Iterator[Part]:
        """The pairs in pieces of a size that is good to work on."""
        for start in range(0, self.most_rows, BATCH):
            yield partial(self._part, slice(start, start + BATCH))

    def _part(self, rows: slice) -> Edges:
        return Edges(self.sources[rows], self.targets[rows], None if self.weights is None else self.weights[rows])

    def itself(self) -> Edges:
        """These edges: a part that needs no more work."""
        return self


@dataclass(frozen=True)
class EdgeStream:
    """Edges that are read piece by piece, anew each time they are asked for: large files.

    A part does the rest of its work when it is called, in whatever thread that is. Known before reading: about how many
    pairs there are, how many there can be at most, and about how many bytes a name has (0 if ids are numbers).
    `late_notes` are known once everything was read.
    """

    parts: Callable[[], Iterator[Part]]
    n_rows: int
    most_rows: int
    n_nodes: int | None = None
    early_notes: tuple[str, ...] = ()
    attributes: Attributes = SILENT
    bipartite: bool = False
    second: None = None
    name_length: int = 0
    late_notes: Callable[[], tuple[str, ...]] = tuple

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user about what was read and what was left out."""
        return self.early_notes + self.late_notes()

    @property
    def has_two_kinds(self) -> bool:
        """Whether every edge joins nodes of two kinds."""
        return self.bipartite

    def across(self) -> EdgeStream:
        """The same rows as edges from one kind of nodes to another."""
        late_notes = self.late_notes
        return replace(
            self, bipartite=True, early_notes=apart(self.early_notes), late_notes=lambda: apart(late_notes())
        )


def integers(ids: NDArray[Any], what: str, before: int = 0) -> NDArray[np.integer[Any]]:
    """Ids as integers; whole floats are taken, anything else is refused with the first offender.

    `before` is how many entries come before these.

    >>> integers(np.array([1.0, 2.0]), "column a")
    array([1, 2])
    """
    if ids.dtype.kind in "iu":
        return ids
    if ids.dtype.kind != "f":
        msg = f"{what} holds {ids.dtype} values; node ids are integers or strings"
        raise SourceError(msg)
    # From 2**53 on (2**24 in single precision) a float no longer tells neighbouring integers apart.
    exact = 2.0 ** (np.finfo(ids.dtype).nmant + 1)
    bad = np.flatnonzero(~(np.abs(ids) < exact) | (ids != np.floor(ids)))
    if len(bad):
        msg = f"{what}, entry {before + bad[0] + 1}: {ids[bad[0]]} is no node id; ids are integers or strings"
        raise SourceError(msg)
    return ids.astype(np.int64)


def list_array(values: list[Any]) -> NDArray[Any]:
    """A list of anything as an array; of objects, where NumPy finds no shape that fits all."""
    try:
        return np.array(values)
    except (ValueError, TypeError, RuntimeError):
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array


def weight_values(values: NDArray[Any], what: str, before: int = 0) -> Floats:
    """Edge weights as positive finite floats, or the first that is not; `before` entries come before these."""
    try:
        with warnings.catch_warnings():
            # NumPy only warns when a complex number loses its other half.
            warnings.simplefilter("error", np.exceptions.ComplexWarning)
            weights = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError, RuntimeError, np.exceptions.ComplexWarning) as error:
        msg = f"{what} holds {values.dtype} values; weights are positive numbers"
        raise SourceError(msg) from error
    if weights.ndim != 1:
        msg = f"{what} holds lists; a weight is one number an edge"
        raise SourceError(msg)
    bad = np.flatnonzero(~((weights > 0) & np.isfinite(weights)))
    if len(bad):
        msg = f"{what}, entry {before + bad[0] + 1}: {weights[bad[0]]} is no weight; weights are positive and finite"
        raise SourceError(msg)
    return weights
