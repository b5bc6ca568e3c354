"""The degree distribution: every node in one bin, exact where degrees are small, the same by every engine."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphdim.engines.degrees import MOST_BINS, degree_bins
from measuring import measure


@given(st.lists(st.integers(0, 2**32), max_size=50))
def test_every_node_is_in_the_bin_that_holds_its_degree(degrees):
    bins = degree_bins(np.array(degrees, dtype=np.float64), degrees.count(0))
    assert sum(each.n_nodes for each in bins) == len(degrees)
    for low, high, n_nodes in bins:
        assert n_nodes == sum(low <= degree < high for degree in degrees) > 0
    assert len(bins) <= 32 + 10 * 10


@given(st.lists(st.floats(1e-300, 1e300), min_size=1, max_size=50))
def test_sums_of_weights_have_bins_too(degrees):
    bins = degree_bins(np.array([0.0, 0.5, *degrees]), 1)
    assert sum(each.n_nodes for each in bins) == len(degrees) + 2
    assert len(bins) <= MOST_BINS + 1
    assert all(low < high for low, high, _ in bins)
    assert bins[0].low == 0


def test_small_degrees_have_a_bin_each():
    bins = degree_bins(np.repeat(np.arange(32, dtype=np.uint32), np.arange(1, 33)), 1)
    assert [(float(n), n + 1.0, n + 1) for n in range(32)] == [tuple(each) for each in bins]


def test_pieces_do_not_change_the_counts(monkeypatch):
    degrees = np.random.default_rng(3).zipf(1.7, 5000).clip(0, 1e6).astype(np.float64)
    whole = degree_bins(degrees, 3)
    monkeypatch.setattr("graphdim.engines.degrees.PIECE", 77)
    assert whole == degree_bins(degrees, 3)


def test_what_has_no_distribution_has_no_bins():
    assert degree_bins(np.array([]), 0) == ()
    assert degree_bins(np.array([np.inf]), 0) == ()
    assert [each.n_nodes for each in degree_bins(np.array([np.inf, 0.5]), 0)] == [1]


@pytest.mark.needs("networkx")
@pytest.mark.parametrize("weight", [None, "weight"])
def test_memory_and_disk_agree(tmp_path, weight):
    import networkx as nx

    graph = nx.les_miserables_graph()
    rows = "".join(f"{u.replace(' ', '')},{v.replace(' ', '')},{w}\n" for u, v, w in graph.edges(data="weight"))
    (tmp_path / "edges.csv").write_text(f"source,target,weight\n{rows}")
    found = [measure(tmp_path / "edges.csv", engine=each, weight=weight).degrees for each in ("memory", "disk")]
    assert found[0] == found[1]
    values, counts = np.unique([degree for _, degree in graph.degree(weight=weight)], return_counts=True)
    small = {low: n_nodes for low, _, n_nodes in found[0] if low < 32}
    assert small == {float(n): count for n, count in zip(values, counts, strict=True) if n < 32}


def test_a_fingerprint_is_of_the_graph_and_not_of_its_form():
    star, path = [(0, 1), (0, 2), (0, 3)], [(0, 1), (1, 2), (2, 3)]
    named = [(f"n{v}", f"n{u}") for u, v in star]
    prints = [
        measure(edges, engine=engine).facts.fingerprint for edges in (star, named) for engine in ("memory", "disk")
    ]
    assert len(set(prints)) == 1
    assert measure(path).facts.fingerprint not in prints
