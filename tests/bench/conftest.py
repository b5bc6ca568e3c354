"""Experiments are tested on real data where there is some."""

import pytest


@pytest.fixture(autouse=True)
def _no_data_of_the_user() -> None:
    """Let GRAPHDIM_DATA stand."""
