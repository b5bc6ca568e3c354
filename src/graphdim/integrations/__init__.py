"""graphdim inside the tools that people already have: one file per tool, imported on first use.

A graph of theirs → api → the dimension, in the shape that the tool expects.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.integrations.optuna import suggest_dimension
    from graphdim.integrations.pyg import EmbeddingDimension
    from graphdim.integrations.sklearn import DimensionSelector

__all__ = ["DimensionSelector", "EmbeddingDimension", "suggest_dimension"]

HOMES = {"DimensionSelector": "sklearn", "EmbeddingDimension": "pyg", "suggest_dimension": "optuna"}


def __getattr__(name: str) -> Any:
    # Imported on first use: whoever has one of these tools need not have the others.
    if name not in HOMES:
        msg = f"module 'graphdim.integrations' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"graphdim.integrations.{HOMES[name]}"), name)
