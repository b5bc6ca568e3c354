"""DeepWalk: skip-gram on random walks whose steps follow the edges alike (Perozzi, Al-Rfou, Skiena 2014)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphdim.embedding.walk_embedding import WalkEmbedding

__all__ = ["DeepWalk"]


@dataclass(frozen=True)
class DeepWalk(WalkEmbedding):
    """Walks without a preference; weights of edges count."""

    name: ClassVar[str] = "deepwalk"
