"""The score of degrees beside that of a model: on the same links, and a note where the model is not above it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import graphdim as gd
from graphdim.embedding.scoring.links import link_parts
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.sweeping.network import network_objective
from graphdim.sweeping.objectives import objective_of
from graphdim.sweeping.own import own_graph
from graphdim.training.settings import DEFAULTS
from graphdim.training.tasks import task
from labelled_toys import toy_edges, toy_labels
from sweeping.functions import halves
from toy_graphs import block_model


def graph_of_degrees(n_nodes: int = 400) -> Any:
    """Edges by the product of expected degrees, and by nothing else."""
    rng = np.random.default_rng(0)
    expected = rng.pareto(1.5, n_nodes) + 1
    chances = 1500 * np.outer(expected, expected) / expected.sum() ** 2
    return np.argwhere(np.triu(rng.random((n_nodes, n_nodes)) < chances, 1))


def test_a_model_that_is_not_above_degrees_says_so() -> None:
    found = gd.sweep(graph_of_degrees(), model="spectral", dimensions=[1, 2], max_seeds=2)
    facts = found.summary()
    assert 0.6 < facts["degrees"] < 0.9
    assert found.notes[-1] == (
        f"degrees alone score {100 * facts['degrees']:.1f} % on these links, and no dimension of spectral is more than"
        " 1 point above that; graphdim compare draws non-edges that degrees do not tell from edges"
    )
    assert repr(found).count("degrees alone") == 1


def test_a_model_that_is_above_degrees_says_nothing() -> None:
    found = gd.sweep(block_model(4, 200), model="spectral", dimensions=[2, 4], max_seeds=2)
    assert found.degrees is not None
    assert not any("degrees alone" in note for note in found.notes)


def test_guesses_are_told_once() -> None:
    pairs = np.random.default_rng(0).integers(0, 60, (90, 2))
    found = gd.sweep(pairs[pairs[:, 0] != pairs[:, 1]], model="spectral", dimensions=[2, 4], max_seeds=3)
    assert found.is_guess
    assert found.degrees is not None
    assert found.degrees < 0.5
    assert "degrees alone" not in repr(found)


def test_labels_have_no_score_of_degrees() -> None:
    found = gd.sweep(toy_edges(), labels=toy_labels(), model=halves, dimensions=[4, 8])
    assert (found.degrees, found.summary()["degrees"]) == (None, None)


def test_degrees_are_scored_on_the_links_of_each_seed() -> None:
    graph, labelled = own_graph(graph_of_degrees())
    _, embedded = objective_of("spectral", "link-prediction", graph, labelled, is_dataset=False)
    parts = link_parts(graph.adjacency(), 3)
    degree = parts.adjacency.toarray().sum(axis=0)
    products = [degree[pairs[:, 0]] * degree[pairs[:, 1]] for pairs in parts.test]
    assert embedded.score_of_degrees(3) == pytest.approx(roc_auc(*products))


def test_degrees_of_a_network_are_scored_on_its_own_links() -> None:
    _, labelled = own_graph(graph_of_degrees())
    network = network_objective("mlp", "link-prediction", labelled, DEFAULTS.for_any_graph)
    trained = task(replace(network.usual, seed=3), labelled, network.settings)
    part: Any = trained.test
    degree = np.bincount(trained.edges.ravel(), minlength=labelled.n_nodes)[part.targets]
    products = [
        degree[np.repeat(np.arange(len(degree)), np.diff(pairs.starts))] * degree[pairs.others]
        for pairs in (part.positives, part.negatives)
    ]
    assert network.score_of_degrees(3) == pytest.approx(roc_auc(*products))
