"""igraph's vertex names are the ids by which labels and rows find their nodes."""

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.graph.build import read_named
from graphdim.sweeping.own import own_graph

PAIRS = [(7, 3), (3, 9), (9, 4), (4, 7), (9, 7)]
LABELS = {7: "x", 3: "y", 9: "x", 4: "y"}


@pytest.mark.parametrize("name", [int, float, str, lambda node: f"n{node}"], ids=["int", "float", "text", "word"])
def test_names_are_the_ids(name):
    graph, ids = read_named(igraph.Graph.TupleList([(name(a), name(b)) for a, b in PAIRS]))
    expected = [f"n{node}" for node in (7, 3, 9, 4)] if name(1) == "n1" else ["7", "3", "9", "4"]
    assert (expected, len(PAIRS)) == (ids, graph.n_edges)


def test_labels_and_features_by_id_find_the_named_vertices():
    features = pd.DataFrame({"x": [70.0, 30.0, 90.0, 40.0]}, index=[7, 3, 9, 4])[::-1]
    of_igraph = own_graph(igraph.Graph.TupleList(PAIRS), LABELS, features)[1]
    of_networkx = own_graph(nx.Graph(PAIRS), LABELS, features)[1]
    assert of_networkx.labels.tolist() == of_igraph.labels.tolist() == [0, 1, 0, 1]
    assert np.array_equal(of_networkx.features, of_igraph.features)


def test_every_form_of_a_graph_has_one_answer_for_labels_by_id():
    graph = nx.relabel_nodes(nx.karate_club_graph(), {node: (7 * node + 3) % 34 for node in range(34)})
    labels = nx.get_node_attributes(graph, "club")
    same = igraph.Graph.TupleList(list(graph.edges))
    answers = [gd.compare(source, labels=labels, methods=["cv"]) for source in (graph, same)]
    assert answers[0].dimension == answers[1].dimension
    assert abs(answers[0].best_score - answers[1].best_score) < 0.1


def test_vertices_without_names_are_numbered():
    graph = igraph.Graph(n=3, edges=[(0, 1), (1, 2)])
    assert read_named(graph)[1] == ["0", "1", "2"]
    graph.vs["name"] = None
    assert read_named(graph)[1] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["a", "b", "a"], "several vertices have the name 'a'; give each its own, or drop the names"),
        ([1, "1", 2], "several vertices have the name '1'"),
        (["a", None, "b"], "vertex 1 has the name None, which stands for a missing id; name every vertex or none"),
        (["a", "b", "nan"], "vertex 2 has the name 'nan'"),
    ],
    ids=str,
)
def test_names_that_are_no_ids_are_refused(names, fault):
    with pytest.raises(SourceError, match=fault):
        gd.read(igraph.Graph(n=3, edges=[(0, 1), (1, 2)], vertex_attrs={"name": names}))
