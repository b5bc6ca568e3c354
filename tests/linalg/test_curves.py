"""Held-out link prediction by a truncated spectrum agrees with ARPACK's at every dimension up to half the rank.

`benchmarks/arpack.py` does the same on the larger graphs.
"""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import eigsh
from scipy.stats import rankdata

import graphdim as gd
from graphdim.linalg import eigenpairs
from graphdim.selectors.flip import noise_level
from matrices import adjacency

GRAPHS = (
    "air_europe", "chameleon_filtered", "air_usa", "polblogs", "squirrel_filtered", "cora", "airport", "citeseer",
    "blogcatalog_attr",
)  # fmt: skip
RANK = 64
POINTS = 0.3

pytestmark = pytest.mark.slow


def pairs_of(name):
    """The number of nodes and the edges of a graph."""
    graph = gd.read(f"dataset:{name}")
    return graph.n_nodes, np.asarray(graph.pairs, dtype=np.int64)


def held_out(n, pairs, random):
    """Training edges, and as many held-out edges as random pairs without an edge."""
    pairs = random.permutation(pairs)
    count = len(pairs) // 10
    keys = pairs.min(axis=1) * n + pairs.max(axis=1)
    others = np.sort(random.integers(0, n, (4 * count, 2)), axis=1)
    is_free = (others[:, 0] != others[:, 1]) & ~np.isin(others @ [n, 1], keys)
    return pairs[count:], np.concatenate([pairs[:count], others[is_free][:count]])


def normalised(n, pairs):
    """The regularised normalised adjacency."""
    graph = adjacency(n, pairs)
    degree = graph.sum(axis=1)
    scale = diags_array(1 / np.sqrt(degree + degree.mean()))
    return csr_array(scale @ graph @ scale)


def exact_pairs(matrix):
    """The leading eigenvalues and vectors by ARPACK to its last digit."""
    values, vectors = eigsh(matrix, RANK // 2 + 8, which="LM", v0=np.ones(matrix.shape[0]))
    order = np.argsort(-np.abs(values))
    return values[order], vectors[:, order]


def curve(values, vectors, tested):
    """ROC-AUC in points at every dimension; scores far below those of a typical pair, λ/n, count as ties."""
    half, n = len(tested) // 2, len(vectors)
    contributions = (vectors[tested[:, 0], : RANK // 2] * vectors[tested[:, 1], : RANK // 2]).astype(float)
    scores = np.cumsum(contributions * values[: RANK // 2], axis=1)
    ranks = rankdata(np.round(scores * n / 1e-5), axis=0)
    return 100 * (ranks[:half].sum(axis=0) - half * (half + 1) / 2) / half**2


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.usefixtures("real_data")
def test_the_curve_agrees_with_arpack(name):
    n, pairs = pairs_of(name)
    training, tested = held_out(n, pairs, np.random.default_rng(0))
    matrix = normalised(n, training)
    spectrum = eigenpairs(matrix, RANK)
    values, vectors = exact_pairs(matrix)
    above = np.abs(values[: RANK // 2]) > noise_level(matrix, seed=0, trials=5)
    np.testing.assert_allclose(spectrum.values[: RANK // 2][above], values[: RANK // 2][above], rtol=1e-4)
    difference = curve(spectrum.values, spectrum.left, tested) - curve(values, vectors, tested)
    assert np.abs(difference).max() < POINTS
