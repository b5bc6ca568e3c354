"""Every embedding of the registry: shapes, seeds, isolated nodes; ProNE and spectral against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

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
    rows = model.embed(BLOCKS, 8, 3)
    assert rows.shape == (83, 8)
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()
    assert not rows[80:].any()
    assert rows[:80].any(axis=1).all()
    assert np.array_equal(rows, embedding(name, **SMALL.get(name, {})).embed(BLOCKS, 8, 3))


@pytest.mark.parametrize("name", EMBEDDINGS)
def test_preparing_once_for_several_dimensions_changes_nothing(name):
    model = embedding(name, **SMALL.get(name, {}))
    prepared = model.prepare(BLOCKS, 0)
    wide, narrow = prepared.rows(16), prepared.rows(4)
    assert np.array_equal(wide, model.embed(BLOCKS, 16, 0))
    assert np.array_equal(narrow, model.embed(BLOCKS, 4, 0))


def test_walks_that_are_not_kept_are_drawn_alike(monkeypatch):
    model = embedding("deepwalk", walks=2, length=10)
    kept = model.embed(BLOCKS, 4, 0)
    monkeypatch.setattr("graphdim.embedding.skip_gram.MOST_KEPT", 0)
    assert np.array_equal(kept, model.embed(BLOCKS, 4, 0))


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


def test_propagation_can_be_left_out():
    plain = ProNE(order=0).embed(BLOCKS, 8, 0)
    assert np.linalg.norm(plain[:80], axis=1) == pytest.approx(1, abs=1e-5)
    assert not np.allclose(plain, ProNE().embed(BLOCKS, 8, 0))


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
