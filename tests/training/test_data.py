"""Graphs ready to train on: features scaled, labels numbered, what is missing made up and said."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from graphdim.errors import GraphError
from graphdim.reading.datasets.catalogue import find
from graphdim.reading.datasets.home import local_path
from graphdim.training.data import labelled, load, one_hot_degrees
from labelled_toys import put_toy, toy_edges

SIZES = {  # features, classes, labelled nodes, public split
    "cora": (1433, 7, 2708, [140, 500, 1000]),
    "citeseer": (3703, 6, 3312, [120, 500, 1000]),
    "pubmed": (500, 3, 19717, [60, 500, 1000]),
    "airport": (4, 4, 3188, None),
}


def test_counted_words_become_rows_that_sum_to_one_and_stay_sparse() -> None:
    words = csr_array(np.array([[2, 0, 0, 0, 2], [0, 0, 0, 0, 0], [0, 3, 0, 0, 0]], dtype=np.float64))
    graph = labelled("words", 3, np.array([[0, 1]]), features=words)
    assert isinstance(graph.features, csr_array)
    assert graph.features.toarray().tolist() == [[0.5, 0, 0, 0, 0.5], [0, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
    assert graph.notes == ()


def test_columns_of_numbers_are_standardised() -> None:
    numbers = np.array([[1.0, 5.0], [3.0, 5.0], [5.0, 5.0]])
    graph = labelled("numbers", 3, np.array([[0, 1]]), features=numbers)
    assert isinstance(graph.features, np.ndarray)
    np.testing.assert_allclose(graph.features.mean(axis=0), 0, atol=1e-7)
    np.testing.assert_allclose(graph.features.std(axis=0), [1, 0], atol=1e-7)
    assert graph.features.dtype == np.float32


def test_without_features_degrees_take_their_place_and_it_is_said() -> None:
    graph = labelled("bare", 4, np.array([[0, 1], [1, 2]]))
    assert graph.features.toarray().tolist() == one_hot_degrees(4, graph.edges).toarray().tolist()
    assert graph.n_features == 3
    assert graph.notes == ("no features: one-hot degrees take their place",)
    assert graph.n_classes == 0


def test_labels_need_not_start_at_zero() -> None:
    graph = labelled("gaps", 5, np.array([[0, 1]]), labels=np.array([7, -1, 3, 7, -5]))
    assert graph.labels.tolist() == [1, -1, 0, 1, -1]
    assert graph.n_classes == 2


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"labels": np.zeros(3, dtype=np.int64)}, "mine: 3 labels for 60 nodes"),
        ({"features": np.ones((59, 4), dtype=np.float32)}, "mine: 59 rows of features for 60 nodes"),
    ],
)
def test_parts_that_do_not_match_are_refused(parts: dict, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        labelled("mine", 60, toy_edges(), **parts)


def test_a_users_own_graph_loads_from_the_data_folder(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    graph = load("toy")
    assert (graph.n_nodes, graph.n_classes) == (60, 2)
    assert (graph.edges == toy_edges()).all()


@pytest.mark.parametrize("name", SIZES)
def test_the_papers_graphs(name: str) -> None:
    dataset = find(name)
    if not all(map(local_path, [*dataset.files.values(), *dataset.extras.values()])):
        pytest.skip("needs the data folder")
    n_features, n_classes, n_labelled, sizes = SIZES[name]
    graph = load(name)
    assert (graph.n_features, graph.n_classes) == (n_features, n_classes)
    assert np.count_nonzero(graph.labels >= 0) == n_labelled
    assert len(graph.edges) == dataset.n_edges
    found = graph.public_split
    assert sizes == (found and [len(part) for part in (found.train, found.validation, found.test)])
    if found:
        assert (np.bincount(graph.labels[found.train]) == 20).all()
        totals = graph.features.sum(axis=1)
        np.testing.assert_allclose(totals[totals > 0], 1, rtol=1e-5)
