"""Squared distances and their gradient, compared with plain torch."""

import numpy as np
import torch

from graphdim.training.kernels.distance import grouped, squared_distances


def random_pairs(n_rows: int, n_pairs: int) -> np.ndarray:
    return np.random.default_rng(0).integers(n_rows, size=(n_pairs, 2)).astype(np.int32)


def by_first_end(pairs: np.ndarray) -> torch.Tensor:
    """The same pairs in the order of the groups."""
    return torch.from_numpy(pairs[np.argsort(pairs[:, 0], kind="stable")].astype(np.int64)).T


def test_distances_and_gradient_are_those_of_plain_torch() -> None:
    pairs = random_pairs(12, 40)  # some come twice, some are of one row alone
    ours, plain = (torch.randn(12, 5, generator=torch.Generator().manual_seed(1)).requires_grad_() for _ in range(2))
    first, second = by_first_end(pairs)
    expected = (plain[first] - plain[second]).square().sum(dim=1)
    found = squared_distances(ours, grouped(pairs, 12))
    weights = torch.linspace(-1, 1, 40)
    (expected * weights).sum().backward()
    (found * weights).sum().backward()
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(ours.grad, plain.grad)


def test_grouping_keeps_every_pair() -> None:
    pairs = random_pairs(12, 40)
    found = grouped(pairs, 20)  # the last rows are in no pair
    first = np.repeat(np.arange(20), np.diff(found.starts))
    assert len(found) == 40
    assert sorted(zip(first.tolist(), found.others.tolist(), strict=True)) == sorted(map(tuple, pairs.tolist()))


def test_rows_of_norm_one_have_distances_right_to_a_millionth_also_where_they_are_close() -> None:
    rows = torch.randn(50, 64, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    rows = torch.nn.functional.normalize(rows[0] + 1e-3 * rows)
    pairs = random_pairs(50, 400)
    first, second = by_first_end(pairs)
    expected = (rows[first] - rows[second]).square().sum(dim=1)
    found = squared_distances(rows.float(), grouped(pairs, 50))
    assert (found >= 0).all()
    assert (found.double() - expected).abs().max() < 1e-6


def test_no_pairs_have_no_distances_and_no_gradient() -> None:
    rows = torch.ones(3, 2, requires_grad=True)
    found = squared_distances(rows, grouped(np.empty((0, 2), dtype=np.int32), 3))
    found.sum().backward()
    assert found.shape == (0,)
    assert (rows.grad == 0).all()
