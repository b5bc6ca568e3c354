"""The memory engine sums in blocks; where they end changes nothing."""

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim.engines import ENGINES, Request, measure, memory
from graphdim.errors import ParameterError
from graphdim.reading import cleaning


@pytest.mark.parametrize("block", [1, 7, 40, 77, 78, 1000])
def test_blocks_do_not_change_the_sums(block, monkeypatch):
    graph = nx.les_miserables_graph()
    whole = [gd.structure_entropy(graph), gd.structure_entropy(graph, weight="weight")]
    monkeypatch.setattr(cleaning, "BLOCK", block)
    assert whole == [gd.structure_entropy(graph), gd.structure_entropy(graph, weight="weight")]


def test_degrees_are_computed_once():
    engine = memory.sums(gd.read([(0, 1), (1, 2)]))
    assert engine.degrees is engine.degrees
    assert np.array_equal([1, 2, 1], engine.degrees)


def test_a_measurement_holds_what_selectors_need():
    graph = gd.read([(0, 1), (1, 0), (2, 2)], n_nodes=5)
    found = measure(graph, Request(variant="equations", engine="memory"))
    assert (found.n_nodes, found.n_edges, found.n_isolated) == (5, 1, 3)
    assert (found.variant, found.engine, found.source) == ("equations", "memory", "list")
    assert graph.cleaning == found.cleaning


def test_an_unknown_engine_is_refused():
    with pytest.raises(ParameterError, match="unknown engine 'abacus'; it is one of " + ", ".join(ENGINES)):
        gd.ideal_dimension([(0, 1)], engine="abacus")
