"""Which nodes train, validate and test.

public split, or k a class and then 500 and 1000 from the rest, or shares of every class: always by seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.bench.randomness import stream
from graphdim.bench.settings import value
from graphdim.errors import GraphError

if TYPE_CHECKING:
    from graphdim.bench.data import LabelledGraph

__all__ = ["Split", "split"]

Nodes = NDArray[np.int64]
SECTION = "node-classification"


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The nodes of the three parts; they share none."""

    train: Nodes
    validation: Nodes
    test: Nodes


def split(graph: LabelledGraph, train_per_class: int | None, seed: int) -> Split:
    """The nodes to train, validate and test on; nodes without a label are in no part."""
    _check_classes(graph)
    if train_per_class is None:
        return _by_share(graph, seed)
    if graph.public_split is not None and train_per_class == value(SECTION, "train_per_class"):
        return graph.public_split
    return _by_count(graph, train_per_class, seed)


def _by_count(graph: LabelledGraph, train_per_class: int, seed: int) -> Split:
    """As many training nodes of each class, then the fixed numbers from the rest."""
    n_validation, n_test = value(SECTION, "n_validation"), value(SECTION, "n_test")
    rng = stream(seed, "split")
    train = np.concatenate([_draw_class(graph, each, train_per_class, rng) for each in range(graph.n_classes)])
    rest = np.setdiff1d(np.flatnonzero(graph.labels >= 0), train)
    if len(rest) < n_validation + n_test:
        msg = (
            f"{graph.name}: {len(rest):,} labelled nodes are left after {train_per_class} a class; "
            f"validation and test take {n_validation + n_test:,}; split by share instead (train per class: none)"
        )
        raise GraphError(msg)
    rest = rng.permutation(rest)
    return Split(np.sort(train), np.sort(rest[:n_validation]), np.sort(rest[n_validation : n_validation + n_test]))


def _draw_class(graph: LabelledGraph, label: int, n: int, rng: np.random.Generator) -> Nodes:
    members = np.flatnonzero(graph.labels == label)
    if len(members) < n:
        msg = f"{graph.name}: class {label} has {len(members)} nodes; {n} a class cannot be drawn"
        raise GraphError(msg)
    return rng.permutation(members)[:n]


def _by_share(graph: LabelledGraph, seed: int) -> Split:
    """Each class cut by the same shares."""
    rng = stream(seed, "split")
    parts = [_cut_class(graph, each, rng) for each in range(graph.n_classes)]
    return Split(*(np.sort(np.concatenate(part)) for part in zip(*parts, strict=True)))


def _cut_class(graph: LabelledGraph, label: int, rng: np.random.Generator) -> list[Nodes]:
    shares = value(SECTION, "shares")
    members = rng.permutation(np.flatnonzero(graph.labels == label))
    if len(members) < len(shares):
        msg = f"{graph.name}: class {label} has {len(members)} nodes; too few to train, validate and test on"
        raise GraphError(msg)
    # Every part gets a node of every class, however small.
    n_validation, n_test = (max(1, round(share * len(members))) for share in shares[1:])
    return np.split(members, [len(members) - n_validation - n_test, len(members) - n_test])


def _check_classes(graph: LabelledGraph) -> None:
    if graph.n_classes < 2:  # noqa: PLR2004 - one class leaves nothing to learn
        found = "one class only" if graph.n_classes else "no labels"
        msg = f"{graph.name}: {found}; node classification needs at least two classes"
        raise GraphError(msg)
