"""Every own kernel gives what PyG's layer gives with the same weights: outputs and gradients."""

import gc
import math
import weakref

import numpy as np
import pytest
import torch
from torch_geometric.nn import GATConv, GCN2Conv, GCNConv

from graphdim.training.fields import adjacency, field
from graphdim.training.kernels.attention import slots
from graphdim.training.kernels.residual import convolve, stack
from graphdim.training.kernels.sparse import operator, product
from graphdim.training.models.gat import Layer

N_NODES, WIDTH = 40, 10
CLOSE = {"rtol": 1e-5, "atol": 1e-5}


def edges() -> np.ndarray:
    draw = np.random.default_rng(3)
    pairs = np.unique(np.sort(draw.integers(N_NODES, size=(90, 2)), axis=1), axis=0)
    return pairs[pairs[:, 0] != pairs[:, 1]]


def edge_index() -> torch.Tensor:
    return torch.from_numpy(np.concatenate([edges(), edges()[:, ::-1]]).T.copy())


def whole() -> torch.Tensor:
    return field(adjacency(N_NODES, edges()), np.arange(N_NODES), 1).blocks[0]


def leaf(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().clone().requires_grad_()


def rows(width: int = WIDTH, seed: int = 0) -> torch.Tensor:
    return torch.randn(N_NODES, width, generator=torch.Generator().manual_seed(seed))


def weighted(outputs: torch.Tensor) -> torch.Tensor:
    """A loss whose gradient differs at every output."""
    return (outputs * torch.linspace(-1, 1, outputs.numel()).reshape(outputs.shape)).sum()


def assert_alike(ours: list[torch.Tensor], theirs: list[torch.Tensor]) -> None:
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, other.reshape(mine.shape), **CLOSE)


def test_sparse_product_is_gcnconv() -> None:
    layer = GCNConv(WIDTH, 7, bias=False)
    theirs_x, ours_x = leaf(rows()), leaf(rows())
    weight = leaf(layer.lin.weight.T)
    theirs = layer(theirs_x, edge_index())
    ours = product(operator(whole()), ours_x @ weight)
    weighted(theirs).backward()
    weighted(ours).backward()
    assert_alike([ours, ours_x.grad, weight.grad.T], [theirs, theirs_x.grad, layer.lin.weight.grad])


@pytest.mark.parametrize(("heads", "averaged"), [(1, False), (4, False), (3, True)])
def test_attention_is_gatconv(heads: int, averaged: bool) -> None:  # noqa: FBT001
    theirs_layer = GATConv(WIDTH, 5, heads, concat=not averaged)
    torch.nn.init.normal_(theirs_layer.bias)
    parts = (theirs_layer.lin.weight.T, theirs_layer.att_src[0], theirs_layer.att_dst[0], theirs_layer.bias)
    ours_layer = Layer(*map(leaf, parts), averaged)
    theirs_x, ours_x = leaf(rows()), leaf(rows())
    theirs = theirs_layer(theirs_x, edge_index())
    ours = ours_layer.attended(ours_x @ ours_layer.weight, slots(whole(), heads), 0.2, None)
    weighted(theirs).backward()
    weighted(ours).backward()
    ours_grads = [ours_layer.weight.grad.T, ours_layer.source.grad, ours_layer.target.grad, ours_layer.bias.grad]
    theirs_grads = [each.grad for each in (theirs_layer.lin.weight, theirs_layer.att_src, theirs_layer.att_dst)]
    assert_alike([ours, ours_x.grad, *ours_grads], [theirs, theirs_x.grad, *theirs_grads, theirs_layer.bias.grad])


@pytest.mark.parametrize("bare", [False, True])
def test_residual_stack_is_gcn2conv(bare: bool) -> None:  # noqa: FBT001
    strength, residual, depth = 0.5, 0.1, 4
    layers = [GCN2Conv(WIDTH, residual, strength, layer) for layer in range(1, depth + 1)]
    for each in layers:
        torch.nn.init.normal_(each.weight1, std=0.3)
    weights = [leaf(each.weight1) for each in layers]
    theirs_x, ours_x = leaf(rows().relu()), leaf(rows().relu())
    theirs = theirs_x
    for number, each in enumerate(layers, start=1):
        theirs = each(theirs, theirs_x, edge_index())
        theirs = theirs if bare and number == depth else theirs.relu()
    identity = [math.log(strength / layer + 1) for layer in range(1, depth + 1)]
    ours = convolve(stack((whole(),) * depth, residual, identity, bare=bare), ours_x, weights, None)
    weighted(theirs).backward()
    weighted(ours).backward()
    assert_alike(
        [ours, ours_x.grad, *(each.grad for each in weights)],
        [theirs, theirs_x.grad, *(each.weight1.grad for each in layers)],
    )


def test_a_pass_is_freed_without_the_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        for bare in (False, True):
            initial, weight = leaf(rows().relu()), leaf(torch.eye(WIDTH))
            outputs = convolve(stack((whole(),), 0.1, [0.5], bare=bare), initial, [weight], None)
            watched = weakref.ref(outputs)
            del outputs
            assert watched() is None
    finally:
        gc.enable()
