"""Which nodes train, validate and test.

The public split; or k nodes per class, then 500 and 1000 of the rest; or shares of every class. Drawn by seed.
`overlapping_split` repeats a mistake of published code, for those who ask what it is worth; `without_overlap` is its
control.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdim.errors import GraphError
from graphdim.reading.labels import NEGATIVE
from graphdim.training.randomness import stream

if TYPE_CHECKING:
    from graphdim.training.data import LabelledGraph
    from graphdim.training.settings import Settings

__all__ = ["Split", "overlapping_split", "split", "without_overlap"]

Nodes = NDArray[np.int64]
SECTION = "node-classification"
OVERLAPPING_SHARES = (0.15, 0.3)  # validation and test, of the smaller of the two lists


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """The nodes of the three parts; they share none, except in an overlapping split."""

    train: Nodes
    validation: Nodes
    test: Nodes


def split(graph: LabelledGraph, train_per_class: int | None, seed: int, settings: Settings) -> Split:
    """The nodes to train, validate and test on; nodes without a label are in no part."""
    _check_classes(graph)
    if train_per_class is None:
        return _by_share(graph, settings.value(SECTION, "shares"), seed)
    if graph.public_split is not None and train_per_class == settings.value(SECTION, "train_per_class"):
        return graph.public_split
    held_out = settings.value(SECTION, "n_validation"), settings.value(SECTION, "n_test")
    return _by_count(graph, train_per_class, held_out, seed)


def overlapping_split(graph: LabelledGraph, seed: int) -> Split:
    """The split of two classes, 0 and 1, used where there are more, as MinGE's authors do on Airport.

    One list holds the nodes whose label is not 0, the other those whose label is not 1, so nodes of all other classes
    are in both: in training and in test, or twice in a part. Drawn as the authors' code draws it: on Airport, seed 0
    trains on 2,840 entries, and 404 of its 986 test nodes are among them.
    """
    rng = np.random.RandomState(seed)
    lists = [np.flatnonzero((graph.labels >= 0) & (graph.labels != label)) for label in (0, 1)]
    for nodes in lists:
        rng.shuffle(nodes)
    n_validation, n_test = (round(share * min(map(len, lists))) for share in OVERLAPPING_SHARES)
    parts = [np.split(nodes, [n_validation, n_validation + n_test]) for nodes in lists]
    validation, test, train = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Split(train, validation, test)


def without_overlap(parts: Split) -> Split:
    """The same test part; without its nodes in the others, and without those of validation in training."""
    validation = parts.validation[~np.isin(parts.validation, parts.test)]
    train = parts.train[~np.isin(parts.train, np.concatenate([validation, parts.test]))]
    return Split(train, validation, parts.test)


def _by_count(graph: LabelledGraph, train_per_class: int, held_out: tuple[int, int], seed: int) -> Split:
    """As many training nodes of each class, then the fixed numbers from the rest."""
    n_validation, n_test = held_out
    rng = stream(seed, "split")
    train = np.concatenate([_draw_class(graph, label, train_per_class, rng) for label in range(graph.n_classes)])
    rest = np.setdiff1d(np.flatnonzero(graph.labels >= 0), train)
    if len(rest) < n_validation + n_test:
        msg = (
            f"{graph.name}: {len(rest):,} labelled nodes are left after {train_per_class} per class; "
            f"validation and test take {n_validation + n_test:,}; draw fewer, or split by shares"
        )
        raise GraphError(msg)
    rest = rng.permutation(rest)
    return Split(np.sort(train), np.sort(rest[:n_validation]), np.sort(rest[n_validation : n_validation + n_test]))


def _draw_class(graph: LabelledGraph, label: int, n: int, rng: np.random.Generator) -> Nodes:
    members = np.flatnonzero(graph.labels == label)
    if len(members) < n:
        msg = f"{graph.name}: class {label} has {len(members)} nodes; {n} per class cannot be drawn"
        raise GraphError(msg)
    return rng.permutation(members)[:n]


def _by_share(graph: LabelledGraph, shares: list[float], seed: int) -> Split:
    """Each class cut by the same shares."""
    rng = stream(seed, "split")
    parts = [_cut_class(graph, label, shares, rng) for label in range(graph.n_classes)]
    return Split(*(np.sort(np.concatenate(part)) for part in zip(*parts, strict=True)))


def _cut_class(graph: LabelledGraph, label: int, shares: list[float], rng: np.random.Generator) -> list[Nodes]:
    members = rng.permutation(np.flatnonzero(graph.labels == label))
    if len(members) < len(shares):
        msg = f"{graph.name}: class {label} has {len(members)} nodes; too few to train, validate and test on"
        raise GraphError(msg)
    # Every part gets a node of every class, however small.
    n_validation, n_test = (max(1, round(share * len(members))) for share in shares[1:])
    return np.split(members, [len(members) - n_validation - n_test, len(members) - n_test])


def _check_classes(graph: LabelledGraph) -> None:
    if graph.n_classes < 2:  # noqa: PLR2004 - one class leaves nothing to learn
        classes = "one class only" if graph.n_classes else "no labels"
        few = f"{graph.name}: {classes}; node classification needs at least two classes"
        msg = f"{few} ({NEGATIVE})" if (graph.labels < 0).any() else few
        raise GraphError(msg)
