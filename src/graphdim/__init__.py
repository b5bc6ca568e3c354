"""graphdim: how many dimensions does this graph need?

>>> import graphdim as gd
>>> int(gd.ideal_dimension("dataset:karate"))
44
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.api import graph_entropy, ideal_dimension, structure_entropy
    from graphdim.entropy.feature import feature_entropy
    from graphdim.errors import GraphDimError
    from graphdim.racing.race import race
    from graphdim.racing.result import Race
    from graphdim.reading import read
    from graphdim.reading.graph import Graph
    from graphdim.selectors.selection import Selection

__version__ = "0.1.0"

__all__ = [
    "Graph",
    "GraphDimError",
    "Race",
    "Selection",
    "feature_entropy",
    "graph_entropy",
    "ideal_dimension",
    "race",
    "read",
    "structure_entropy",
]

# Where each public name lives. Imported on first use: `graphdim --help` must not pay for numpy.
HOMES = {
    "Graph": "graphdim.reading.graph",
    "GraphDimError": "graphdim.errors",
    "Race": "graphdim.racing.result",
    "Selection": "graphdim.selectors.selection",
    "feature_entropy": "graphdim.entropy.feature",
    "graph_entropy": "graphdim.api",
    "ideal_dimension": "graphdim.api",
    "race": "graphdim.racing.race",
    "read": "graphdim.reading",
    "structure_entropy": "graphdim.api",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        msg = f"module 'graphdim' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
