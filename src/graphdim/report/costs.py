r"""What a dimension costs: bytes of an embedding table, parameters of a network of two layers.

    table     4 · N · n               float32
    network   F·n + n  +  n·C + C     GCN or MLP, as training.models builds them

with F features, C classes and width n. Networks with heads or more layers have what their user gave them, so they are
left out. Plain numbers in and out; feeds report.page.
"""

from collections.abc import Mapping
from typing import Any

__all__ = ["WIDTHS", "parameters", "row", "table_bytes"]

WIDTHS = (16, 32, 64, 128, 256, 512)


def table_bytes(n_nodes: int, width: int) -> int:
    """Size of a table with one float32 vector per node.

    >>> table_bytes(2708, 98)
    1061536
    """
    return 4 * n_nodes * width


def parameters(n_features: int, n_classes: int, width: int) -> int:
    """How many numbers a network of two layers learns.

    >>> parameters(1433, 7, 98)
    141225
    """
    return n_features * width + width + width * n_classes + n_classes


def row(facts: Mapping[str, Any], width: int) -> dict[str, int | None]:
    """Both costs of one width; None for the network when the features or classes are unknown."""
    shape = facts["n_features"], facts["n_classes"]
    return {
        "table": table_bytes(facts["n_nodes"], width),
        "network": None if None in shape else parameters(*shape, width),
    }
