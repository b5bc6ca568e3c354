"""The words of a result."""

import pytest

from graphdim.report.facts import size


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1061536, "1.0 MiB"),
        (2**40, "1.0 TiB"),
        (2**70, "1048576.0 PiB"),
    ],
)
def test_sizes_are_short(n_bytes, text):
    assert text == size(n_bytes)
