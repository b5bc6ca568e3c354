"""Experiments are tested on real data where there is some, and on the same random numbers each time."""

import pytest


@pytest.fixture(autouse=True)
def _no_data_of_the_user() -> None:
    """Let GRAPHDIM_DATA stand."""


@pytest.fixture(autouse=True)
def _same_random_numbers() -> None:
    import torch

    torch.manual_seed(0)
