"""The ids of a source are in the order in which its nodes are numbered."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphdim.graph.build import read, read_named

PAIRS = [("b", "a"), ("b", "é"), ("Z", "10"), ("9", "b")]


def named_pairs(source: Any, **options: Any) -> set[frozenset[str]]:
    graph, ids = read_named(source, **options)
    return {frozenset((ids[a], ids[b])) for a, b in graph.pairs.tolist()}


@pytest.mark.parametrize(
    "pairs",
    [PAIRS, [(3, 1), (1, 10**12)], [(-5, 2), (2, 7)], [(0, 1), (1, 2)], np.array([[5, 9], [9, 7], [5, 5]])],
    ids=["names", "sparse", "negative", "dense", "array"],
)
def test_every_edge_keeps_its_ends(pairs: Any) -> None:
    wanted = {frozenset(map(str, pair)) for pair in pairs if pair[0] != pair[1]}
    assert named_pairs(pairs) == wanted


def test_nodes_beyond_those_named_have_no_id() -> None:
    graph, ids = read_named([(7, 9)], n_nodes=4)
    assert (graph.n_nodes, ids) == (4, ["7", "9", "", ""])


def test_a_graph_and_a_matrix_number_their_nodes_themselves() -> None:
    assert read_named(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]))[1] == ["0", "1", "2"]
    graph = read([(7, 9)])
    assert read_named(graph) == (graph, ["0", "1"])


@pytest.mark.needs("networkx")
def test_formats_that_declare_their_nodes_name_them(tmp_path: Path) -> None:
    import networkx as nx

    declared = nx.Graph([("b", "a"), ("a", "c")])
    declared.add_node("alone")
    nx.write_graphml(declared, tmp_path / "g.graphml")
    nx.write_gml(declared, tmp_path / "g.gml")
    wanted = {frozenset("ab"), frozenset("ac")}
    assert named_pairs(declared) == named_pairs(tmp_path / "g.graphml") == wanted
    assert read_named(tmp_path / "g.graphml")[1] == ["b", "a", "c", "alone"]


def test_pairs_of_ids_that_tables_cannot_hold_keep_their_order() -> None:
    assert read_named([((1, 0), (0, 0)), ((0, 0), "b")])[1] == ["(1, 0)", "(0, 0)", "b"]


def test_two_kinds_of_nodes_are_numbered_by_their_ids() -> None:
    pairs = [(9, "10"), (10, "9"), (9, "x")]
    assert read_named(pairs, bipartite=True)[1] == ["10", "9", "10", "9", "x"]
    assert read_named([(10, 3), (9, 10), (9, 4)], bipartite=True)[1] == ["9", "10", "3", "4", "10"]
