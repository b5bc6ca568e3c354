"""Which nodes train, validate and test."""

import numpy as np
import pytest

from graphdim.errors import GraphError
from graphdim.training.data import LabelledGraph, labelled, load
from graphdim.training.settings import DEFAULTS
from graphdim.training.splits import Split, overlapping_split, split, without_overlap
from labelled_toys import toy_edges, toy_graph


def big(n: int = 2000, classes: int = 4, public: Split | None = None) -> LabelledGraph:
    labels = np.random.default_rng(0).integers(classes, size=n)
    labels[::50] = -1
    return labelled("big", n, np.array([[0, 1]]), labels=labels, public_split=public)


def parts(found: Split) -> list[np.ndarray]:
    return [found.train, found.validation, found.test]


def assert_proper(graph: LabelledGraph, found: Split) -> None:
    together = np.concatenate(parts(found))
    assert len(np.unique(together)) == len(together)
    assert (graph.labels[together] >= 0).all()


def test_by_count_is_balanced_and_drawn_by_seed() -> None:
    graph = big()
    first, again, other = (split(graph, 80, seed, DEFAULTS) for seed in (1, 1, 2))
    assert np.bincount(graph.labels[first.train]).tolist() == [80] * 4
    assert (len(first.validation), len(first.test)) == (500, 1000)
    assert_proper(graph, first)
    assert all((a == b).all() for a, b in zip(parts(first), parts(again), strict=True))
    assert (first.train != other.train).any()


def test_the_public_split_is_for_its_own_size_alone() -> None:
    public = Split(np.arange(1, 9), np.arange(10, 20), np.arange(20, 30))
    graph = big(public=public)
    assert split(graph, 20, 5, DEFAULTS) is public
    assert len(split(graph, 21, 5, DEFAULTS).train) == 84


def test_by_share_cuts_every_class_alike() -> None:
    graph = big()
    found = split(graph, None, 0, DEFAULTS)
    assert_proper(graph, found)
    sizes = np.array([np.bincount(graph.labels[part]) for part in parts(found)])
    np.testing.assert_allclose(sizes / sizes.sum(axis=0), np.array([[0.48], [0.32], [0.20]]) * np.ones(4), atol=0.01)
    assert sizes.sum() == np.count_nonzero(graph.labels >= 0)


def test_small_classes_are_in_every_part() -> None:
    labels = np.array([0] * 20 + [1] * 3 + [-1])
    graph = labelled("small", 24, np.array([[0, 1]]), labels=labels)
    found = split(graph, None, 0, DEFAULTS)
    assert [np.count_nonzero(graph.labels[part] == 1) for part in parts(found)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("labels", "train_per_class", "message"),
    [
        (np.zeros(60), None, "one class only"),
        (np.full(60, -1), None, "no labels"),
        (np.arange(60) // 58, None, "class 1 has 2 nodes; too few to train, validate and test on"),
        (np.arange(60) // 30, 31, "class 0 has 30 nodes; 31 per class cannot be drawn"),
        (np.arange(60) // 30, 20, "20 labelled nodes are left after 20 per class; validation and test take 1,500"),
    ],
)
def test_what_cannot_be_split_is_refused(labels: np.ndarray, train_per_class: int | None, message: str) -> None:
    graph = labelled("mine", 60, toy_edges(), labels=labels.astype(np.int64))
    with pytest.raises(GraphError, match=message):
        split(graph, train_per_class, 0, DEFAULTS)


def test_the_toy_splits_by_share() -> None:
    graph = toy_graph()
    assert [len(part) for part in parts(split(graph, None, 0, DEFAULTS))] == [28, 20, 12]


def test_the_overlapping_split_of_airport_is_that_of_the_authors() -> None:
    found = overlapping_split(load("airport"), seed=0)
    tested = np.unique(found.test)
    assert (len(found.train), len(tested), len(np.intersect1d(tested, found.train))) == (2840, 986, 404)


def test_without_the_overlap_no_node_is_in_two_parts_and_the_test_part_stays() -> None:
    released = overlapping_split(load("airport"), seed=0)
    disjoint = without_overlap(released)
    np.testing.assert_array_equal(disjoint.test, released.test)
    for one, other in (
        (disjoint.train, disjoint.test),
        (disjoint.train, disjoint.validation),
        (disjoint.validation, disjoint.test),
    ):
        assert not np.intersect1d(one, other).size
    assert np.isin(disjoint.train, released.train).all()
    left_out = np.setdiff1d(released.train, disjoint.train)
    assert np.isin(left_out, np.concatenate([released.validation, released.test])).all()
