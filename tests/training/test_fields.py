"""Receptive fields: they save work and change nothing."""

import numpy as np
import pytest
import torch
from torch_geometric.nn.conv.gcn_conv import gcn_norm

from graphdim.training.data import LabelledGraph
from graphdim.training.fields import adjacency, field
from graphdim.training.models import Shape, build
from graphdim.training.randomness import stream
from graphdim.training.settings import DEFAULTS
from labelled_toys import N_NODES, toy_edges, toy_graph

LAYERS = {"mlp": 2, "gcn": 3, "gat": 2, "gcnii": 4}


def test_adjacency_is_pygs_normalisation() -> None:
    edges = toy_edges()
    both = torch.from_numpy(np.concatenate([edges, edges[:, ::-1]]).T.copy())
    index, weight = gcn_norm(both, num_nodes=N_NODES)
    expected = np.zeros((N_NODES, N_NODES), dtype=np.float32)
    expected[tuple(index.numpy())] = weight.numpy()
    np.testing.assert_allclose(adjacency(N_NODES, edges).toarray(), expected, rtol=1e-6)


def test_targets_come_first_and_each_layer_reaches_one_hop_further() -> None:
    path = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]])
    found = field(adjacency(6, path), np.array([2, 0]), 2)
    assert found.nodes[:2].tolist() == [2, 0]
    assert found.sizes == (5, 4, 2)
    assert [block.shape for block in found.blocks] == [(4, 5), (2, 4)]


def test_blocks_that_reach_everything_are_one_object() -> None:
    found = field(adjacency(N_NODES, toy_edges()), np.array([0]), 12)
    assert found.sizes[0] == found.sizes[1] == N_NODES
    assert found.blocks[0] is found.blocks[1]


@pytest.fixture
def graph() -> LabelledGraph:
    return toy_graph()


@pytest.mark.parametrize("model", LAYERS)
def test_outputs_and_gradients_are_those_of_the_whole_graph(model: str, graph: LabelledGraph) -> None:
    shape = Shape(graph.n_features, 9, LAYERS[model], graph.n_classes)
    matrix, targets = adjacency(N_NODES, graph.edges), np.array([5, 40, 3])
    results = []
    for nodes in (targets, np.arange(N_NODES)):
        built = build(model, shape, DEFAULTS.model(model), stream(0, "weights"))
        outputs = built.run(built.inputs(graph.features, field(matrix, nodes, built.hops)), None)
        outputs = outputs if len(nodes) == 3 else outputs[targets]
        (outputs * torch.arange(1.0, 7.0).reshape(3, 2)).sum().backward()
        grads = [each.grad for group in built.groups() for each in group["params"]]
        results.append([outputs, *grads])
    for ours, whole in zip(*results, strict=True):
        torch.testing.assert_close(ours, whole, rtol=1e-4, atol=1e-6)
