"""Every embedding of the registry: shapes, seeds, isolated nodes; ProNE and spectral against their definitions."""

from __future__ import annotations

import doctest
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from scipy.linalg import expm

import graphdim as gd
from graphdim.embedding import EMBEDDINGS, embedding
from graphdim.embedding.prone import ProNE, sparse_matrix
from graphdim.errors import ParameterError
from graphdim.graph.matrices import adjacency_of, normalised
from toy_graphs import block_model

BLOCKS = adjacency_of(block_model(4, 80), 83)  # the last three nodes are isolated
SMALL = {"deepwalk": {"walks": 2, "length": 10}, "node2vec": {"walks": 2, "length": 10, "p": 0.5}}


@pytest.mark.parametrize("name", EMBEDDINGS)
def test_rows_have_the_dimension_and_repeat_by_seed(name):
    model = embedding(name, **SMALL.get(name, {}))
    rows = model.prepare(BLOCKS, 3).rows(8)
    assert rows.shape == (83, 8)
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()
    assert not rows[80:].any()
    assert rows[:80].any(axis=1).all()
    assert np.array_equal(rows, embedding(name, **SMALL.get(name, {})).prepare(BLOCKS, 3).rows(8))


@pytest.mark.parametrize("name", EMBEDDINGS)
def test_preparing_once_for_several_dimensions_changes_nothing(name):
    model = embedding(name, **SMALL.get(name, {}))
    prepared = model.prepare(BLOCKS, 0)
    wide, narrow = prepared.rows(16), prepared.rows(4)
    assert np.array_equal(wide, model.prepare(BLOCKS, 0).rows(16))
    assert np.array_equal(narrow, model.prepare(BLOCKS, 0).rows(4))


def test_walks_that_are_not_kept_are_drawn_alike(monkeypatch):
    model = embedding("deepwalk", walks=2, length=10)
    kept = model.prepare(BLOCKS, 0).rows(4)
    monkeypatch.setattr("graphdim.embedding.walk_embedding.MOST_KEPT", 0)
    assert np.array_equal(kept, model.prepare(BLOCKS, 0).rows(4))


def test_negative_samples_follow_the_visits_of_each_node():
    """A share ∝ visits^0.75 for every node, whatever its number: nodes with many visits come last here."""
    ends = np.array([[leaf, hub] for hub in (30, 31) for leaf in range(30)])
    prepared = embedding("deepwalk", walks=2, length=10).prepare(adjacency_of(ends, 32), 0)
    model = prepared.trained(4)
    visits = np.bincount(np.concatenate(list(prepared.batches())).ravel(), minlength=32)
    assert {word: model.wv.get_vecattr(word, "count") for word in model.wv.index_to_key} == {
        str(node): count for node, count in enumerate(visits)
    }
    expected = np.array([visits[int(word)] for word in model.wv.index_to_key]) ** 0.75
    drawn = np.diff(model.cum_table.astype(np.float64), prepend=0)
    assert drawn / drawn.sum() == pytest.approx(expected / expected.sum(), abs=1e-6)


def test_the_recipe_of_the_docs_makes_the_rows_that_are_measured():
    page = (Path(__file__).parents[2] / "docs/factorise.md").read_text()
    recipe = page.partition("## The embedding that was measured")[2].partition("\n## ")[0]
    facts: dict[str, np.ndarray] = {}
    exec("".join(example.source for example in doctest.DocTestParser().get_examples(recipe)), facts)
    rows, signs = facts["rows"], np.sign(facts["values"])
    prepared = embedding("spectral").prepare(gd.read(nx.karate_club_graph()).adjacency(), 0)
    measured = prepared.rows(rows.shape[1])
    assert np.allclose(rows @ rows.T, measured @ measured.T, atol=1e-6)
    assert np.allclose((rows * signs) @ rows.T, (measured * prepared.signs(rows.shape[1])) @ measured.T, atol=1e-6)


def test_spectral_rows_give_the_matrix_back_with_their_signs():
    prepared = embedding("spectral").prepare(BLOCKS, 0)
    rows, signs = prepared.rows(200), prepared.signs(200)
    matrix = normalised(BLOCKS).toarray()
    assert np.abs((rows * signs) @ rows.T - matrix).max() < 1e-4
    values = np.linalg.eigvalsh(matrix)
    assert np.sort(signs * np.square(rows).sum(axis=0))[[0, -1]] == pytest.approx(values[[0, -1]], abs=1e-4)


