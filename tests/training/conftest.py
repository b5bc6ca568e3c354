"""Experiments are tested on real data where there is some, and on the same random numbers each time."""

import pytest
import torch


@pytest.fixture(autouse=True)
def _no_data_of_the_user() -> None:
    """Let GRAPHDIM_DATA stand."""


@pytest.fixture(autouse=True)
def _same_random_numbers() -> None:
    torch.manual_seed(0)
