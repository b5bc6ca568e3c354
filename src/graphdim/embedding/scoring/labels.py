r"""Labels from rows: multinomial logistic regression on rows of norm 1, stratified halves of the labelled nodes.

Accuracy on the half that was not learned from; ROC-AUC for two lopsided classes, where accuracy would reward a constant
answer. Feeds cross-validation on labels, objectives of embeddings, and shrinking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.embedding.scoring.logistic import LogisticRegression
from graphdim.embedding.scoring.measures import roc_auc, unit_rows
from graphdim.errors import GraphError
from graphdim.reading.labels import NEGATIVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Nodes = NDArray[np.int64]
    Halves = tuple[Nodes, Nodes]

__all__ = [
    "classifier_score",
    "is_lopsided",
    "label_score",
    "learnable_nodes",
    "name_of_score",
    "stratified_folds",
    "stratified_halves",
]

LOPSIDED = 0.7
FEWEST_PER_CLASS = 2


def learnable_nodes(labels: Nodes) -> Nodes:
    """The nodes whose class has another member, so that it can be both learned and scored; below 0 is no label."""
    classes, counts = np.unique(labels[labels >= 0], return_counts=True)
    nodes = np.flatnonzero(np.isin(labels, classes[counts >= FEWEST_PER_CLASS]))
    if len(np.unique(labels[nodes])) < 2:  # noqa: PLR2004 - one class leaves nothing to learn
        few = "the labels have fewer than two classes of two nodes each, so there is nothing to learn"
        msg = f"{few} ({NEGATIVE})" if (labels < 0).any() else few
        raise GraphError(msg)
    return nodes


def stratified_halves(targets: Nodes, seed: int, number: int) -> Halves:
    """Places to learn from and places to score, each class divided alike; an odd one of a class falls by chance."""
    in_test = stratified_folds(targets, 2, np.random.default_rng([seed, number])) == 1
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)


def stratified_folds(targets: Nodes, folds: int, rng: np.random.Generator) -> Nodes:
    """A random fold for each node: one class after the other, its nodes are dealt out in turn.

    >>> np.bincount(stratified_folds(np.array([0, 0, 0, 0, 1, 1]), 3, np.random.default_rng(0))).tolist()
    [2, 2, 2]
    """
    shuffled = rng.permutation(len(targets))
    dealt = np.empty(len(targets), dtype=np.int64)
    dealt[shuffled[np.argsort(targets[shuffled], kind="stable")]] = np.arange(len(targets)) % folds
    return dealt


def label_score(rows: NDArray[Any], targets: Nodes, halves: Halves, *, lopsided: bool) -> float:
    """How well a regression that learned the first half of the rows tells the classes of the second."""
    _, classes = np.unique(targets, return_inverse=True)
    return classifier_score(unit_rows(np.asarray(rows, dtype=np.float32)), classes, halves, lopsided=lopsided)


def classifier_score(units: NDArray[np.float32], classes: Nodes, parts: Halves, *, lopsided: bool) -> float:
    """The accuracy or ROC-AUC on the second part of a regression on the first; classes are numbered from 0."""
    train, test = parts
    model = LogisticRegression.fit(units[train], classes[train])
    if lopsided:
        margins, second = model.margins(units[test]), classes[test] == 1
        margin = margins[1] - margins[0]
        return roc_auc(margin[second], margin[~second])
    return float(np.mean(model.predict(units[test]) == classes[test]))


def name_of_score(*, lopsided: bool) -> str:
    """What `label_score` is called."""
    return "ROC-AUC" if lopsided else "accuracy"


def is_lopsided(labels: Nodes, share: float = LOPSIDED) -> bool:
    """Whether there are two classes and one holds most nodes: accuracy would then reward a constant answer."""
    _, counts = np.unique(labels[labels >= 0], return_counts=True)
    return len(counts) == 2 and bool(counts.max() >= share * counts.sum())  # noqa: PLR2004 - two classes
