"""node2vec: skip-gram on walks that prefer to stay near or to go away (Grover, Leskovec 2016); see graph.walks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from graphdim.embedding.walk_embedding import WalkEmbedding, check_bias

__all__ = ["Node2Vec"]


@dataclass(frozen=True)
class Node2Vec(WalkEmbedding):
    """Walks with a preference.

    Parameters
    ----------
    p
        Reluctance to return to the node before.
    q
        Reluctance to leave the neighbourhood of the node before; the default, below 1, goes outwards.
    """

    name: ClassVar[str] = "node2vec"

    p: float = 1.0
    q: float = 0.5

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        check_bias("p", self.p)
        check_bias("q", self.q)

    @property
    def biases(self) -> tuple[float, float]:
        """The preferences p and q."""
        return self.p, self.q
