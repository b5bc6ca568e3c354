"""scipy's private loops and the public product give the same sums."""

import numpy as np
import pytest

import graphdim as gd
from graphdim.engines import loops, sums
from graphdim.engines.memory import sums as sums_of


@pytest.fixture(params=["private", "public"])
def way(request, monkeypatch):
    assert loops._loops() is not None
    if request.param == "public":
        monkeypatch.setattr(loops, "_loops", lambda: None)
    monkeypatch.setattr(sums, "FEW", 0)
    return request.param


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.usefixtures("way")
def test_sums_are_those_of_the_matrix(weighted):
    rng = np.random.default_rng(11)
    matrix = np.triu(rng.integers(0, 3, size=(60, 60)), 1) * 0.5
    graph = gd.read(matrix + matrix.T, weight="data" if weighted else None)
    dense = (matrix + matrix.T) if weighted else ((matrix + matrix.T) > 0).astype(float)
    summed = sums_of(graph)
    assert np.allclose(dense.sum(axis=1), summed.degrees)
    assert summed.degrees.dtype == (np.float64 if weighted else np.uint32)
    values = rng.random(60)
    assert np.allclose(dense @ values, summed.neighbour_sum(values), rtol=1e-12)


def test_a_scipy_without_the_loops_is_noticed(monkeypatch):
    from scipy.sparse import _sparsetools

    loops._loops.cache_clear()
    monkeypatch.delattr(_sparsetools, "csr_matvec")
    try:
        assert loops._loops() is None
    finally:
        loops._loops.cache_clear()
