"""Labels and features of a graph of one's own: every way to give them, and what is refused."""

import zipfile
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
import torch
from torch_geometric.data import Data, HeteroData

from graphdim.errors import GraphDimError, GraphError, ParameterError, SourceError
from graphdim.sweeping.own import own_graph
from labelled_toys import N_NODES, put_toy, toy_edges, toy_labels

NAMES = [f"node {number:02}" for number in range(N_NODES)]
WORDS = ["left", "right"]


@pytest.fixture
def edge_list(tmp_path: Path) -> Path:
    """The toy with names for ids, in an order that is not theirs."""
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"{NAMES[a]},{NAMES[b]}\n" for a, b in toy_edges()[::-1]))
    return path


def label_file(path: Path, *, header: bool, separator: str = ",") -> Path:
    rows = [f"{name}{separator}{WORDS[label]}" for name, label in zip(NAMES, toy_labels(), strict=True)]
    path.write_text("\n".join([*([f"id{separator}label"] if header else []), *reversed(rows)]) + "\n")
    return path


def data() -> Data:
    edge_index = torch.from_numpy(np.concatenate([toy_edges(), toy_edges()[:, ::-1]]).T.copy())
    return Data(x=torch.eye(N_NODES), y=torch.from_numpy(toy_labels()), edge_index=edge_index)


def test_a_name_with_markup_becomes_plain(tmp_path: Path) -> None:
    path = tmp_path / "<b>[1]|x.csv"
    path.write_text("".join(f"{source},{target}\n" for source, target in toy_edges()))
    assert own_graph(path, toy_labels())[1].name == "_b__1__x.csv"


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_labels_from_a_file_find_their_nodes(tmp_path: Path, edge_list: Path, header: bool, separator: str) -> None:  # noqa: FBT001
    _, labelled = own_graph(edge_list, label_file(tmp_path / "labels.txt", header=header, separator=separator))
    assert labelled.labels.tolist() == toy_labels().tolist()
    assert labelled.notes == ("no features: one-hot degrees take their place",)


def test_labels_as_a_column_of_the_features(tmp_path: Path, edge_list: Path) -> None:
    rows = [f"{name},{number},{2 * number},{WORDS[number // 30]}" for number, name in enumerate(NAMES)]
    (tmp_path / "nodes.csv").write_text("\n".join(["id,a,b,side", *rows]))
    _, labelled = own_graph(edge_list, "side", tmp_path / "nodes.csv")
    assert labelled.labels.tolist() == toy_labels().tolist()
    assert labelled.n_features == 2
    assert labelled.notes == ()


@pytest.mark.parametrize("kind", ["file", "frame"])
def test_a_column_called_label_is_no_feature_where_labels_are_known(tmp_path: Path, edge_list: Path, kind: str) -> None:
    frame = pl.DataFrame({"id": NAMES, "label": toy_labels(), "a": range(N_NODES)})
    frame.write_csv(tmp_path / "nodes.csv")
    features = tmp_path / "nodes.csv" if kind == "file" else frame
    name = str(features) if kind == "file" else "features"
    by_id = dict(zip(NAMES, toy_labels(), strict=True))
    note = f"{name}: column 'label' is named like labels and no feature; give it another name if it is one"
    labelled = own_graph(edge_list, by_id, features)[1]
    assert (labelled.n_features, labelled.notes) == (1, (note,))
    assert own_graph(edge_list, "label", features)[1].notes == ()
    assert own_graph(edge_list, features, features)[1].n_features == 1
    assert own_graph(edge_list, None, features)[1].n_features == 2


def test_places_called_x_and_y_are_features(edge_list: Path) -> None:
    frame = pl.DataFrame({"id": NAMES, "x": range(N_NODES), "y": toy_labels()})
    by_id = dict(zip(NAMES, toy_labels(), strict=True))
    assert own_graph(edge_list, by_id, frame)[1].n_features == 2
    with pytest.raises(SourceError, match="features: apart from ids and labels there is no column"):
        own_graph(edge_list, by_id, frame.drop("x"))


