"""Rows of users and items, whose ids begin again at 0: every source of two kinds, by order and by id."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
import torch
from click.testing import CliRunner
from torch_geometric import EdgeIndex
from torch_geometric.data import HeteroData
from torch_geometric.transforms import ToUndirected

import graphdim as gd
from graphdim.cli import graphdim
from graphdim.errors import GraphDimError
from graphdim.shrinking.matching import matched
from graphdim.shrinking.sources import rows_of

N_USERS, N_ITEMS, WIDTH = 60, 36, 12
IS_LIKED = np.random.default_rng(0).random((N_USERS, N_ITEMS)) < np.where(
    (np.arange(N_USERS) % 4)[:, None] == np.arange(N_ITEMS) % 4, 0.6, 0.03
)
MATRIX = scipy.sparse.csr_array(IS_LIKED.astype(float))
PAIRS = np.argwhere(IS_LIKED)


def spectral_rows() -> np.ndarray:
    users, values, items = np.linalg.svd(IS_LIKED.astype(float), full_matrices=False)
    return np.concatenate([users, items.T])[:, :WIDTH] * np.sqrt(values[:WIDTH])


ROWS = spectral_rows()


def pairs_of_rows(edges, rows=ROWS, **options) -> list[list[int]]:
    """The rows at both ends of every edge that is scored, those of users first."""
    graph = matched(edges, rows_of(rows), **options)
    assert graph.sides is not None
    ends = graph.row_of_node[np.argwhere(graph.adjacency.toarray())]
    return sorted(ends[~graph.sides[np.argwhere(graph.adjacency.toarray())[:, 0]]].tolist())


EXPECTED = np.add(PAIRS, [0, N_USERS]).tolist()


def as_csv(folder):
    np.savetxt(folder / "likes.csv", PAIRS, "%d", ",")
    return folder / "likes.csv"


def as_npz(folder):
    scipy.sparse.save_npz(folder / "likes.npz", MATRIX)
    return folder / "likes.npz"


def as_mtx(folder):
    scipy.io.mmwrite(folder / "likes.mtx", MATRIX)
    return folder / "likes.mtx"


def typed(*types: str) -> HeteroData:
    """A HeteroData that declares its types in this order."""
    data = HeteroData()
    for kind in types:
        data[kind].num_nodes = {"user": N_USERS, "item": N_ITEMS}[kind]
    data["user", "likes", "item"].edge_index = torch.tensor(PAIRS.T)
    return data


RECTANGLES = {
    "scipy": lambda _: MATRIX,
    "npz": as_npz,
    "mtx": as_mtx,
    "torch": lambda _: torch.tensor(IS_LIKED.astype(float)).to_sparse(),
    "EdgeIndex": lambda _: EdgeIndex(torch.tensor(PAIRS.T), sparse_size=(N_USERS, N_ITEMS)),
    "Graph": lambda _: gd.read(MATRIX),
    "HeteroData": lambda _: typed("user", "item"),
    "HeteroData, items declared first": lambda _: typed("item", "user"),
    "HeteroData, undirected": lambda _: ToUndirected()(typed("item", "user")),
}


@pytest.mark.parametrize("form", RECTANGLES)
def test_columns_of_a_rectangle_have_the_rows_after_its_rows(form, tmp_path):
    assert pairs_of_rows(RECTANGLES[form](tmp_path)) == EXPECTED


def test_the_rows_of_both_types_of_a_heterodata_are_said():
    taken = "the first 60 were taken for the first kind of nodes, the last 36 for the second"
    assert f"the rows have no ids: {taken}" in matched(typed("item", "user"), rows_of(ROWS)).notes


def test_the_order_of_three_types_is_said():
    data = typed("item", "user")
    data["tag"].num_nodes = 1
    shifted = torch.tensor(PAIRS.T) + torch.tensor([[N_ITEMS], [0]])
    graph = matched(data, rows_of(np.vstack([ROWS[N_USERS:], ROWS[:N_USERS], ROWS[:1]])))
    assert sorted(graph.row_of_node[np.argwhere(np.triu(graph.adjacency.toarray()))[:, ::-1]].tolist()) == sorted(
        shifted.T.tolist()
    )
    assert "the nodes are numbered by type: first 'item', then 'user', then 'tag'" in graph.notes


def test_a_rectangle_and_a_table_of_the_rows_have_one_answer():
    assert gd.shrink(ROWS, edges=MATRIX).curve == gd.shrink(ROWS, edges=EXPECTED).curve


TABLES = {"file": as_csv, "array": lambda _: PAIRS, "pairs": lambda _: PAIRS.tolist()}


@pytest.mark.parametrize("form", TABLES)
def test_bipartite_keeps_the_two_columns_of_a_table_apart(form, tmp_path):
    edges = TABLES[form](tmp_path)
    assert pairs_of_rows(edges, bipartite=True) == EXPECTED
    taken = "the first 60 were taken for the first kind of nodes, the last 36 for the second"
    assert f"the rows have no ids: {taken}" in matched(edges, rows_of(ROWS), bipartite=True).notes


def test_the_command_takes_the_way_that_its_note_advises(tmp_path):
    np.save(tmp_path / "rows.npy", ROWS)
    likes = tmp_path / "likes.csv"
    np.savetxt(likes, PAIRS, "%d", ",", header="user_id,item_id", comments="")
    shrink = ["shrink", str(tmp_path / "rows.npy"), "--edges", str(likes), "--quiet"]
    said = CliRunner().invoke(graphdim, shrink)
    assert "--bipartite keeps them apart" in said.stderr
    said = CliRunner().invoke(graphdim, [*shrink, "--bipartite"])
    assert (said.exit_code, said.stdout) == (0, f"{gd.shrink(ROWS, edges=MATRIX).dimension}\n")
    assert "--bipartite" not in said.stderr


def test_held_out_edges_find_the_rows_of_all_nodes():
    held_out, train = PAIRS[::5], np.delete(PAIRS, np.s_[::5], axis=0)
    # The last user and the first item are in one of the two files alone.
    held_out = held_out[(held_out[:, 0] != N_USERS - 1) & (held_out[:, 1] != 0)]
    graph = matched(held_out, rows_of(ROWS), known=train, bipartite=True)
    shifted = matched(np.add(held_out, [0, N_USERS]), rows_of(ROWS), known=np.add(train, [0, N_USERS]))
    assert np.array_equal(graph.row_of_node, shifted.row_of_node)
    assert np.array_equal(graph.adjacency.toarray(), shifted.adjacency.toarray())
    assert np.array_equal(graph.known, shifted.known)


def marked() -> nx.Graph:
    graph = nx.Graph(list(zip(PAIRS[:, 0], PAIRS[:, 1] + N_USERS, strict=True)))
    nx.set_node_attributes(graph, {node: int(node >= N_USERS) for node in graph}, "bipartite")
    return graph


def test_nodes_of_one_graph_keep_their_numbers():
    assert pairs_of_rows(marked()) == EXPECTED
    assert pairs_of_rows(marked(), bipartite=True) == EXPECTED


def test_ids_that_tell_the_kind_need_no_order():
    names = [f"u{user}" for user in range(N_USERS)] + [f"i{item}" for item in range(N_ITEMS)]
    order = np.random.default_rng(0).permutation(len(names))
    rows = {names[place]: ROWS[place] for place in order}
    edges = [(f"u{user}", f"i{item}") for user, item in PAIRS.tolist()]
    assert sorted(order[pairs_of_rows(edges, rows, bipartite=True)].tolist()) == EXPECTED


NUMBERED = dict(enumerate(ROWS))
SWAPPED = np.add(PAIRS, [N_ITEMS, 0])


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        (NUMBERED, {"edges": MATRIX}, "the id 0 is a node of both kinds, so rows by id are ambiguous; write the kind"),
        (NUMBERED, {"edges": PAIRS, "bipartite": True}, "the id 0 is a node of both kinds"),
        (ROWS[:-1], {"edges": MATRIX}, "95 rows without ids for 60 \\+ 36 nodes of two kinds; give one row for each"),
        (ROWS, {"edges": PAIRS[:9], "bipartite": True}, "96 rows without ids for 2 \\+ 9 nodes of two kinds"),
        (ROWS, {"edges": SWAPPED, "bipartite": True}, "node 36 could have row 36, or row 0, as the first kind of"),
        (ROWS, {"edges": PAIRS.astype(str).tolist(), "bipartite": 1}, "bipartite is 1"),
        (ROWS[:4], {"edges": [("a", "x"), ("b", "y")], "bipartite": True}, "names such as 'a' and no order; give the"),
    ],
)
def test_rows_whose_nodes_are_not_sure_are_refused(rows, options, message):
    with pytest.raises(GraphDimError, match=message):
        gd.shrink(rows, **options)


@pytest.mark.parametrize("form", TABLES)
def test_as_many_rows_as_both_columns_have_nodes_advise_bipartite(form, tmp_path):
    there = (
        "there is a row for each of 60 nodes in the first column and 36 in the second; if these are different things"
    )
    assert any(there in note for note in matched(TABLES[form](tmp_path), rows_of(ROWS)).notes)
    with pytest.raises(GraphDimError, match=f"no edge names node 0: .*; {there}, say --bipartite"):
        gd.shrink(ROWS, edges=PAIRS + 1)
    half = PAIRS[::2], PAIRS[1::2]
    assert any(there in note for note in matched(half[0], rows_of(ROWS), known=half[1]).notes)
    for rows, options in ((ROWS, {"bipartite": True}), (ROWS[:-1], {}), (NUMBERED, {})):
        assert "say --bipartite (b" not in repr(ends_of(rows, options))


def ends_of(rows, options) -> tuple[str, ...]:
    try:
        return matched(PAIRS, rows_of(rows), **options).notes
    except GraphDimError as error:
        return (str(error),)
