"""Features, labels and splits of the named datasets, from files made as the projects made theirs."""

import io
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from graphdim.errors import DatasetError, SourceError
from graphdim.reading.datasets import airport, contents, labelled, planetoid
from graphdim.reading.datasets.catalogue import Dataset, File, every, find
from graphdim.reading.datasets.contents import sparse
from graphdim.reading.datasets.unpickling import unpickle


def old_pickle(thing: object) -> bytes:
    """A pickle with the names that NumPy 1 and an old SciPy wrote."""
    data = pickle.dumps(thing, protocol=3)
    for new, old in ((b"scipy.sparse._csr", b"scipy.sparse.csr"), (b"numpy._core", b"numpy.core")):
        data = data.replace(b"c" + new, b"c" + old)
    return data


@pytest.fixture
def toy_planetoid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """Seven nodes: four before the test nodes, which are 6 and 4; node 5 is a hole."""
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    rows = np.arange(12, dtype=np.float64).reshape(6, 2)
    one_hot = np.eye(3)[[0, 1, 2, 0, 1, 2]]
    one_hot[2] = 0  # no label
    parts = {
        "x": csr_matrix(rows[:2]),
        "allx": csr_matrix(rows[:4]),
        "tx": csr_matrix(rows[4:]),
        "y": one_hot[:2],
        "ally": one_hot[:4],
        "ty": one_hot[4:],
    }
    for part, thing in parts.items():
        (tmp_path / part).write_bytes(old_pickle(thing))
    (tmp_path / "index").write_text("6\n4\n")
    return Dataset("toy", "toy", "planetoid", extras={part: File(part) for part in [*parts, "index"]})


def test_planetoid_files_are_put_in_the_order_of_the_nodes(toy_planetoid: Dataset) -> None:
    found = planetoid.contents(toy_planetoid, 7)
    assert found.features.toarray().tolist() == [[0, 1], [2, 3], [4, 5], [6, 7], [10, 11], [0, 0], [8, 9]]
    assert found.labels.tolist() == [0, 1, -1, 0, 2, -1, 1]
    assert found.split[0].tolist() == [0, 1]
    assert found.split[1][:3].tolist() == [2, 3, 4]
    assert found.split[2].tolist() == [4, 6]


def test_a_test_index_that_points_outside_is_refused(toy_planetoid: Dataset) -> None:
    with pytest.raises(DatasetError, match="names nodes outside 4 to 5"):
        planetoid.contents(toy_planetoid, 6)


@pytest.mark.parametrize(
    ("values", "indices", "message"),
    [
        ([1.0], [5], "run from 5 to 5"),
        ([1.0], [0.5], "not all whole"),
        ([1j], [0], "complex128 values"),
        ([1e300], [0], "too large numbers"),
        ([np.nan], [0], "NaN, infinite"),
    ],
)
def test_damaged_features_are_refused(values: list[complex], indices: list[float], message: str) -> None:
    with pytest.raises(DatasetError, match=f"toy: the features are damaged: .*{message}"):
        sparse(values, indices, [0, 1], (1, 3), "toy")


def test_arrays_pass_the_door_and_functions_do_not() -> None:
    assert unpickle(old_pickle(np.arange(3)), "toy").tolist() == [0, 1, 2]
    with pytest.raises(DatasetError, match=r"asks for numpy\.core\.multiarray\.fromstring"):
        unpickle(b"cnumpy.core.multiarray\nfromstring\n.", "toy")


class Airports:
    """Stands in for the pickled networkx graph."""


def test_airports_take_their_class_from_the_fifth_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    numbers = {7: 0.9, 3: 1.1, 5: 1.2, 1: 1.5}
    graph = Airports()
    graph._node = {airport: {"feat": [0.1, 0.2, 0.3, 0.4, last]} for airport, last in numbers.items()}
    graph._adj = {7: {3: {}}, 3: {7: {}}, 5: {}, 1: {}}
    data = pickle.dumps(graph, protocol=2)
    module = Airports.__module__.encode()
    named = data.replace(b"c" + module + b"\nAirports\n", b"cnetworkx.classes.graph\nGraph\n")
    (tmp_path / "airport.p").write_bytes(named)
    dataset = Dataset("airport", "toy", "airport", files={"graph": File("airport.p")})
    found = airport.contents(dataset, 4)
    assert found.labels.tolist() == [0, 1, 2, 3]
    assert found.features.shape == (4, 4)
    assert found.features.dtype == np.float32


def put(tmp_path: Path, **arrays: object) -> Dataset:
    (tmp_path / "graphs").mkdir(exist_ok=True)
    np.savez(tmp_path / "graphs" / "mine.npz", **arrays)
    return Dataset("mine", "own", "labelled", files={"graph": File("graphs/mine.npz")})


def test_labelled_graphs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    bare = {"n": 3, "edges": np.array([[0, 1]]), "labels": np.array([4, -1, 4])}
    assert labelled.contents(put(tmp_path, **bare), 3).features is None
    x = {"x_data": np.ones(2), "x_indices": [0, 1], "x_indptr": [0, 1, 1, 2], "x_shape": [3, 2]}
    found = labelled.contents(put(tmp_path, **bare, **x), 3)
    assert found.labels.tolist() == [4, -1, 4]
    assert found.features.toarray().tolist() == [[1, 0], [0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"labels": np.zeros(2, dtype=int)}, "2 labels for 3 nodes"),
        ({"x_data": np.ones(2), "x_shape": [3, 2]}, "the features lack x_indices, x_indptr"),
    ],
)
def test_labels_and_features_must_match(
    arrays: dict, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    with pytest.raises(DatasetError, match=message):
        labelled.contents(put(tmp_path, n=3, edges=np.array([[0, 1]]), **arrays), 3)


def test_a_dataset_may_have_neither_labels_nor_features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert contents("karate", 34).labels is None
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    found = labelled.contents(put(tmp_path, n=3, edges=np.array([[0, 1]]), names=np.array(["a", None, "c"])), 3)
    assert (found.labels, found.features) == (None, None)


def test_a_damaged_archive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    dataset = put(tmp_path, n=3, edges=np.array([[0, 1]]), labels=np.zeros(3, dtype=int))
    [path] = tmp_path.rglob("*.npz")
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(SourceError, match="not a readable npz archive"):
        labelled.contents(dataset, 3)


def test_the_core_needs_the_graph_file_alone() -> None:
    for name in ("cora", "citeseer", "pubmed"):
        assert set(find(name).files) == {"graph"}
        assert set(find(name).extras) == {"x", "tx", "allx", "y", "ty", "ally", "index"}
        assert all(
            file.sha256 and file.url.endswith(file.path.rpartition("/")[2]) for file in find(name).extras.values()
        )


def test_graphs_without_a_public_home_are_listed_only_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "actor" not in {dataset.name for dataset in every()}
    (tmp_path / "graphs").mkdir()
    (tmp_path / "graphs" / "actor.npz").write_bytes(io.BytesIO().getvalue())
    assert "actor" in {dataset.name for dataset in every()}
    with pytest.raises(DatasetError, match="SHA-256 differs"):
        contents("actor", 7600)
