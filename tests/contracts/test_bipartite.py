"""Two kinds of nodes: user 17 is not item 17, in every form of source and with every engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import polars as pl
import pytest
import scipy.io
import scipy.sparse
import torch
from torch_geometric import EdgeIndex
from torch_geometric.data import Data, HeteroData

import graphdim as gd
from contracts.forms import FORMS, Form
from graphdim.errors import ParameterError, SourceError, UnsupportedError
from measuring import measure
from toys import Toy, adjacency, oracle, toy

if TYPE_CHECKING:
    from pathlib import Path

# What would be a loop, a reversed edge and a repeated one if both columns named the same things.
BOUGHT = [(0, 1), (1, 0), (1, 1), (2, 2), (0, 2), (3, 4), (4, 1), (3, 0), (2, 4)]
PURCHASES = toy("purchases", BOUGHT)
FAR = toy("far", [(u + 2**40, v - 7) for u, v in BOUGHT] + [(2**40 + 1, 2**40)])
NAMES = toy("names", [(f"n {u}", f"n {v}") for u, v in BOUGHT])

# These list edges the other way round too, or list what is one node at both ends.
TURNED = {"list_of_lists", "networkx_edge_view", "numpy_edge_index", "npy_edge_index", "npy_gzip"}
LISTS = [form for form in FORMS if not form.nodes and form.name not in TURNED]
LISTED = [
    pytest.param(form, bought, id=f"{form}-{bought}")
    for form in LISTS
    for bought in (PURCHASES, FAR, NAMES)
    if form.holds(bought)
]


def apart(bought: Toy) -> tuple[int, int, list[tuple[int, int]]]:
    """The number of nodes of each kind, and the edges with the second kind numbered after the first."""
    users, items = (list(dict.fromkeys(ends)) for ends in zip(*bought.edges, strict=True))
    return len(users), len(items), [(users.index(u), len(users) + items.index(v)) for u, v in bought.edges]


@pytest.fixture
def source(form: Form, bought: Toy, tmp_path, monkeypatch):
    return lambda: form.source(bought, tmp_path, monkeypatch)


@pytest.mark.parametrize(("form", "bought"), LISTED)
def test_every_list_of_edges_can_name_two_kinds_of_nodes(form, bought, source):
    n_users, n_items, edges = apart(bought)
    graph = gd.read(source(), bipartite=True)
    assert (graph.kinds, graph.n_edges) == ((n_users, n_items), len(edges))
    assert (graph.sides[graph.pairs] == (False, True)).all()
    expected = oracle(adjacency(n_users + n_items, edges))
    for engine in ("memory", "disk"):
        found = measure(source(), bipartite=True, engine=engine)
        assert (found.kinds, found.n_nodes, found.n_edges) == (graph.kinds, n_users + n_items, len(edges))
        assert (expected, graph.cleaning) == (pytest.approx(found.structure_entropy, rel=1e-13), found.cleaning)
    if form.weight:
        weighted = measure(source(), bipartite=True, weight=form.weight)
        weights = oracle(adjacency(n_users + n_items, edges, bought.weights))
        assert weights == pytest.approx(weighted.structure_entropy, rel=1e-13)


N_USERS, N_ITEMS = 6, 7  # the last of each have bought nothing, or were not bought
TABLE = np.zeros((N_USERS, N_ITEMS))
TABLE[tuple(zip(*BOUGHT, strict=True))] = 1


def _network(kind: type[nx.Graph]) -> nx.Graph:
    graph = kind()
    for user, item in BOUGHT:
        graph.add_edge(("item", item), ("user", user))
    return graph


def _marked() -> nx.Graph:
    graph = _network(nx.Graph)
    graph.add_nodes_from([("user", 5), ("item", 3), ("item", 5), ("item", 6)])
    nx.set_node_attributes(graph, {node: int(node[0] == "item") for node in graph}, "bipartite")
    return graph


def _igraph() -> Any:
    import igraph

    edges = [(user, N_USERS + item) for user, item in BOUGHT]
    return igraph.Graph(
        n=N_USERS + N_ITEMS, edges=edges, vertex_attrs={"type": [n >= N_USERS for n in range(N_USERS + N_ITEMS)]}
    )


def _edge_index() -> torch.Tensor:
    return torch.tensor(BOUGHT).T.contiguous()


def _hetero() -> HeteroData:
    data = HeteroData()
    data["user"].num_nodes, data["item"].num_nodes = N_USERS, N_ITEMS
    data["user", "buys", "item"].edge_index = _edge_index()
    data["item", "bought by", "user"].edge_index = _edge_index().flip(0)
    return data


def _saved(path: Path, write: Any, what: Any) -> Path:
    write(path, what)
    return path


# Sources that carry two kinds of nodes themselves, isolated ones too.
SIDED = {
    "numpy": lambda _: TABLE,
    "scipy": lambda _: scipy.sparse.csr_array(TABLE),
    "torch sparse": lambda _: torch.from_numpy(TABLE).to_sparse_csr(),
    "npy": lambda folder: _saved(folder / "a.npy", np.save, TABLE),
    "npz": lambda folder: _saved(folder / "a.npz", scipy.sparse.save_npz, scipy.sparse.csr_array(TABLE)),
    "mtx": lambda folder: _saved(folder / "a.mtx", scipy.io.mmwrite, scipy.sparse.coo_array(TABLE)),
    "mtx dense": lambda folder: _saved(folder / "a.mtx", scipy.io.mmwrite, TABLE),
    "networkx": lambda _: _marked(),
    "igraph": lambda _: _igraph(),
    "hetero": lambda _: _hetero(),
    "adj_t": lambda _: Data(adj_t=torch.from_numpy(TABLE.T.copy()).to_sparse_csr()),
    "adj_t, coo": lambda _: Data(adj_t=torch.from_numpy(TABLE.T.copy()).to_sparse_coo(), x=torch.ones(13, 2)),
    "edge index": lambda _: EdgeIndex(_edge_index(), sparse_size=(N_USERS, N_ITEMS)),
}


@pytest.mark.parametrize("name", SIDED)
@pytest.mark.parametrize("asked", [False, True])
def test_sources_that_have_two_kinds_of_nodes_need_no_option(name, asked, tmp_path):
    source = SIDED[name](tmp_path)
    expected = oracle(adjacency(N_USERS + N_ITEMS, [(u, N_USERS + v) for u, v in BOUGHT]))
    graph = gd.read(source, bipartite=asked)
    assert ((N_USERS, N_ITEMS), len(BOUGHT)) == (graph.kinds, graph.n_edges)
    assert (graph.sides[graph.pairs[:, 0]] != graph.sides[graph.pairs[:, 1]]).all()
    for engine in ("memory", "disk"):
        found = measure(source, bipartite=asked, engine=engine)
        assert (found.kinds, found.n_isolated) == ((N_USERS, N_ITEMS), 4)
        assert expected == pytest.approx(found.structure_entropy, rel=1e-13)


SQUARE = TABLE[:6, :6]


@pytest.mark.parametrize(
    "square",
    [SQUARE, EdgeIndex(_edge_index(), sparse_size=(6, 6)), Data(adj_t=torch.from_numpy(SQUARE).T.to_sparse_csr())],
    ids=["numpy", "edge index", "adj_t"],
)
def test_a_square_matrix_has_two_kinds_of_nodes_if_one_says_so(square):
    assert gd.read(square, bipartite=True).kinds == (6, 6)
    assert gd.read(square).n_nodes == 6


def test_the_sizes_of_a_pyg_data_are_its_features():
    edges = {"edge_index": _edge_index(), "num_nodes": 5}
    assert gd.read(Data(**edges), bipartite=True).kinds == (5, 4)
    sized = Data(**edges, x_s=torch.ones(6, 2), x_t=torch.ones(7, 3))
    assert gd.read(sized, bipartite=True).kinds == (6, 7)
    with pytest.raises(SourceError, match="an edge names position 4, which is outside the shape"):
        gd.read(Data(**edges, x_s=torch.ones(5, 2), x_t=torch.ones(4, 3)), bipartite=True)


def test_an_adj_t_that_is_not_square_has_the_note_of_a_matrix():
    matrix = torch.from_numpy(TABLE)
    [note] = gd.read(Data(adj_t=matrix.T.to_sparse_coo())).notes
    assert (note,) == gd.read(matrix.to_sparse_coo()).notes


def test_a_number_of_nodes_that_tells_no_kinds_is_noted():
    edges = _edge_index()
    [note] = gd.read(Data(edge_index=edges, num_nodes=13), bipartite=True).notes
    assert note.startswith("the source's 13 nodes do not count: it does not say how many each kind has; n_nodes=(a, b)")
    assert gd.read(Data(edge_index=edges, num_nodes=13), bipartite=True, n_nodes=(6, 7)).kinds == (6, 7)
    assert gd.read(Data(edge_index=edges, num_nodes=5), bipartite=True).notes == ()


def test_nodes_that_a_source_lists_are_of_the_kind_that_their_end_tells(tmp_path):
    directed = _network(nx.DiGraph)
    assert gd.read(directed, bipartite=True).kinds == (4, 5)
    nx.write_graphml(
        nx.relabel_nodes(directed, {node: "{} {}".format(*node) for node in directed}), tmp_path / "a.graphml"
    )
    assert gd.read(tmp_path / "a.graphml", bipartite=True).kinds == (4, 5)
    with pytest.raises(SourceError, match="node 1 stands at the first end of an edge and at the second end of another"):
        gd.read(nx.path_graph(4), bipartite=True)


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ({0: 0, 1: 1, 2: 0}, "node 3 has none"),
        ({0: "user", 1: "item", 2: "user", 3: "item"}, "node 0 has 'user', which is neither 0 nor 1"),
        ({0: 0, 1: 1, 2: 2, 3: 1}, "node 2 has 2, which is neither 0 nor 1"),
        ({0: 0, 1: 1, 2: 1, 3: 0}, "nodes 1 and 2 share an edge and both have 1"),
    ],
)
def test_marks_that_tell_no_two_kinds_are_noted(marks, reason):
    import igraph

    graph = nx.path_graph(4)
    nx.set_node_attributes(graph, marks, "bipartite")
    same = igraph.Graph(edges=list(graph.edges), vertex_attrs={"type": [marks.get(node) for node in graph]})
    for source, attribute in ((graph, "bipartite"), (same, "type")):
        note = f"attribute '{attribute}' ignored: {reason}"
        found = gd.read(source)
        assert (found.kinds, found.notes) == (None, (note,))
        with pytest.raises(SourceError, match=f"second end of another; {note}; mend it, or give a table"):
            gd.read(source, bipartite=True)


def test_the_number_of_nodes_is_one_for_each_kind():
    graph = gd.read(BOUGHT, bipartite=True, n_nodes=(6, 7))
    assert (graph.kinds, gd.read(graph, bipartite=True)) == ((6, 7), graph)
    assert gd.read(TABLE, n_nodes=(10, 10)).kinds == (10, 10)
    with pytest.raises(
        ParameterError, match=r"two kinds of nodes; give a number for each, as in n_nodes=\(943, 1682\)"
    ):
        gd.ideal_dimension(BOUGHT, bipartite=True, n_nodes=20)
    with pytest.raises(ParameterError, match="n_nodes is 20 and 30, but there is one kind of nodes; give one number"):
        gd.read(BOUGHT, n_nodes=(20, 30))
    with pytest.raises(ParameterError, match="n_nodes is 9 and 3, but the source has 5 and 4 nodes"):
        gd.read(BOUGHT, bipartite=True, n_nodes=(9, 3))
    with pytest.raises(UnsupportedError, match="a Graph is read already"):
        gd.read(gd.read(BOUGHT), bipartite=True)
    with pytest.raises(ParameterError, match="bipartite is 'yes'; it is True or False"):
        gd.ideal_dimension(BOUGHT, bipartite="yes")


def test_names_of_two_kinds_get_a_note_until_they_are_kept_apart():
    table = pl.DataFrame({"customer_id": [1, 2], "product_id": [2, 3]})
    assert any("--bipartite keeps them apart" in note for note in gd.ideal_dimension(table).facts.notes)
    assert gd.ideal_dimension(table, bipartite=True).facts.notes == ()


def test_the_panel_and_json_tell_both_kinds():
    result = gd.ideal_dimension(BOUGHT, bipartite=True)
    assert "5 + 4 nodes · 9 edges" in repr(result)
    assert (result.summary()["n_nodes"], result.summary()["kinds"]) == (9, [5, 4])