def test_labels_in_parquet(tmp_path: Path, edge_list: Path) -> None:
    pl.DataFrame({"id": NAMES, "label": toy_labels()}).write_parquet(tmp_path / "labels.parquet")
    assert own_graph(edge_list, tmp_path / "labels.parquet")[1].labels.tolist() == toy_labels().tolist()


def test_labels_and_features_as_arrays_and_files_of_arrays(tmp_path: Path) -> None:
    np.save(tmp_path / "labels.npy", toy_labels())
    sp.save_npz(tmp_path / "x.npz", sp.csr_array(np.eye(N_NODES)))
    from_files = own_graph(toy_edges(), tmp_path / "labels.npy", tmp_path / "x.npz")[1]
    from_memory = own_graph(toy_edges(), toy_labels(), np.eye(N_NODES))[1]
    for labelled in (from_files, from_memory):
        assert labelled.labels.tolist() == toy_labels().tolist()
        assert labelled.n_features == N_NODES


def test_features_in_a_frame_find_their_nodes(edge_list: Path) -> None:
    rows = np.random.default_rng(0).normal(size=(N_NODES, 3))
    frame = pd.DataFrame(rows, index=NAMES)
    expected = own_graph(toy_edges(), features=rows)[1].features
    for given in (frame[::-1], pl.from_pandas(frame[::-1].rename(columns=str).reset_index(names="id"))):
        assert np.allclose(own_graph(edge_list, features=given)[1].features, expected, atol=1e-5)
    with pytest.raises(GraphError, match="59 rows of features for 60 nodes"):
        own_graph(toy_edges() + 1, features=pd.DataFrame(rows[1:]))


