"""Eigenpairs of symmetric matrices, compared with dense solvers, ARPACK and known spectra."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.linalg import aslinearoperator, eigsh

from graphdim.linalg import Factorisation, eigenpairs, largest_eigenvalue
from graphdim.linalg.krylov import KrylovBasis
from matrices import (
    adjacency,
    cliques,
    communities,
    complete_bipartite,
    copies,
    matching,
    orthonormality_error,
    residuals,
    ring,
    scattered,
    signed,
    star,
)

# Graphs with 1200 nodes whose leading magnitudes are known.
KNOWN = {
    "zero": (csr_array((1200, 1200)), [0] * 20),
    "star": (star(1200), [1199**0.5] * 2 + [0] * 18),
    "matching": (matching(1200), [1] * 20),
    "cliques": (cliques(1200, 10), [9] * 20),
    "one clique": (cliques(1200, 1200), [1199] + [1] * 19),
    "bipartite": (complete_bipartite(200, 1000), [(200 * 1000) ** 0.5] * 2 + [0] * 18),
    "one edge": (adjacency(1200, [(5, 9)]), [1, 1] + [0] * 18),
}


def magnitudes(matrix):
    return np.sort(np.abs(np.linalg.eigvalsh(matrix.toarray())))[::-1]


@pytest.mark.parametrize(("graph", "exact"), KNOWN.values(), ids=KNOWN)
def test_known_spectra_with_repeated_and_vanishing_values(graph, exact):
    spectrum = eigenpairs(graph, 20)
    np.testing.assert_allclose(np.abs(spectrum.values), exact, rtol=1e-6, atol=1e-6 * exact[0])
    assert orthonormality_error(spectrum.left) < 1e-6
    assert residuals(graph, spectrum) <= 1e-5 * exact[0]
    assert spectrum.complete == (np.count_nonzero(exact) < 20)


@pytest.mark.parametrize("n", [1, 2, 5, 60, 400, 1500, 6000])
def test_a_graph_with_communities_agrees_with_other_solvers(n):
    graph = communities(n, min(n, 4))
    spectrum = eigenpairs(graph, 64)
    exact = magnitudes(graph) if n < 2000 else np.sort(np.abs(eigsh(graph, 8, return_eigenvectors=False)))[::-1]
    assert spectrum.rank == min(64, n)
    np.testing.assert_allclose(np.abs(spectrum.values[:4]), exact[:4], rtol=1e-5, atol=1e-9)
    assert orthonormality_error(spectrum.left) < 1e-5
    assert spectrum.left is spectrum.right


def test_the_upper_half_of_the_rank_is_exact_for_a_small_matrix():
    graph = scattered(1500, 8)
    spectrum = eigenpairs(graph, 64)
    np.testing.assert_allclose(np.abs(spectrum.values[:32]), magnitudes(graph)[:32], rtol=1e-8)


def test_opposite_values_of_a_bipartite_graph_come_in_pairs():
    spectrum = eigenpairs(complete_bipartite(3, 4), 7)
    np.testing.assert_allclose(spectrum.values, [12**0.5, -(12**0.5), 0, 0, 0, 0, 0], atol=1e-12)


def test_a_long_ring_has_bounded_residuals():
    """Its eigenvalues are too close for any short iteration; they must still be Ritz values of orthonormal vectors."""
    graph = ring(9000)
    spectrum = eigenpairs(graph, 32)
    assert orthonormality_error(spectrum.left) < 1e-5
    assert residuals(graph, spectrum) < 0.01
    assert np.all(np.abs(spectrum.values) < 2.00001)
    assert np.all(np.abs(spectrum.values) > 1.98)


def test_equal_components_share_their_values():
    """More copies than a Krylov block has columns; vectors are zero outside their component."""
    single = communities(600, 3)
    spectrum = eigenpairs(copies(single, 20), 45)
    exact = np.repeat(magnitudes(single)[:3], 20)[:45]
    np.testing.assert_allclose(np.abs(spectrum.values), exact, rtol=1e-8)
    pieces = spectrum.left.reshape(20, 600, 45)
    assert np.all(np.count_nonzero(np.abs(pieces).sum(axis=1), axis=0) == 1)
    assert orthonormality_error(spectrum.left) < 1e-5


def test_an_exhausted_basis_goes_on_in_a_random_direction():
    """Without the split into components, a matching fills the Krylov space after two blocks."""
    for n in (1000, 6000):
        basis = KrylovBasis(matching(n), seed=0)
        values = basis.ritz(10).values
        np.testing.assert_allclose(np.abs(values), 1, rtol=1e-5)
        assert orthonormality_error(np.concatenate(basis.blocks, axis=1)) < 1e-5


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_entries_of_any_size_keep_the_vectors(factor):
    graph = communities(5000, 4)
    spectrum, scaled = eigenpairs(graph, 8), eigenpairs(graph * factor, 8)
    np.testing.assert_allclose(scaled.values, spectrum.values * factor, rtol=1e-5)
    assert np.abs(np.abs(np.sum(spectrum.left * scaled.left, axis=0)) - 1).max() < 1e-2


def test_the_answer_does_not_depend_on_ranks_asked_before():
    graph = communities(5000, 6)
    grown = Factorisation(graph, symmetric=True)
    grown.spectrum(48)
    smaller, larger = grown.spectrum(16), grown.spectrum(64)
    for known, rank in ((smaller, 16), (larger, 64)):
        fresh = eigenpairs(graph, rank)
        assert np.array_equal(fresh.values, known.values)
        assert np.array_equal(fresh.left, known.left)


def test_a_cut_holds_the_leading_pairs():
    whole = eigenpairs(star(50), 10)
    cut = whole.cut(2)
    assert cut.rank == 2
    assert cut.left is cut.right
    assert np.array_equal(cut.left, whole.left[:, :2])
    assert (whole.complete, cut.complete, whole.cut(1).complete) == (True, True, False)


def test_seeds_agree_on_the_subspace_and_differ_in_the_bits():
    graph = communities(6000, 5)
    first, second = (eigenpairs(graph, 16, seed=seed) for seed in (1, 2))
    assert not np.array_equal(first.left, second.left)
    overlap = np.linalg.svd(first.left[:, :5].T @ second.left[:, :5], compute_uv=False)
    np.testing.assert_allclose(overlap, 1, atol=1e-5)


@pytest.mark.parametrize("n", [100, 3000, 9000])
def test_the_largest_eigenvalue_of_random_signs(n):
    matrix = signed(scattered(n, 10), seed=1)
    exact = abs(eigsh(matrix, 1, which="LM", return_eigenvectors=False)[0])
    assert largest_eigenvalue(matrix, seed=1) == pytest.approx(exact, rel=1e-3)
    assert largest_eigenvalue(aslinearoperator(matrix), seed=1) == pytest.approx(exact, rel=1e-3)


def test_the_largest_eigenvalue_of_nothing_is_zero():
    assert largest_eigenvalue(csr_array((2000, 2000))) == 0
