"""Held-out link prediction by a truncated spectrum agrees with an exact one at every dimension up to half the rank."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import eigsh
from scipy.stats import rankdata

import graphdim as gd
from graphdim.linalg import eigenpairs
from matrices import adjacency

RANK = 64
POINTS = 0.3

pytestmark = pytest.mark.slow


def pairs_of(name, folder):
    """The number of nodes and the edges of a graph."""
    if name == "citeseer":
        graph = gd.read("dataset:citeseer")
        return graph.n_nodes, np.asarray(graph.pairs, dtype=np.int64)
    with np.load(folder / "graphs" / f"{name}.npz") as arrays:
        return int(arrays["n"]), arrays["edges"].astype(np.int64)


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
    """Eigenvalues and vectors by a dense solver, or ARPACK to its last digit."""
    is_small = matrix.shape[0] < 4000
    values, vectors = np.linalg.eigh(matrix.toarray()) if is_small else eigsh(matrix, RANK // 2, which="LM")
    order = np.argsort(-np.abs(values))
    return values[order], vectors[:, order]


def curve(values, vectors, tested):
    """ROC-AUC in points at every dimension; scores far below those of a typical pair, λ/n, count as ties."""
    half, n = len(tested) // 2, len(vectors)
    contributions = (vectors[tested[:, 0], : RANK // 2] * vectors[tested[:, 1], : RANK // 2]).astype(float)
    scores = np.cumsum(contributions * values[: RANK // 2], axis=1)
    ranks = rankdata(np.round(scores * n / 1e-5), axis=0)
    return 100 * (ranks[:half].sum(axis=0) - half * (half + 1) / 2) / half**2


@pytest.mark.parametrize("name", ["chameleon_filtered", "citeseer", "blogcatalog_attr"])
def test_the_curve_agrees_with_an_exact_factorisation(name, real_data):
    n, pairs = pairs_of(name, real_data)
    training, tested = held_out(n, pairs, np.random.default_rng(0))
    matrix = normalised(n, training)
    spectrum = eigenpairs(matrix, RANK)
    values, vectors = exact_pairs(matrix)
    np.testing.assert_allclose(np.abs(spectrum.values[:8]), np.abs(values[:8]), rtol=1e-4)
    difference = curve(spectrum.values, spectrum.left, tested) - curve(values, vectors, tested)
    assert np.abs(difference).max() < POINTS
