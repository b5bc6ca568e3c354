"""Dropout: the right share is dropped, what stays is scaled, and the gradient follows the mask."""

import numpy as np
import pytest
import torch
from scipy.sparse import random_array

from graphdim.training.fields import adjacency, field
from graphdim.training.kernels.activation import dropout, relu_dropout
from graphdim.training.kernels.attention import attend, slots
from graphdim.training.kernels.features import DenseFeatures, SparseFeatures, features
from graphdim.training.kernels.residual import convolve, stack
from graphdim.training.randomness import Dropout, stream


@pytest.mark.parametrize("rate", [0.5, 0.6, 0.7])
def test_keep_has_the_right_share(rate: float) -> None:
    n = 1_000_000
    kept = np.count_nonzero(Dropout(rate, seed=1).keep(n))
    assert abs(kept - (1 - rate) * n) < 5 * np.sqrt(n * rate * (1 - rate))


def test_masks_depend_on_the_seed_alone() -> None:
    first, again, other = (Dropout(0.5, seed).keep(1001) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    drop = Dropout(0.5, 1)
    assert (drop.keep(1000) != drop.keep(1000)).any()


def test_streams_of_one_seed_differ_by_purpose() -> None:
    assert stream(0, "split").integers(2**60) != stream(0, "weights").integers(2**60)


def test_dropout_scales_and_its_gradient_follows() -> None:
    values = torch.rand(50, 40).add_(0.5).requires_grad_()
    dropped = dropout(values, Dropout(0.6, 0))
    dropped.sum().backward()
    kept = dropped != 0
    torch.testing.assert_close(dropped[kept], values[kept] / 0.4)
    torch.testing.assert_close(values.grad, kept / 0.4)
    assert 0.3 < kept.float().mean() < 0.5


def test_relu_dropout_is_dropout_after_relu() -> None:
    values = torch.randn(50, 40, requires_grad=True)
    kept = relu_dropout(values, Dropout(0.5, 0))
    kept.sum().backward()
    assert set(torch.unique(values.grad).tolist()) == {0.0, 2.0}
    torch.testing.assert_close(kept, values * values.grad)
    assert (values[kept > 0] > 0).all()


def test_without_dropout_nothing_is_random() -> None:
    values = torch.randn(5, 4)
    assert dropout(values, None) is values
    assert torch.equal(relu_dropout(values, None), values.relu())


@pytest.mark.parametrize("dense", [False, True])
def test_features_times_weights(dense: bool) -> None:  # noqa: FBT001
    matrix = random_array((30, 20), density=0.2, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
    nodes = np.array([7, 3, 3, 29])
    ours = features(matrix.toarray() if dense else matrix, nodes)
    assert isinstance(ours, DenseFeatures if dense else SparseFeatures)
    weight = torch.randn(20, 6, requires_grad=True)
    expected = torch.from_numpy(matrix.toarray()[nodes])
    ours.times(weight, None).square().sum().backward()
    torch.testing.assert_close(ours.times(weight, None), expected @ weight)
    torch.testing.assert_close(weight.grad, 2 * expected.T @ (expected @ weight.detach()))


def test_dropped_features_drop_the_same_values_forwards_and_backwards() -> None:
    matrix = random_array((30, 20), density=0.2, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
    ours = features(matrix, np.arange(30))
    assert isinstance(ours, SparseFeatures)
    kept = ours.dropped(Dropout(0.5, 4)).numpy()
    full = matrix.copy()
    full.data = kept
    assert set(np.unique(np.round(kept / matrix.data, 5))) == {0.0, 2.0}
    weight = torch.randn(20, 6, requires_grad=True)
    outputs = ours.times(weight, Dropout(0.5, 4))
    outputs.sum().backward()
    torch.testing.assert_close(outputs, torch.from_numpy(full.toarray()) @ weight)
    torch.testing.assert_close(weight.grad, torch.from_numpy(full.toarray()).sum(dim=0)[:, None].expand(20, 6))


def small_block() -> object:
    edges = np.array([[0, 1], [1, 2], [2, 3], [0, 3]])
    return field(adjacency(4, edges), np.arange(4), 1).blocks[0]


def numeric_gradient(outcome, leaf: torch.Tensor) -> torch.Tensor:
    """Central differences; the same mask each time, since each call starts its own dropout."""
    found, step = torch.zeros_like(leaf), 1e-2
    with torch.no_grad():
        for at in np.ndindex(*leaf.shape):
            before = leaf[at].item()
            leaf[at] = before + step
            up = outcome()
            leaf[at] = before - step
            found[at] = (up - outcome()) / (2 * step)
            leaf[at] = before
    return found


def test_attention_dropout_has_the_gradient_of_its_own_output() -> None:
    z, source, target = (torch.randn(4, width, requires_grad=True) for width in (6, 2, 2))
    over = slots(small_block(), 2)

    def outcome() -> torch.Tensor:
        return attend(over, z, (source, target), 0.2, Dropout(0.4, 3)).square().sum()

    outcome().backward()
    for leaf in (z, source, target):
        torch.testing.assert_close(leaf.grad, numeric_gradient(outcome, leaf), rtol=2e-2, atol=2e-2)


@pytest.mark.parametrize("bare", [False, True])
def test_residual_dropout_has_the_gradient_of_its_own_output(bare: bool) -> None:  # noqa: FBT001
    torch.manual_seed(5)
    initial = torch.rand(4, 3).add_(0.5).requires_grad_()
    weights = [torch.rand(3, 3).requires_grad_() for _ in range(2)]
    over = stack((small_block(),) * 2, 0.1, [0.4, 0.2], bare=bare)

    def outcome() -> torch.Tensor:
        return convolve(over, initial, weights, Dropout(0.3, 3)).square().sum()

    outcome().backward()
    for leaf in (initial, *weights):
        torch.testing.assert_close(leaf.grad, numeric_gradient(outcome, leaf), rtol=2e-2, atol=2e-2)
