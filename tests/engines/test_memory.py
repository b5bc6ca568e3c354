"""The memory engine sums in blocks; where they end changes nothing."""

import numpy as np
import polars as pl
import pytest

import graphdim as gd
from graphdim.choices import ENGINES
from graphdim.engines import memory
from graphdim.engines import sums as summing
from graphdim.errors import GraphError, ParameterError
from graphdim.graph import blocks, packing
from measuring import measure


@pytest.mark.needs("networkx")
@pytest.mark.parametrize("block", [1, 7, 40, 77, 78, 1000])
def test_blocks_do_not_change_the_sums(block, monkeypatch):
    import networkx as nx

    graph = nx.les_miserables_graph()
    whole = [gd.structure_entropy(graph), gd.structure_entropy(graph, weight="weight")]
    monkeypatch.setattr(blocks, "BLOCK", block)
    assert whole == [gd.structure_entropy(graph), gd.structure_entropy(graph, weight="weight")]


@pytest.fixture
def gappy():
    """Enough edges for 32-bit sums; ids with gaps, loops on nodes of their own, and repeats."""
    rng = np.random.default_rng(5)
    pairs = 3 * (rng.integers(2000, size=(50_000, 2)) // (1 + rng.integers(9, size=(50_000, 2))))
    return np.concatenate([pairs, pairs[:100, ::-1], [[1, 1], [4, 4], [3, 3]]])


@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_neither_gaps_nor_kinds_of_numbers_change_anything(gappy, engine, monkeypatch):
    _, closed = np.unique(gappy, return_inverse=True)
    expected = measure(closed.reshape(-1, 2), engine=engine, n_nodes=9000)
    for few, too_many, place in [(2**17, 2**32, 4), (0, 2**32, 4), (0, 0, 4), (0, 2**32, 10**9)]:
        monkeypatch.setattr(summing, "FEW", few)
        monkeypatch.setattr(summing, "TOO_MANY", too_many)
        monkeypatch.setattr(packing, "PLACE", place)
        assert expected == measure(gappy, engine=engine, n_nodes=9000)


def test_the_type_of_the_degrees_holds_them_all_together(gappy, monkeypatch):
    monkeypatch.setattr(summing, "FEW", 0)
    graph = gd.read(gappy)
    assert memory.sums(graph).degrees.dtype == np.uint32
    monkeypatch.setattr(summing, "TOO_MANY", 2 * graph.n_edges + graph.n_nodes)
    assert memory.sums(graph).degrees.dtype == np.float64


def test_isolated_nodes_are_counted_not_stored():
    most = 2**31
    found = measure([(0, 1)], n_nodes=most)
    assert (found.n_nodes, found.n_isolated) == (most, most - 2)
    # Masses 3 and 3 of the edge, 2 of every other node.
    total = 2 * (most - 2) + 6
    expected = np.log(total) - (6 * np.log(3) + 2 * (most - 2) * np.log(2)) / total
    assert expected == pytest.approx(found.structure_entropy, rel=1e-14)


def test_degrees_are_computed_once():
    engine = memory.sums(gd.read([(0, 1), (1, 2)]))
    assert engine.degrees is engine.degrees
    assert np.array_equal([1, 2, 1], engine.degrees)


def test_a_measurement_holds_what_selectors_need():
    graph = gd.read([(0, 1), (1, 0), (2, 2)], n_nodes=5)
    found = measure(graph, variant="equations", engine="memory")
    assert (found.n_nodes, found.n_edges, found.n_isolated) == (5, 1, 3)
    assert (found.variant, found.engine, found.source) == ("equations", "memory", "list")
    assert graph.cleaning == found.cleaning


def test_an_unknown_engine_is_refused():
    with pytest.raises(ParameterError, match="unknown engine 'abacus'; it is one of " + ", ".join(ENGINES)):
        gd.ideal_dimension([(0, 1)], engine="abacus")


@pytest.mark.parametrize("variant", ["published", "equations"])
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_weights_beyond_what_floats_hold_are_refused(variant, engine):
    table = pl.DataFrame({"source": [0, 1, 2], "target": [1, 2, 3], "weight": [1e308, 1e308, 1.0]})
    with pytest.raises(GraphError, match="leave the range of floats; rescale them"):
        gd.structure_entropy(table, weight="weight", variant=variant, engine=engine)
