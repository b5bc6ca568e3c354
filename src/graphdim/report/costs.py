r"""What a dimension costs: bytes of an embedding table, parameters of the usual networks.

    table    4 · N · n                                             float32
    GCN      F·n + n  +  n·C + C                                   two layers
    GAT      F·w + 3w  +  w·C + 3C,   w = 8 · max(1, (n + 3) // 8) two layers of 8 heads and 1
    GCNII    F·n + n  +  16·n²  +  n·C + C                         sixteen layers

with F features, C classes and width n, as training.models builds them. Plain numbers in and out; feeds report.page.
"""

from collections.abc import Mapping
from typing import Any

__all__ = ["MODELS", "WIDTHS", "parameters", "row", "table_bytes"]

WIDTHS = (16, 32, 64, 128, 256, 512)
MODELS = ("gcn", "gat", "gcnii")
HEADS = 8
DEPTH = 16


def table_bytes(n_nodes: int, width: int) -> int:
    """Size of a table with one float32 vector per node.

    >>> table_bytes(2708, 98)
    1061536
    """
    return 4 * n_nodes * width


def parameters(model: str, n_features: int, n_classes: int, width: int) -> int:
    """How many numbers a network of that width learns.

    >>> parameters("gcn", 1433, 7, 98)
    141225
    """
    if model == "gat":
        heads = HEADS * max(1, (width + 3) // HEADS)
        return n_features * heads + 3 * heads + heads * n_classes + 3 * n_classes
    dense = n_features * width + width + width * n_classes + n_classes
    return dense + (DEPTH * width * width if model == "gcnii" else 0)


def row(facts: Mapping[str, Any], width: int) -> dict[str, int | None]:
    """Every cost of one width; None for networks when the features or classes are unknown."""
    shape = facts["n_features"], facts["n_classes"]
    known = None not in shape
    learned = {model: parameters(model, *shape, width) if known else None for model in MODELS}
    return {"table": table_bytes(facts["n_nodes"], width), **learned}
