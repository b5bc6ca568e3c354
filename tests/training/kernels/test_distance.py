"""Squared distances and their gradient, compared with plain torch."""

import numpy as np
import torch

from graphdim.training.kernels.distance import squared_distances


def test_distances_and_gradient_are_those_of_plain_torch() -> None:
    pairs = np.random.default_rng(0).integers(12, size=(40, 2)).astype(np.int32)
    ours, plain = (torch.randn(12, 5, generator=torch.Generator().manual_seed(1)).requires_grad_() for _ in range(2))
    ends = torch.from_numpy(pairs.astype(np.int64)).T
    expected = (plain[ends[0]] - plain[ends[1]]).square().sum(dim=1)
    found = squared_distances(ours, pairs)
    weights = torch.linspace(-1, 1, 40)
    (expected * weights).sum().backward()
    (found * weights).sum().backward()
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(ours.grad, plain.grad)
