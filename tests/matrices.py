"""Matrices with spectra that are known, hard, or both."""

import numpy as np
from scipy.sparse import block_diag, csr_array, random_array


def adjacency(n, pairs):
    rows, columns = np.array(pairs).T
    one_way = csr_array((np.ones(len(rows)), (rows, columns)), shape=(n, n))
    return csr_array(one_way + one_way.T)


def simple(n, pairs):
    """The graph of these pairs without loops and repeated edges."""
    graph = adjacency(n, pairs[pairs[:, 0] != pairs[:, 1]])
    graph.data[:] = 1
    return graph


def scattered(n, degree, seed=0):
    """A random graph without structure."""
    return simple(n, np.random.default_rng(seed).integers(0, n, (n * degree // 2, 2)))


def communities(n, count, seed=0):
    """A random graph with `count` groups, which has `count` eigenvalues far above the rest."""
    random = np.random.default_rng(seed)
    group = random.integers(0, count, n)
    members = [np.flatnonzero(group == each) for each in range(count)]
    inside = np.concatenate([random.choice(each, (len(each) * 8, 2)) for each in members])
    return simple(n, np.concatenate([inside, random.integers(0, n, (n, 2))]))


def ring(n):
    return adjacency(n, [(i, (i + 1) % n) for i in range(n)])


def star(n):
    return adjacency(n, [(0, i) for i in range(1, n)])


def matching(n):
    return adjacency(n, [(i, i + 1) for i in range(0, n, 2)])


def cliques(n, size):
    return csr_array(block_diag([csr_array(np.ones((size, size)) - np.eye(size))] * (n // size)))


def copies(graph, count):
    return csr_array(block_diag([graph] * count))


def complete_bipartite(n_left, n_right):
    return adjacency(n_left + n_right, [(i, n_left + j) for i in range(n_left) for j in range(n_right)])


def rectangular(n_rows, n_columns, seed=3):
    return csr_array(random_array((n_rows, n_columns), density=0.01, rng=seed))


def signed(graph, seed):
    """The graph with random signs, symmetric."""
    upper = csr_array(graph.copy())
    upper.data *= np.random.default_rng(seed).choice([-1.0, 1.0], upper.nnz)
    return csr_array(upper + upper.T)


def orthonormality_error(vectors):
    product = vectors.T.astype(float) @ vectors
    return np.abs(product - np.eye(vectors.shape[1])).max()


def residuals(matrix, spectrum):
    """The largest entry of A v - λ v."""
    return np.abs(matrix @ spectrum.left.astype(float) - spectrum.left * spectrum.values).max()
