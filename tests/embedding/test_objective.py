"""Objectives: a score for each dimension and seed, in this process or in workers, and an identity for the ledger."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import torch

import graphdim as gd
from graphdim.embedding import embedding
from graphdim.embedding.objective import EmbeddingObjective
from graphdim.embedding.own import OwnEmbedding, load
from graphdim.errors import ParameterError, TrainingError
from graphdim.graph.matrices import adjacency_of
from toy_graphs import bipartite, block_model

N_NODES = 120
ADJACENCY = adjacency_of(block_model(4, N_NODES), N_NODES)
LABELS = np.arange(N_NODES) % 4


def blocks(adjacency, dimension, seed):
    """Rows that know the answer as far as they are wide enough."""
    rows = np.zeros((adjacency.shape[0], dimension))
    rows[:, : min(dimension, 4)] = np.eye(4)[np.arange(adjacency.shape[0]) % 4][:, : min(dimension, 4)]
    return rows + 0.01 * np.random.default_rng(seed).standard_normal(rows.shape)


@pytest.mark.parametrize("name", ["spectral", "prone"])
@pytest.mark.parametrize("labels", [None, LABELS], ids=["links", "labels"])
def test_blocks_are_found_by_three_or_four_dimensions(name, labels):
    objective = EmbeddingObjective(embedding(name), ADJACENCY, labels)
    assert objective(4, 0) > 0.7 if labels is None else objective(4, 0) > 0.9
    assert objective(4, 0) == objective(4, 0)
    assert objective.score == ("ROC-AUC" if labels is None else "accuracy")


def test_walks_find_blocks_too():
    clear = adjacency_of(block_model(4, N_NODES, across=0.01), N_NODES)
    objective = EmbeddingObjective(embedding("deepwalk", length=20), clear, LABELS)
    assert objective(8, 0) > 0.9


def test_a_race_takes_it_and_resumes_by_its_identity(tmp_path):
    objective = EmbeddingObjective(OwnEmbedding(blocks), ADJACENCY, LABELS)
    first = gd.race(objective, [1, 4, 8], margin=0.1, ledger=tmp_path / "ledger.jsonl")
    assert first.dimension == 4
    again = gd.race(pickle.loads(pickle.dumps(objective)), [1, 4, 8], margin=0.1, ledger=tmp_path / "ledger.jsonl")
    assert again == first


def test_the_identity_tells_graphs_models_labels_and_code_apart():
    other = adjacency_of(block_model(4, N_NODES, seed=1), N_NODES)
    own = OwnEmbedding(lambda *_: np.ones((N_NODES, 8)))
    objectives = [
        EmbeddingObjective(embedding("spectral"), ADJACENCY),
        EmbeddingObjective(embedding("spectral"), other),
        EmbeddingObjective(embedding("prone"), ADJACENCY),
        EmbeddingObjective(embedding("prone", mu=0.1), ADJACENCY),
        EmbeddingObjective(embedding("spectral"), ADJACENCY, LABELS),
        EmbeddingObjective(embedding("spectral"), ADJACENCY, sides=LABELS > 1),
        EmbeddingObjective(OwnEmbedding(blocks), ADJACENCY),
        EmbeddingObjective(own, ADJACENCY),
    ]
    assert len({objective.identity for objective in objectives}) == len(objectives)
    assert objectives[0].identity == EmbeddingObjective(embedding("spectral"), ADJACENCY).identity


SAYS_IDENTITY = """
import numpy as np
from graphdim.embedding.objective import EmbeddingObjective
from graphdim.embedding.own import OwnEmbedding, load
from graphdim.graph.matrices import adjacency_of
own = OwnEmbedding(load("mine.py:embed"), np.arange(3.0))
print(EmbeddingObjective(own, adjacency_of(np.array([[0, 1], [1, 2]]), 3)).identity)
"""


def test_the_identity_of_a_function_is_the_same_in_every_process(tmp_path):
    (tmp_path / "mine.py").write_text("def embed(adjacency, dimension, seed, features=None):\n    return 0\n")
    said = [
        subprocess.run([sys.executable, "-c", SAYS_IDENTITY], cwd=tmp_path, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert said[0].stdout == said[1].stdout
    assert said[0].stdout.startswith("embed link-prediction ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mine", "'mine' names no function; write MODULE:FUNCTION"),
        ("no_such_module:embed", "No module named 'no_such_module'"),
        ("math:no_such_function", "has no attribute 'no_such_function'"),
    ],
)
def test_a_function_that_cannot_be_loaded_is_refused_in_one_line(text, message):
    with pytest.raises(ParameterError, match=message):
        load(text)


def test_what_was_computed_is_not_pickled():
    objective = EmbeddingObjective(embedding("spectral"), ADJACENCY)
    before = len(pickle.dumps(objective))
    score = objective(16, 0)
    copy = pickle.loads(pickle.dumps(objective))
    assert len(pickle.dumps(objective)) == before
    assert copy(16, 0) == score


def test_sides_can_be_given():
    edges = bipartite(30, 40, 0.2)
    objective = EmbeddingObjective(embedding("spectral"), adjacency_of(edges, 70), sides=np.arange(70) >= 30)
    assert 0 < objective(2, 0) < 1


def test_features_go_where_they_are_taken():
    def with_features(adjacency, dimension, seed, features=None):  # noqa: ARG001
        return features[:, :dimension]

    features = np.random.default_rng(0).standard_normal((N_NODES, 9))
    rows = OwnEmbedding(with_features, features).prepare(ADJACENCY, 0).rows(3)
    assert np.allclose(rows, features[:, :3])
    assert OwnEmbedding(blocks, features).prepare(ADJACENCY, 0).rows(3).shape == (N_NODES, 3)


def fails(adjacency, dimension, seed):  # noqa: ARG001
    msg = "out of luck"
    raise RuntimeError(msg)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (fails, r"fails\(adjacency, 8, 0\) raised RuntimeError: out of luck \(.*test_objective.py, line \d+\)"),
        (lambda *_: np.full((N_NODES, 8), np.nan), "NaN or infinite numbers in 120 of 120 rows"),
        (lambda *_: np.zeros((N_NODES - 1, 8)), r"returned 119 × 8; it must return 120 rows"),
        (lambda *_: np.zeros((N_NODES, 9)), r"returned 120 × 9; .* of 8 numbers"),
        (lambda *_: np.zeros(N_NODES), "returned 120; it must return"),
        (lambda *_: None, "returned nothing; it must return"),
        (lambda *_: np.ones((N_NODES, 8)) * 1j, r"returned complex numbers; return real ones"),
        (lambda *_: torch.ones((N_NODES, 8), dtype=torch.complex64), r"returned complex numbers; return real ones"),
        (lambda *_: pd.DataFrame(np.ones((N_NODES, 8)) * 1j), r"returned complex numbers; return real ones"),
        (lambda *_: {"rows": 1}, "returned dict; it must return an array of numbers"),
    ],
)
def test_rows_that_cannot_be_scored_are_refused_in_one_line(function, message):
    with pytest.raises(TrainingError, match=message):
        EmbeddingObjective(OwnEmbedding(function), ADJACENCY)(8, 0)


@pytest.mark.parametrize(("given", "message"), [(3, "3 is not a function"), (len, "len cannot be called with")])
def test_what_is_no_such_function_is_refused_at_once(given, message):
    with pytest.raises(ParameterError, match=message):
        OwnEmbedding(given)


def test_labels_of_another_graph_are_refused():
    with pytest.raises(ParameterError, match="119 labels for 120 nodes"):
        EmbeddingObjective(embedding("spectral"), ADJACENCY, LABELS[:-1])