def test_nodes_without_features_are_counted(tmp_path: Path, edge_list: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("".join(["id,a\n", *(f"{name},{number}\n" for number, name in enumerate(NAMES[:-3]))]))
    assert own_graph(edge_list, features=path)[1].notes == (
        f"{path}: 3 of 60 nodes have no row; their features are zeros",
    )
    frame = pd.DataFrame({"a": range(N_NODES - 1)}, index=NAMES[1:])
    assert own_graph(edge_list, features=frame)[1].notes == (
        "features: 1 of 60 nodes has no row; its features are zeros",
    )


def test_a_mapping_from_ids(edge_list: Path) -> None:
    half = {name: WORDS[label] for name, label in list(zip(NAMES, toy_labels(), strict=True))[::2]}
    labels = own_graph(edge_list, half)[1].labels
    assert labels[::2].tolist() == toy_labels()[::2].tolist()
    assert set(labels[1::2].tolist()) == {-1}


def test_networkx_brings_an_attribute_in_its_own_order() -> None:
    graph = nx.Graph([(NAMES[a], NAMES[b]) for a, b in toy_edges()])
    nx.set_node_attributes(graph, dict(zip(NAMES, toy_labels().tolist(), strict=True)), "side")
    labels = own_graph(graph, "side")[1].labels
    assert labels.tolist() == [int(graph.nodes[node]["side"]) for node in graph]


def test_pyg_brings_its_labels_and_features() -> None:
    graph, labelled = own_graph(data())
    assert (graph.n_nodes, graph.n_edges, labelled.n_features) == (N_NODES, len(toy_edges()), N_NODES)
    assert labelled.labels.tolist() == toy_labels().tolist()


def test_a_labelled_archive_brings_its_labels(tmp_path: Path) -> None:
    put_toy(tmp_path)
    assert own_graph(tmp_path / "graphs" / "toy.npz")[1].labels.tolist() == toy_labels().tolist()


def test_a_dataset_brings_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    assert own_graph("dataset:toy")[1].labels.tolist() == toy_labels().tolist()


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (toy_labels()[:-1], GraphError, "59 labels for 60 nodes"),
        (
            {"nobody": 1},
            SourceError,
            "labels: none of 1 ids found in the graph; the others are like 'nobody', those of the",
        ),
        ("nowhere.csv", SourceError, "no such file, and the source has no such column"),
    ],
)
def test_labels_that_do_not_match_are_refused(
    edge_list: Path, labels: Any, error: type[GraphDimError], message: str
) -> None:
    with pytest.raises(error, match=message):
        own_graph(edge_list, labels)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "id,side\nnode 00,right\nnobody,left\nelse,left\n",
            "labels.csv, first column: only 1 of 3 ids found in the graph; the others are like 'nobody', 'else', those",
        ),
        (
            "what,side\na,left\nb,right\nc,left\n",
            "labels.csv, first column: none of 4 ids found in the graph; the others are like 'b', 'c', those of",
        ),
        ("id,side\na,left\n", "none of 1 ids found in the graph; the others are like 'a',"),
        ("number,side\n1,left\n2,right\n", "none of 2 ids found in the graph; the others are like '1', '2',"),
        ("node 00,left\nnode 01\n", "labels.csv, line 2: 1 field in 'node 01', expected 2"),
        ("node 00,1,2\n", "which column holds the labels?"),
        ("node\n", "a table of nodes has an id and at least one more field"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(tmp_path: Path, edge_list: Path, lines: str, message: str) -> None:
    (tmp_path / "labels.csv").write_text(lines)
    with pytest.raises(SourceError, match=message):
        own_graph(edge_list, tmp_path / "labels.csv")


def test_labels_of_nodes_without_an_edge_are_left_out_and_told(tmp_path: Path, edge_list: Path) -> None:
    path = label_file(tmp_path / "labels.csv", header=True)
    path.write_text(path.read_text().replace("id,label\n", "id,label\nlone 1,left\nlone 2,right\n"))
    _, labelled = own_graph(edge_list, path)
    assert labelled.labels.tolist() == toy_labels().tolist()
    assert labelled.notes[1:] == (
        f"{path}, first column: 2 of 62 ids are not in the graph, like 'lone 1', 'lone 2': left out",
    )
    by_id = dict(zip([*NAMES, "lone"], [*toy_labels().tolist(), 0], strict=True))
    assert own_graph(edge_list, by_id)[1].notes[1:] == (
        "labels: 1 of 61 ids is not in the graph, like 'lone': left out",
    )


def test_a_first_row_that_is_like_the_others_is_no_header(tmp_path: Path, edge_list: Path) -> None:
    path = label_file(tmp_path / "labels.csv", header=False)
    path.write_text(f"lone,left\n{path.read_text()}")
    assert "1 of 61 ids is not in the graph, like 'lone'" in own_graph(edge_list, path)[1].notes[1]


def test_labels_and_features_of_one_file_are_told_once(tmp_path: Path, edge_list: Path) -> None:
    rows = [f"{name},{number},{WORDS[number // 30 % 2]}" for number, name in enumerate([*NAMES, "lone"])]
    (tmp_path / "nodes.csv").write_text("\n".join(["id,a,side", *rows]))
    _, labelled = own_graph(edge_list, "side", tmp_path / "nodes.csv")
    [note] = labelled.notes
    assert note.endswith("1 of 61 ids is not in the graph, like 'lone': left out")


def test_an_archive_without_a_matrix_is_refused_by_its_name_alone(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", x=np.eye(N_NODES))
    with pytest.raises(SourceError, match=r"x\.npz: it holds x; give a matrix saved by scipy, or an array .* as \.npy"):
        own_graph(toy_edges(), toy_labels(), tmp_path / "x.npz")


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_sparse_features_of_every_form_are_taken(form: str) -> None:
    features = own_graph(toy_edges(), toy_labels(), sp.eye_array(N_NODES).asformat(form))[1].features
    assert (features != sp.eye_array(N_NODES)).nnz == 0


def test_sparse_features_that_contradict_themselves_are_refused() -> None:
    features = sp.csr_array(np.eye(N_NODES))
    features.indptr = np.array([0, 10**6, *[0] * (N_NODES - 1)])
    with pytest.raises(SourceError, match="the matrix of features is damaged: indptr does not rise"):
        own_graph(toy_edges(), toy_labels(), features)


def test_features_whose_indices_point_outside_are_refused(tmp_path: Path) -> None:
    features = sp.csr_array(np.eye(N_NODES))
    features.indices[5] = 2_000_000_000
    sp.save_npz(tmp_path / "x.npz", features)
    with pytest.raises(SourceError, match="not a readable scipy matrix"):
        own_graph(toy_edges(), toy_labels(), tmp_path / "x.npz")


def test_features_that_are_no_numbers_are_refused(tmp_path: Path, edge_list: Path) -> None:
    label_file(tmp_path / "labels.csv", header=True)
    with pytest.raises(SourceError, match="features are numbers"):
        own_graph(edge_list, None, tmp_path / "labels.csv")
    with pytest.raises(SourceError, match="apart from ids and labels there is no column"):
        own_graph(edge_list, tmp_path / "labels.csv", tmp_path / "labels.csv")
    with pytest.raises(SourceError, match="there is no column 'side'; the columns are label"):
        own_graph(edge_list, "side", tmp_path / "labels.csv")


@pytest.mark.parametrize(
    "features",
    [np.full((N_NODES, 2), np.nan), sp.csr_array(np.diag([np.inf] * N_NODES)), np.diag([1e300] * N_NODES)],
)
def test_features_that_are_not_finite_are_refused(features: Any) -> None:
    with pytest.raises(SourceError, match="NaN or infinite"):
        own_graph(toy_edges(), toy_labels(), features)


def test_a_data_may_hold_its_edges_in_a_sparse_tensor() -> None:
    both = np.concatenate([toy_edges(), toy_edges()[:, ::-1]])
    adjacency = torch.sparse_coo_tensor(both.T.copy(), torch.ones(len(both)), (N_NODES, N_NODES))
    held = Data(x=torch.eye(N_NODES), y=torch.from_numpy(toy_labels()), adj_t=adjacency.to_sparse_csr())
    assert own_graph(held)[1].labels.tolist() == toy_labels().tolist()
    assert own_graph(held)[1].n_features == N_NODES


@pytest.mark.parametrize(
    ("x", "fault"),
    [
        (torch.ones(N_NODES, 2, 2), r"the features are array\(.*; give a matrix of numbers"),
        (torch.ones(N_NODES), r"the features are array\(.*; give a matrix of numbers"),
        (torch.ones(N_NODES, 2, dtype=torch.complex64), r"the features are array\(.*; give a matrix of numbers"),
        (torch.eye(N_NODES).to_sparse(), "the features of the PyG Data are a torch.sparse_coo tensor of torch.float32"),
    ],
    ids=["three axes", "one axis", "complex", "sparse"],
)
def test_features_of_a_data_that_are_no_matrix_are_refused(x: torch.Tensor, fault: str) -> None:
    with pytest.raises(GraphDimError, match=fault):
        own_graph(Data(x=x, edge_index=torch.from_numpy(toy_edges().T.copy()), num_nodes=N_NODES))


def test_several_kinds_of_nodes_are_refused() -> None:
    mixed = HeteroData()
    mixed["a"].num_nodes = 2
    mixed["a", "to", "a"].edge_index = torch.tensor([[0], [1]])
    with pytest.raises(ParameterError, match="HeteroData"):
        own_graph(mixed)


def test_a_column_of_the_source_itself_and_its_features(tmp_path: Path) -> None:
    x = sp.csr_array(np.eye(N_NODES, dtype=np.float32))
    parts = {"x_data": x.data, "x_indices": x.indices, "x_indptr": x.indptr, "x_shape": x.shape}
    np.savez(tmp_path / "mine.npz", n=N_NODES, edges=toy_edges(), side=toy_labels(), **parts)
    labelled = own_graph(tmp_path / "mine.npz", "side")[1]
    assert (labelled.labels.tolist(), labelled.n_features) == (toy_labels().tolist(), N_NODES)


def test_a_labelled_graph_may_have_its_number_of_nodes_in_a_list_and_hold_other_files(tmp_path: Path) -> None:
    np.savez(tmp_path / "mine.npz", n=[N_NODES], edges=toy_edges(), labels=toy_labels())
    with zipfile.ZipFile(tmp_path / "mine.npz", "a") as archive:
        archive.writestr("README", "about this graph")
    assert own_graph(tmp_path / "mine.npz")[1].labels.tolist() == toy_labels().tolist()


def test_labels_of_ones_own_for_a_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    assert own_graph("dataset:toy", 1 - toy_labels())[1].labels.tolist() == (1 - toy_labels()).tolist()


def test_a_byte_order_mark_is_no_part_of_the_first_id(tmp_path: Path, edge_list: Path) -> None:
    path = label_file(tmp_path / "labels.csv", header=False)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert own_graph(edge_list, path)[1].labels.min() == 0


def test_lines_that_would_swallow_others_are_refused(tmp_path: Path, edge_list: Path) -> None:
    path = label_file(tmp_path / "labels.csv", header=False)
    line = f'{NAMES[0]},"left'
    path.write_text(path.read_text().replace(f"{NAMES[0]},left", line).replace(f"{NAMES[0]},right", line))
    with pytest.raises(SourceError, match="labels.csv, line 60: a quote without its partner"):
        own_graph(edge_list, path)


def test_a_long_label_is_a_label(tmp_path: Path, edge_list: Path) -> None:
    path = label_file(tmp_path / "labels.csv", header=False)
    path.write_text(path.read_text().replace(f"{NAMES[0]},left", f"{NAMES[0]},{'x' * 200_000}"))
    assert len(set(own_graph(edge_list, path)[1].labels.tolist())) == 3


def test_blanks_nan_and_negative_numbers_are_no_labels(tmp_path: Path, edge_list: Path) -> None:
    halves = np.where(np.arange(N_NODES) < 3, [np.nan, -1.0, -2.5, *[0.0] * (N_NODES - 3)], toy_labels())
    in_order = own_graph(toy_edges(), halves)[1].labels
    assert in_order[:3].tolist() == [-1, -1, -1]
    assert in_order[3:].tolist() == toy_labels()[3:].tolist()
    assert own_graph(toy_edges(), [None, *halves[1:].tolist()])[1].labels[:3].tolist() == [-1, -1, -1]
    pl.DataFrame({"id": NAMES, "label": np.where(halves < 0, np.nan, halves)}).write_parquet(tmp_path / "l.parquet")
    assert sorted(set(own_graph(edge_list, tmp_path / "l.parquet")[1].labels.tolist())) == [-1, 0, 1]


def test_a_dataset_needs_no_labels_for_link_prediction_and_takes_those_that_are_given() -> None:
    assert own_graph("dataset:karate")[1].n_classes == 0
    assert own_graph("dataset:karate", np.arange(34) % 2)[1].n_classes == 2


@pytest.mark.usefixtures("real_data")
def test_the_case_of_a_dataset_changes_nothing() -> None:
    assert own_graph("dataset:Cora")[1].name == "cora"
    assert own_graph("dataset:CORA")[1].public_split is not None


@pytest.mark.parametrize(("name", "content"), [("bad.npz", b"PK\x03\x04 not really"), ("bad.npy", b"\x93NUMPY")])
def test_damaged_arrays_are_refused(tmp_path: Path, edge_list: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=f"{name}: not a readable "):
        own_graph(edge_list, tmp_path / name)


def test_a_label_file_may_begin_with_a_gene(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("PAR1,left\nb,right\nc,left\n")
    assert own_graph([("PAR1", "b"), ("b", "c")], tmp_path / "labels.csv")[1].labels.tolist() == [0, 1, 0]


def test_labels_in_order_need_nodes_that_have_one(tmp_path: Path, edge_list: Path) -> None:
    np.save(tmp_path / "labels.npy", toy_labels())
    np.save(tmp_path / "x.npy", np.eye(N_NODES))
    for labels in (tmp_path / "labels.npy", toy_labels()):
        with pytest.raises(GraphError, match="labels come without ids, but the nodes have names such as 'node 00'"):
            own_graph(edge_list, labels)
    with pytest.raises(GraphError, match="features come without ids"):
        own_graph(edge_list, label_file(tmp_path / "labels.csv", header=True), tmp_path / "x.npy")
