"""Embeddings without a network: a graph → one row per node. One file for each, and one line in the registry.

spectral and ProNE factorise, DeepWalk and node2vec train a skip-gram on random walks; `own` wraps a function of the
user's. `scoring` says what rows are worth, and `objective` joins the two into what `race` and `sweep` measure.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_choice

if TYPE_CHECKING:
    from graphdim.embedding.protocol import Embedding

__all__ = ["EMBEDDINGS", "embedding"]

# Where each lives. Imported on first use: the command line lists the names and must not pay for numpy.
EMBEDDINGS = {
    "spectral": "graphdim.embedding.spectral:Spectral",
    "prone": "graphdim.embedding.prone:ProNE",
    "deepwalk": "graphdim.embedding.deepwalk:DeepWalk",
    "node2vec": "graphdim.embedding.node2vec:Node2Vec",
}


def embedding(name: str, **parameters: Any) -> Embedding:
    """The embedding with that name.

    >>> embedding("node2vec", q=2.0).q
    2.0
    """
    check_choice("embedding", name, EMBEDDINGS)
    module, _, kind = EMBEDDINGS[name].partition(":")
    made: Embedding = getattr(import_module(module), kind)(**parameters)
    return made