def test_the_matrix_of_prone_is_that_of_its_paper():
    adjacency = adjacency_of(np.array([[0, 1], [1, 2], [1, 3]]), 4)
    share = adjacency.toarray() / adjacency.toarray().sum(axis=1, keepdims=True)
    negative = share.sum(axis=0) ** 0.75 / (share.sum(axis=0) ** 0.75).sum()
    expected = np.where(share > 0, np.log(np.where(share > 0, share, 1)) - np.log(negative), 0)
    assert np.abs(sparse_matrix(adjacency).toarray() - expected).max() < 1e-6


def test_the_propagation_of_prone_is_its_filter():
    """Chebyshev's terms against the exponential of the matrix itself."""
    model = ProNE()
    walk = BLOCKS.toarray()[:80, :80].astype(np.float64) + np.eye(80)
    walk /= walk.sum(axis=1, keepdims=True)
    rows = np.random.default_rng(0).standard_normal((80, 5))
    shifted = np.eye(80) - walk - model.mu * np.eye(80)
    exact = walk @ (rows - expm(-0.5 * (shifted @ shifted - np.eye(80)) * model.theta) @ rows)
    assert np.abs(model.propagated(rows, walk) - exact).max() < 1e-6


def prone_by_its_paper(adjacency, dimension, theta=0.5, mu=0.2, alpha=0.75):
    """Equations of Zhang et al. (2019) with dense matrices, an exact filter and LAPACK's SVD."""
    share = adjacency / adjacency.sum(axis=1, keepdims=True)
    negative = share.sum(axis=0) ** alpha
    with np.errstate(divide="ignore"):
        sparse = np.where(adjacency > 0, np.log(share) - np.log(negative / negative.sum()), 0)
    left, values, _ = np.linalg.svd(sparse)
    rows = left[:, :dimension] * np.sqrt(values[:dimension])
    looped = adjacency + np.eye(len(adjacency))
    walk = looped / looped.sum(axis=1, keepdims=True)
    # D^-1 A is similar to a symmetric matrix, so that its eigenvalues are real and a function of it is one of them.
    eigenvalues, vectors = np.linalg.eig(walk)
    response = np.exp(-0.5 * ((1 - eigenvalues.real - mu) ** 2 - 1) * theta)
    filtered = (vectors.real * response) @ np.linalg.inv(vectors.real)
    left, values, _ = np.linalg.svd(walk @ (rows - filtered @ rows), full_matrices=False)
    rows = left * np.sqrt(values)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("dimension", [4, 16])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_prone_is_that_of_its_paper_from_end_to_end(dimension, is_weighted):
    """Cosines of all pairs of rows, which do not depend on the signs of singular vectors."""
    ends = block_model(4, 80)
    weights = np.random.default_rng(0).uniform(0.5, 3, len(ends)) if is_weighted else None
    adjacency = adjacency_of(ends, 80, weights)
    rows = ProNE().prepare(adjacency, 0).rows(dimension)
    expected = prone_by_its_paper(adjacency.toarray().astype(np.float64), dimension)
    assert np.abs(rows @ rows.T - expected @ expected.T).max() < 1e-3


def test_propagation_can_be_left_out():
    plain = ProNE(order=0).prepare(BLOCKS, 0).rows(8)
    assert np.linalg.norm(plain[:80], axis=1) == pytest.approx(1, abs=1e-5)
    assert not np.allclose(plain, ProNE().prepare(BLOCKS, 0).rows(8))


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("node2vec", {"p": 0}, "p is 0"),
        ("deepwalk", {"walks": 0}, "walks is 0"),
        ("prone", {"theta": -1}, "theta is -1"),
        ("line", {}, "unknown embedding 'line'; it is one of spectral, prone, deepwalk, node2vec"),
    ],
)
def test_bad_parameters_are_refused(name, parameters, message):
    with pytest.raises(ParameterError, match=message):
        embedding(name, **parameters)
