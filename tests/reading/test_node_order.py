"""Labels and features without ids: the order of the nodes that a graph object or file lists must be beyond doubt."""

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import GraphError
from graphdim.sweeping.own import own_graph
from labelled_toys import N_NODES, toy_edges, toy_labels

PAIRS = [(5, 2), (2, 0), (0, 1), (1, 3), (3, 4), (4, 5), (5, 0)]
LABELS = [0, 0, 0, 1, 1, 1]
FAULT = "row 0 may belong to node 0 or to node 5; give their ids"


def _written(graph, path, write):
    write(graph, path)
    return path


FORMS = {
    "networkx": lambda graph, _: graph,
    "igraph": lambda graph, _: igraph.Graph.TupleList(list(graph.edges)),
    "graphml": lambda graph, folder: _written(graph, folder / "a.graphml", nx.write_graphml),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", [list, np.array, pl.DataFrame], ids=["list", "array", "frame"])
def test_numbered_nodes_out_of_order_need_ids(form, kind, tmp_path):
    source = FORMS[form](nx.Graph(PAIRS), tmp_path)
    labels = kind({"label": LABELS}) if kind is pl.DataFrame else kind(LABELS)
    with pytest.raises(GraphError, match=f"the labels come without ids, .*: {FAULT}"):
        own_graph(source, labels)
    with pytest.raises(GraphError, match=f"the features come without ids, .*: {FAULT}"):
        own_graph(source, dict(enumerate(LABELS)), np.eye(6))


def test_files_of_arrays_go_by_the_same_rule(tmp_path):
    np.save(tmp_path / "labels.npy", LABELS)
    np.save(tmp_path / "x.npy", np.eye(6))
    with pytest.raises(GraphError, match=FAULT):
        gd.compare(nx.Graph(PAIRS), labels=tmp_path / "labels.npy")
    with pytest.raises(GraphError, match=FAULT):
        own_graph(nx.Graph(PAIRS), dict(enumerate(LABELS)), tmp_path / "x.npy")


def test_the_ways_out_say_which_order_is_meant():
    graph = nx.Graph(PAIRS)
    by_number = own_graph(graph, dict(enumerate(LABELS)), pd.DataFrame(np.eye(6)))[1]
    assert [LABELS[node] for node in graph] == by_number.labels.tolist()
    listed = own_graph(graph, dict(zip(graph, LABELS, strict=True)), pd.DataFrame(np.eye(6), index=list(graph)))[1]
    assert listed.labels.tolist() == LABELS
    assert list(range(6)) == listed.features.argmax(axis=1).tolist()
    assert list(graph) == by_number.features.argmax(axis=1).tolist()


@pytest.mark.parametrize("relabelled", [lambda node: node, lambda node: 10 * node + 1, lambda node: f"n{9 - node}"])
def test_nodes_in_order_and_names_as_listed_need_no_ids(relabelled):
    graph = nx.Graph()
    graph.add_nodes_from(map(relabelled, range(6)))
    graph.add_edges_from((relabelled(a), relabelled(b)) for a, b in PAIRS)
    assert own_graph(graph, LABELS)[1].labels.tolist() == LABELS
    same = igraph.Graph(n=6, edges=PAIRS, vertex_attrs={"name": [relabelled(node) for node in range(6)]})
    assert own_graph(same, LABELS)[1].labels.tolist() == LABELS


def test_labels_without_ids_that_tell_nothing_may_be_out_of_order():
    shuffled = np.random.default_rng(1).permutation(toy_labels())
    question = "the labels came without ids: are they in the order of the nodes?"
    answer = gd.compare(toy_edges(), labels=shuffled, methods=["cv"])
    assert (answer.dimension, answer.notes[-1]) == (None, question)
    by_id = gd.compare(toy_edges(), labels=dict(enumerate(shuffled)), methods=["cv"])
    assert by_id.dimension is None
    assert question not in by_id.notes
    assert question not in gd.compare(toy_edges(), labels=toy_labels(), methods=["cv"]).notes
    assert len(shuffled) == N_NODES


def test_rows_to_shrink_are_refused_like_labels_where_numbered_nodes_are_out_of_order():
    edges, rows = toy_edges(), np.random.default_rng(0).standard_normal((N_NODES, 4))
    graph = nx.Graph(edges[::-1].tolist())
    assert sorted(graph) == list(range(N_NODES)) != list(graph)
    with pytest.raises(
        GraphError, match="the rows come without ids, and the graph does not list its nodes in the order"
    ):
        gd.shrink(rows, edges=graph)
    assert gd.shrink(dict(enumerate(rows)), edges=graph).curve
