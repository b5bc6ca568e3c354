"""What a source tells of its nodes beside the edges."""

import numpy as np
import pytest
import torch
from torch_geometric.data import Data

import graphdim as gd
from graphdim.reading.datasets import contents
from graphdim.reading.edges import Attributes
from graphdim.reading.node_data import carried_by

EDGES = torch.tensor([[0, 1], [1, 2]])


@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed", "airport"])
@pytest.mark.usefixtures("real_data")
def test_the_catalogue_says_what_the_files_hold(name):
    graph = gd.read(f"dataset:{name}")
    found = contents(name, graph.n_nodes)
    n_classes = len(np.unique(found.labels[found.labels >= 0]))
    assert Attributes(found.features.shape[1], n_classes) == graph.attributes


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, Attributes()),
        ({"x": torch.zeros(3, 7)}, Attributes(7)),
        ({"x": torch.zeros(3, 7), "y": torch.tensor([0, 4, -1])}, Attributes(7, 2)),
        ({"y": torch.tensor([0, 1])}, Attributes()),  # of the whole graph, not of its nodes
        ({"y": torch.zeros(3)}, Attributes()),
        ({"x": "none", "y": 1}, Attributes()),
        ({"y": [0, 1, 0]}, Attributes()),
        ({"y": np.array([0, 1, 0])}, Attributes()),
        ({"y": torch.zeros(3, 2, dtype=torch.int64)}, Attributes()),
    ],
)
def test_a_pyg_graph_tells_its_features_and_classes(parts, expected):
    assert expected == gd.read(Data(edge_index=EDGES, num_nodes=3, **parts)).attributes


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, Attributes()),
        ({"labels": np.array([0, 5, -1])}, Attributes(None, 2)),
        ({"labels": np.array([0, 5, -1]), "x_shape": np.array([3, 11])}, Attributes(11, 2)),
        ({"labels": np.array([0.5, 1, 2]), "x_shape": np.array([3])}, Attributes()),
    ],
)
def test_a_labelled_archive_tells_them(tmp_path, parts, expected):
    np.savez(tmp_path / "graph.npz", n=3, edges=np.array([[0, 1]]), **parts)
    assert expected == gd.read(tmp_path / "graph.npz").attributes
    assert expected == gd.ideal_dimension(tmp_path / "graph.npz", engine="disk").facts.attributes


def test_an_archive_in_the_home_of_the_user_brings_its_labels(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    np.savez(tmp_path / "graph.npz", n=3, edges=np.array([[0, 1]]), labels=np.array([0, 1, 1]))
    assert list(carried_by("~/graph.npz", 3)) == ["labels"]


def test_bare_pairs_tell_nothing():
    assert Attributes() == gd.read([(0, 1)]).attributes
