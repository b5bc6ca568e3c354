"""Singular triplets of rectangular matrices."""

import numpy as np
import pytest
from scipy.sparse import block_array, block_diag, csr_array
from scipy.sparse.linalg import svds

from graphdim.linalg import Factorisation, eigenpairs, singular_triplets
from matrices import complete_bipartite, orthonormality_error, rectangular


@pytest.mark.parametrize("shape", [(30, 20), (20, 30), (2000, 1200), (1200, 2000), (6000, 5000), (3000, 8)])
def test_triplets_agree_with_arpack(shape):
    matrix = rectangular(*shape)
    spectrum = singular_triplets(matrix, 6)
    exact = np.sort(svds(matrix, 6, return_singular_vectors=False))[::-1]
    assert (spectrum.left.shape, spectrum.right.shape) == ((shape[0], 6), (shape[1], 6))
    np.testing.assert_allclose(spectrum.values[0], exact[0], rtol=1e-6)
    np.testing.assert_allclose(spectrum.values, exact, rtol=1e-3, atol=1e-8)  # all but the first are noise, and close
    np.testing.assert_allclose(spectrum.left * spectrum.values, matrix @ spectrum.right, atol=0.01 * exact[0])
    assert orthonormality_error(spectrum.left) < 1e-5
    assert orthonormality_error(spectrum.right) < 1e-5


@pytest.mark.parametrize("n", [10, 1500, 5000])
def test_matrices_without_entries_or_of_rank_one(n):
    nothing = singular_triplets(csr_array((n + 3, n)), 8)
    assert not nothing.values.any()
    ones = csr_array((np.ones(n), (np.arange(n), np.zeros(n, int))), shape=(n, n + 3))
    spectrum = singular_triplets(ones, 8)
    np.testing.assert_allclose(spectrum.values, [n**0.5] + [0] * 7, atol=1e-5 * n**0.5, rtol=1e-6)
    for found in (nothing, spectrum):
        assert found.complete
        assert orthonormality_error(found.left) < 1e-5
        assert orthonormality_error(found.right) < 1e-5


def test_singular_values_are_the_positive_half_of_a_bipartite_spectrum():
    block = rectangular(700, 900)
    whole = csr_array(block_array([[None, block], [block.T, None]]))
    positive = [value for value in eigenpairs(whole, 24).values if value > 0]
    np.testing.assert_allclose(singular_triplets(block, 12).values[:8], positive[:8], rtol=1e-6)
    assert singular_triplets(csr_array(np.ones((3, 4))), 2).values[0] == pytest.approx(
        eigenpairs(complete_bipartite(3, 4), 1).values[0]
    )


def test_the_rank_can_be_raised():
    matrix = rectangular(6000, 5000)
    grown = Factorisation(matrix, symmetric=False)
    grown.spectrum(8)
    raised, fresh = grown.spectrum(24), singular_triplets(matrix, 24)
    assert np.array_equal(raised.values, fresh.values)
    assert np.array_equal(raised.right, fresh.right)


def test_no_more_values_than_the_shorter_side():
    spectrum = singular_triplets(rectangular(40, 7), 20)
    assert spectrum.rank == 7
    assert spectrum.complete


def test_components_of_a_rectangular_matrix_are_solved_one_by_one():
    large, small = rectangular(900, 700), rectangular(30, 40, seed=5)
    matrix = csr_array(block_diag([large, small, small, np.ones((1, 7))]))
    spectrum = singular_triplets(matrix, 12)
    expected = np.concatenate([np.linalg.svd(part.toarray())[1] for part in (large, small, small)] + [[7**0.5]])
    np.testing.assert_allclose(spectrum.values, np.sort(expected)[::-1][:12], rtol=1e-6)
    np.testing.assert_allclose(spectrum.left * spectrum.values, matrix @ spectrum.right, atol=1e-5)
    assert orthonormality_error(spectrum.left) < 1e-5
    assert orthonormality_error(spectrum.right) < 1e-5
    # A vector stays within its component, also where two components have the same value.
    parts = np.split(np.abs(spectrum.left) > 0, [900, 930, 960])
    assert (sum(part.any(axis=0).astype(int) for part in parts) == 1).all()


def test_a_matching_has_as_many_equal_values_as_edges():
    spectrum = singular_triplets(csr_array(np.eye(600)), 600)
    np.testing.assert_allclose(spectrum.values, 1)
    assert spectrum.complete
    assert (np.count_nonzero(spectrum.left, axis=0) == 1).all()
