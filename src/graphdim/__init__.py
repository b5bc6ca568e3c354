"""graphdim: how many dimensions does this graph need?

>>> import graphdim as gd
>>> int(gd.compare("dataset:karate"))  # measured on the edges
2
>>> int(gd.ideal_dimension("dataset:karate"))  # a prior, from little more than the number of nodes
44
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.api import compare, ideal_dimension
    from graphdim.comparing.comparison import Comparison
    from graphdim.comparing.typed import TypedComparison
    from graphdim.errors import GraphDimError
    from graphdim.graph.build import read
    from graphdim.graph.graph import Graph
    from graphdim.racing.race import race
    from graphdim.racing.result import Race
    from graphdim.selectors.minge.entropy import graph_entropy, structure_entropy
    from graphdim.selectors.minge.feature import feature_entropy
    from graphdim.selectors.selection import Selection
    from graphdim.shrinking import shrink
    from graphdim.shrinking.result import Shrinkage
    from graphdim.sweeping.result import Sweep
    from graphdim.sweeping.sweep import sweep

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Graph",
    "GraphDimError",
    "Race",
    "Selection",
    "Shrinkage",
    "Sweep",
    "TypedComparison",
    "compare",
    "feature_entropy",
    "graph_entropy",
    "ideal_dimension",
    "race",
    "read",
    "shrink",
    "structure_entropy",
    "sweep",
]

# Where each public name lives. Imported on first use: `graphdim --help` must not pay for numpy.
HOMES = {
    "Comparison": "graphdim.comparing.comparison",
    "Graph": "graphdim.graph.graph",
    "GraphDimError": "graphdim.errors",
    "Race": "graphdim.racing.result",
    "Selection": "graphdim.selectors.selection",
    "Shrinkage": "graphdim.shrinking.result",
    "TypedComparison": "graphdim.comparing.typed",
    "Sweep": "graphdim.sweeping.result",
    "compare": "graphdim.api",
    "feature_entropy": "graphdim.selectors.minge.feature",
    "graph_entropy": "graphdim.selectors.minge.entropy",
    "ideal_dimension": "graphdim.api",
    "read": "graphdim.graph.build",
    "structure_entropy": "graphdim.selectors.minge.entropy",
    "race": "graphdim.racing.race",
    "shrink": "graphdim.shrinking",
    "sweep": "graphdim.sweeping.sweep",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        msg = f"module 'graphdim' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
