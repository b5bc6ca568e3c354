"""The transform: what it stores, where, and what of it survives."""

import io

import pytest
import torch
import torch_geometric.transforms as T  # noqa: N812 - PyG's own short name
from torch_geometric.data import Batch, Data, HeteroData
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GCN

import graphdim as gd
from graphdim.errors import ParameterError, SourceError
from graphdim.integrations.pyg import EmbeddingDimension
from graphdim.selectors import selector
from toys import KARATE


def data(edges=KARATE.indexed, n_nodes=KARATE.n_nodes):
    return Data(x=torch.ones(n_nodes, 3), edge_index=torch.tensor(edges).T, num_nodes=n_nodes)


def hetero():
    graph = HeteroData()
    graph["a"].num_nodes = 3
    graph["b"].num_nodes = 4
    graph["a", "to", "b"].edge_index = torch.tensor([[0, 1, 2], [0, 1, 3]])
    graph["b", "to", "b"].edge_index = torch.tensor([[0], [2]])
    return graph


def test_it_stores_a_plain_integer_and_leaves_the_original_alone():
    original = data()
    graph = EmbeddingDimension()(original)
    assert graph.embedding_dimension == 44
    assert type(graph.embedding_dimension) is int
    assert "embedding_dimension" not in original


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"method": selector("minge", structure_weight=0)}, 29),
        ({"multiple_of": 8}, 48),
        ({"method": selector("minge", variant="equations", structure_weight=4)}, 86),
        ({"weight": "w"}, 44),
    ],
)
def test_options_are_those_of_ideal_dimension(options, expected):
    graph = data()
    graph.w = torch.ones(graph.num_edges)
    assert expected == EmbeddingDimension(**options)(graph).embedding_dimension
    wanted = {name: value for name, value in options.items() if name != "multiple_of"}
    assert gd.ideal_dimension(graph, **wanted).rounded(multiple_of=options.get("multiple_of", 1)) == expected


def test_compose_sees_the_graph_as_the_transforms_before_left_it():
    steps = T.Compose([T.ToUndirected(), T.AddSelfLoops(), EmbeddingDimension(attr_name="width")])
    assert steps(data()).width == 44


def test_hetero_data_gets_one_dimension_for_all_types():
    graph = EmbeddingDimension()(hetero())
    assert graph.embedding_dimension == gd.ideal_dimension(hetero()).dimension
    assert type(graph.embedding_dimension) is int
    assert graph.to_homogeneous().embedding_dimension == graph.embedding_dimension
    assert Batch.from_data_list([graph, graph]).embedding_dimension.tolist() == 2 * [graph.embedding_dimension]


@pytest.mark.parametrize("make", [data, hetero])
def test_it_survives_devices_copies_and_files(make):
    graph = EmbeddingDimension()(make())
    file = io.BytesIO()
    torch.save(graph, file)
    file.seek(0)
    for other in (graph.to("cpu"), graph.clone(), torch.load(file, weights_only=False)):
        assert other.embedding_dimension == graph.embedding_dimension
        assert type(other.embedding_dimension) is int


def test_a_batch_holds_one_number_for_each_graph():
    small = data([(0, 1), (1, 2), (2, 0)], 3)
    transform = EmbeddingDimension()
    [batch] = DataLoader([transform(small), transform(data())], batch_size=2)
    assert batch.embedding_dimension.tolist() == [14, 44]
    assert int(batch[1].embedding_dimension) == 44


def test_the_width_of_a_model():
    graph = EmbeddingDimension()(data())
    model = GCN(graph.num_features, graph.embedding_dimension, num_layers=2, out_channels=4)
    assert model(graph.x, graph.edge_index).shape == (34, 4)
    assert GCN(3, hidden_channels=int(gd.ideal_dimension(graph)), num_layers=2).hidden_channels == 44


def test_its_repr_tells_the_settings():
    told = "EmbeddingDimension(method='su', weight=None, multiple_of=8, attr_name='embedding_dimension')"
    assert repr(EmbeddingDimension(method="su", multiple_of=8)) == told


@pytest.mark.parametrize("name", ["width_index", "batch", "surface"])
def test_names_that_a_batch_would_count_up_are_refused(name):
    with pytest.raises(ParameterError, match=f"attr_name is '{name}'; PyG adds node numbers"):
        EmbeddingDimension(attr_name=name)


def test_what_has_no_edges_is_refused():
    with pytest.raises(SourceError, match="the PyG Data has neither edge_index nor adj_t"):
        EmbeddingDimension()(Data(x=torch.ones(3, 1)))
