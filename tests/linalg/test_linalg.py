"""Truncated factorisations, compared with dense solvers and ARPACK."""

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array, random_array
from scipy.sparse.linalg import aslinearoperator, eigsh, svds

from graphdim.linalg import Factorisation, eigenpairs, largest_eigenvalue, singular_triplets


def adjacency(n, pairs):
    rows, columns = np.array(pairs).T
    one_way = csr_array((np.ones(len(rows)), (rows, columns)), shape=(n, n))
    return csr_array(one_way + one_way.T)


def scattered(n, degree, seed=0):
    """A random graph without structure."""
    random = np.random.default_rng(seed)
    pairs = random.integers(0, n, (n * degree // 2, 2))
    graph = adjacency(n, pairs[pairs[:, 0] != pairs[:, 1]])
    graph.data[:] = 1
    return graph


def communities(n, count, seed=0):
    """A random graph with `count` groups, which has `count` eigenvalues far above the rest."""
    random = np.random.default_rng(seed)
    group = random.integers(0, count, n)
    members = [np.flatnonzero(group == each) for each in range(count)]
    inside = np.concatenate([random.choice(each, (len(each) * 8, 2)) for each in members])
    graph = adjacency(n, inside[inside[:, 0] != inside[:, 1]]) + scattered(n, 2, seed + 1)
    graph = csr_array(graph)
    graph.data[:] = 1
    return graph


def ring(n):
    return adjacency(n, [(i, (i + 1) % n) for i in range(n)])


def star(n):
    return adjacency(n, [(0, i) for i in range(1, n)])


def matching(n):
    return adjacency(n, [(i, i + 1) for i in range(0, n, 2)])


def cliques(n, size):
    return csr_array(block_diag([np.ones((size, size)) - np.eye(size)] * (n // size)))


def path_product(n_rows, n_columns):
    """A rectangular matrix with known shape and random entries."""
    return csr_array(random_array((n_rows, n_columns), density=0.01, rng=3))


def magnitudes(matrix):
    return np.sort(np.abs(np.linalg.eigvalsh(matrix.toarray())))[::-1]


def assert_orthonormal(vectors):
    product = vectors.T.astype(float) @ vectors
    assert np.abs(product - np.eye(vectors.shape[1])).max() < 1e-5


HARD = {
    "zero": csr_array((900, 900)),
    "ring": ring(900),
    "star": star(900),
    "matching": matching(900),
    "cliques": cliques(900, 10),
    "two copies": csr_array(block_diag([communities(450, 6)] * 2)),
    "isolated nodes": csr_array(block_diag([communities(450, 6), csr_array((450, 450))])),
    "one edge": adjacency(900, [(5, 9)]),
}


@pytest.mark.parametrize("n", [5, 60, 400, 1500])
def test_a_graph_with_communities_has_the_leading_values_of_a_dense_solver(n):
    graph = communities(n, 4)
    spectrum = eigenpairs(graph, 64)
    exact = magnitudes(graph)[: spectrum.rank]
    assert spectrum.rank == min(64, n)
    np.testing.assert_allclose(np.abs(spectrum.values[:4]), exact[:4], rtol=1e-5)
    assert_orthonormal(spectrum.left)


@pytest.mark.parametrize("graph", HARD.values(), ids=HARD)
def test_repeated_and_vanishing_values_come_with_orthonormal_vectors(graph):
    spectrum = eigenpairs(graph, 32)
    assert spectrum.values.shape == (32,)
    assert_orthonormal(spectrum.left)
    residual = graph @ spectrum.left.astype(float) - spectrum.left * spectrum.values
    exact = magnitudes(graph)[:32]
    np.testing.assert_allclose(np.abs(spectrum.values), exact, rtol=2e-2, atol=1e-5 * exact[0])
    assert np.abs(residual).max() < 0.05 * max(exact[0], 1e-9)


@pytest.mark.parametrize("shape", [(30, 20), (20, 30), (2000, 1200), (1200, 2000), (3000, 8)])
def test_singular_values_agree_with_arpack(shape):
    matrix = path_product(*shape)
    spectrum = singular_triplets(matrix, 6)
    exact = np.sort(svds(matrix, 6, return_singular_vectors=False))[::-1]
    assert spectrum.left.shape == (shape[0], 6)
    assert spectrum.right.shape == (shape[1], 6)
    np.testing.assert_allclose(spectrum.values, exact, rtol=1e-4, atol=1e-8)
    np.testing.assert_allclose(spectrum.left * spectrum.values, matrix @ spectrum.right, atol=0.02 * exact[0])
    assert_orthonormal(spectrum.left)
    assert_orthonormal(spectrum.right)


def test_the_answer_does_not_depend_on_ranks_asked_before():
    graph = communities(1500, 6)
    grown = Factorisation(graph, symmetric=True)
    grown.spectrum(128)
    smaller, larger = grown.spectrum(32), grown.spectrum(160)
    for known, rank in ((smaller, 32), (larger, 160)):
        fresh = eigenpairs(graph, rank)
        assert np.array_equal(fresh.values, known.values)
        assert np.array_equal(fresh.left, known.left)


@pytest.mark.parametrize("n", [100, 3000])
def test_the_largest_eigenvalue_of_random_signs(n):
    signed = scattered(n, 10)
    upper = np.random.default_rng(1).choice([-1.0, 1.0], signed.nnz)
    signed.data *= upper
    signed = csr_array(signed + signed.T)
    exact = abs(eigsh(signed, 1, which="LM", return_eigenvectors=False)[0])
    assert largest_eigenvalue(signed, seed=1) == pytest.approx(exact, rel=1e-3)
    assert largest_eigenvalue(aslinearoperator(signed), seed=1) == pytest.approx(exact, rel=1e-3)
