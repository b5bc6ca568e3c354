"""Rows without ids: one rule says which row belongs to which node, for all edges of a call."""

from __future__ import annotations

import numpy as np
import pytest

import graphdim as gd
from graphdim.errors import GraphDimError, GraphError
from graphdim.shrinking.matching import matched
from graphdim.shrinking.sources import rows_of
from toy_graphs import block_model

N_NODES, WIDTH = 60, 8
EDGES = block_model(3, N_NODES, inside=0.5, across=0.05)
ROWS = np.random.default_rng(0).standard_normal((N_NODES, WIDTH)).astype(np.float32)


def without(node: int, edges: np.ndarray = EDGES) -> np.ndarray:
    return edges[(edges != node).all(axis=1)]


def ends_by_row(graph) -> list[list[int]]:
    """The rows at both ends of every edge that is scored."""
    return sorted(graph.row_of_node[np.argwhere(graph.adjacency.toarray())].tolist())


def test_held_out_and_known_edges_go_by_one_rule():
    held_out, train = without(N_NODES - 1, EDGES[::4]), np.delete(EDGES, np.s_[::4], axis=0)
    assert np.array_equal(np.unique(train), np.arange(N_NODES))
    by_id = matched(held_out + 1, rows_of(dict(enumerate(ROWS, 1))), known=train + 1)
    by_order = matched(held_out + 1, rows_of(ROWS), known=train + 1)
    assert ends_by_row(by_order) == ends_by_row(by_id)
    assert np.array_equal(by_order.known, by_id.known)
    assert "the rows have no ids: they were taken in the order of the nodes" in by_order.notes


def test_ids_that_may_count_from_0_or_from_1_are_refused():
    doubt = "no edge names node 0: node 1 could have row 1, if ids count from 0, or row 0, if they count from 1; give"
    for edges in (without(N_NODES - 1) + 1, without(0)):
        with pytest.raises(GraphError, match=doubt):
            gd.shrink(ROWS, edges=edges)
    assert matched(without(0), rows_of(dict(enumerate(ROWS)))).adjacency.nnz


def test_a_source_that_lists_node_0_counts_from_0():
    adjacency = np.zeros((N_NODES, N_NODES))
    adjacency[tuple(without(0).T)] = adjacency[tuple(without(0).T[::-1])] = 1
    assert ends_by_row(matched(adjacency, rows_of(ROWS))) == np.argwhere(adjacency).tolist()


def test_a_smallest_id_above_1_is_counted_from_0_with_a_note():
    graph = matched(without(1, without(0)), rows_of(ROWS))
    assert "the rows have no ids: node 2 has row 2, counted from 0" in graph.notes


@pytest.mark.parametrize(
    ("edges", "known", "message"),
    [
        ([(-1, 3), (3, 4)], None, "node -1 has no row"),
        ([(1, 60), (1, 2)], [(3, 4)], "node 60 has no row; the rows have no ids, so they are those of the nodes from"),
        (EDGES, [("a", "b")], "the nodes have names such as 'a'"),
        (EDGES, np.ones((50, 10)), "have two kinds of nodes, the others one; say --bipartite"),
    ],
)
def test_edges_without_a_row_for_each_node_are_refused(edges, known, message):
    with pytest.raises(GraphDimError, match=message):
        matched(edges, rows_of(ROWS), known=known)


SPELLINGS = {"padded": "{:03d}", "signed": "{:+d}", "floats": "{}.0", "savetxt": "{:.18e}"}


@pytest.mark.parametrize("name", SPELLINGS)
def test_whole_numbers_are_one_id_however_they_are_written(name, tmp_path):
    write = SPELLINGS[name].format if name != "savetxt" else lambda node: f"{float(node):.18e}"
    rows = {write(node): row for node, row in enumerate(ROWS)}
    plain = matched(EDGES, rows_of(dict(enumerate(ROWS))))
    assert ends_by_row(matched(EDGES, rows_of(rows))) == ends_by_row(plain)
    for labels in ({node: node % 3 for node in range(N_NODES)}, {write(node): node % 3 for node in range(N_NODES)}):
        written = tmp_path / "labels.csv"
        written.write_text("id,label\n" + "".join(f"{node},c{label}\n" for node, label in labels.items()))
        for given in (labels, written):
            assert gd.shrink(rows, labels=given).curve == gd.shrink(ROWS, labels=np.arange(N_NODES) % 3).curve


def test_ids_that_differ_only_in_their_spelling_stay_apart():
    rows = rows_of({"7": ROWS[0], "07": ROWS[1], "x": ROWS[2]})
    assert ends_by_row(matched([("07", "x"), ("7", "x")], rows)) == [[0, 2], [1, 2], [2, 0], [2, 1]]


def test_padded_ids_of_two_kinds_are_still_ambiguous():
    with pytest.raises(GraphDimError, match="the id 7 is a node of both kinds"):
        gd.shrink({f"{node:02d}": row for node, row in enumerate(ROWS)}, edges=[(7, 8), (6, 7)], bipartite=True)


def test_ids_that_match_nowhere_are_shown_from_both_sides():
    with pytest.raises(GraphDimError, match="like '0'; ids of the rows are like 'n0'; write them alike in both"):
        gd.shrink({f"n{node}": row for node, row in enumerate(ROWS)}, edges=EDGES)


BLOCKS = np.arange(N_NODES) % 3


def as_table(labels: dict, folder):
    (folder / "labels.csv").write_text("id,label\n" + "".join(f"{node},c{label}\n" for node, label in labels.items()))
    return folder / "labels.csv"


def test_labels_go_by_the_rule_of_the_edges(tmp_path):
    expected = gd.shrink(ROWS, edges=EDGES, labels=BLOCKS).curves[1].points
    for start in (0, 1, 1000):
        labels = dict(enumerate(BLOCKS.tolist(), start))
        for given in (labels, as_table(labels, tmp_path)):
            found = gd.shrink(ROWS, edges=EDGES + start, labels=given)
            assert found.curves[1].points == expected


def test_labels_alone_count_from_0_or_from_1(tmp_path):
    expected = gd.shrink(ROWS, labels=BLOCKS).curve
    from_1 = dict(enumerate(BLOCKS.tolist(), 1))
    for given in (from_1, as_table(from_1, tmp_path)):
        result = gd.shrink(ROWS, labels=given)
        assert (result.curve, result.notes) == (expected, ("the rows have no ids: they were taken for 1 to 60",))
    del from_1[N_NODES]
    for given in (from_1, as_table(from_1, tmp_path)):
        with pytest.raises(GraphError, match="no label is that of node 0: node 1 could have row 1, if ids count from"):
            gd.shrink(ROWS, labels=given)
