"""What rows are worth: splits without leaks, decoders, the regression against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from graphdim.embedding.scoring.labels import label_score, learnable_nodes, stratified_halves
from graphdim.embedding.scoring.links import decoder_of, link_parts, link_score
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.embedding.scoring.regression import fit
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, edges_of
from toy_graphs import bipartite, block_model, clique, ring

BLOCKS = block_model(4, 120)
ADJACENCY = adjacency_of(BLOCKS, 120)


def keys(pairs) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in np.asarray(pairs).tolist()}


def test_the_parts_of_a_split_share_no_pair():
    parts = link_parts(ADJACENCY, 0)
    edges = keys(BLOCKS)
    train, validation, test = keys(edges_of(parts.adjacency)[0]), keys(parts.validation[0]), keys(parts.test[0])
    assert (len(validation), len(test)) == (round(0.05 * len(edges)), round(0.1 * len(edges)))
    assert train | validation | test == edges
    assert len(train) + len(validation) + len(test) == len(edges)
    assert keys(parts.learning[0]) <= train
    others = [keys(part[1]) for part in (parts.learning, parts.validation, parts.test)]
    assert not edges & set.union(*others)
    assert len(set.union(*others)) == sum(map(len, others)) == len(edges)


def test_splits_follow_the_seed():
    first, again, other = (link_parts(ADJACENCY, seed) for seed in (0, 0, 1))
    assert np.array_equal(first.test, again.test)
    assert not np.array_equal(first.test, other.test)


def test_non_edges_of_a_bipartite_graph_go_across():
    edges = bipartite(20, 30, 0.3)
    parts = link_parts(adjacency_of(edges, 50), 0)
    side = np.arange(50) >= 20
    for _, others in (parts.learning, parts.validation, parts.test):
        assert (side[others[:, 0]] != side[others[:, 1]]).all()


def test_weights_stay_with_the_edges_that_are_embedded():
    weights = np.arange(1.0, 1 + len(BLOCKS))
    parts = link_parts(adjacency_of(BLOCKS, 120, weights), 0)
    known = dict(zip(map(tuple, BLOCKS.tolist()), weights.tolist(), strict=True))
    pairs, kept = edges_of(parts.adjacency)
    assert [known[tuple(pair)] for pair in pairs.tolist()] == kept.tolist()


@pytest.mark.parametrize(
    ("edges", "message"), [(ring(10), "10 edges are too few"), (clique(10), "only 0 pairs are not edges")]
)
def test_graphs_that_cannot_be_split_are_refused(edges, message):
    with pytest.raises(GraphError, match=message):
        link_parts(adjacency_of(edges, 10), 0)


def test_the_decoder_is_chosen_on_validation_edges():
    parts = link_parts(ADJACENCY, 0)
    block = np.eye(4, dtype=np.float32)[np.arange(120) % 4]
    ways = {
        "dot product": block,
        # Of two columns one speaks against a link: only a regression can learn that.
        "regression": np.hstack([block, 2 * np.random.default_rng(0).standard_normal((120, 1)).astype(np.float32)]),
        # Lengths that tell nothing are what a cosine leaves out.
        "cosine": block * np.random.default_rng(0).lognormal(0, 3, (120, 1)).astype(np.float32),
    }
    found = {name: link_score(rows, parts) for name, rows in ways.items()}
    best = found["dot product"].score
    assert best > 0.7
    assert found["regression"].decoder == "regression"
    assert found["cosine"].decoder != "dot product"
    assert found["regression"].score == pytest.approx(best, abs=0.05)


def test_decoders_say_what_they_compute():
    rows = np.array([[1.0, 2.0], [3.0, -1.0], [0.0, 0.0]])
    pairs = np.array([[0, 1], [0, 2]])
    assert decoder_of("dot product", rows, (pairs, pairs))(pairs).tolist() == [1.0, 0.0]
    assert decoder_of("cosine", rows, (pairs, pairs))(pairs) == pytest.approx([1 / np.sqrt(50), 0.0])


def test_the_regression_is_that_of_scikit_learn():
    rng = np.random.default_rng(0)
    positive, negative = rng.normal(0.3, 1, (400, 6)), rng.normal(0, 1, (400, 6))
    values, is_positive = np.concatenate([positive, negative]), np.repeat([1, 0], 400)
    scale = np.sqrt(np.mean(values**2, axis=0))
    oracle = LogisticRegression(tol=1e-8).fit(values / scale, is_positive).coef_[0] / scale
    assert fit(positive, negative) == pytest.approx(oracle, abs=2e-3)


def test_roc_auc_is_that_of_scikit_learn():
    rng = np.random.default_rng(0)
    positive, negative = rng.integers(0, 9, 50), rng.integers(0, 7, 60)
    oracle = roc_auc_score(np.repeat([1, 0], [50, 60]), np.concatenate([positive, negative]))
    assert roc_auc(positive, negative) == pytest.approx(oracle, abs=1e-12)


def test_labels_are_learned_from_one_half_and_scored_on_the_other():
    labels = np.where(np.arange(120) < 100, np.arange(120) % 4, -1)
    labels[99] = 7  # alone in its class
    nodes = learnable_nodes(labels)
    assert nodes.tolist() == list(range(99))
    train, test = stratified_halves(labels[nodes], 0, 0)
    assert sorted([*train, *test]) == list(range(99))
    assert np.bincount(labels[nodes][train]).tolist() == pytest.approx([12, 12, 12, 12], abs=1)
    block = np.eye(4)[labels[nodes]]
    assert label_score(block, labels[nodes], (train, test), lopsided=False) == 1.0


def test_labels_score_as_with_scikit_learn():
    rng = np.random.default_rng(0)
    targets = np.repeat([0, 3, 5], [80, 60, 40])
    rows = (rng.standard_normal((180, 8)) + np.eye(8)[targets]).astype(np.float32)
    train, test = halves = stratified_halves(targets, 1, 0)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    oracle = (
        LogisticRegression(tol=1e-8, max_iter=1000).fit(units[train], targets[train]).score(units[test], targets[test])
    )
    assert label_score(rows, targets, halves, lopsided=False) == pytest.approx(oracle, abs=0.012)
    two = targets == 0
    margins = LogisticRegression(tol=1e-8).fit(units[train], two[train]).decision_function(units[test])
    ranked = label_score(rows, two.astype(np.int64), halves, lopsided=True)
    assert ranked == pytest.approx(roc_auc_score(two[test], margins), abs=2e-3)
