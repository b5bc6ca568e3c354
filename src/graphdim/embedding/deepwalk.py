"""DeepWalk: skip-gram on random walks whose steps follow the edges alike (Perozzi, Al-Rfou, Skiena 2014)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphdim.embedding.skip_gram import SkipGram

__all__ = ["DeepWalk"]


@dataclass(frozen=True)
class DeepWalk(SkipGram):
    """Walks without a preference; weights of edges count."""

    name: ClassVar[str] = "deepwalk"
