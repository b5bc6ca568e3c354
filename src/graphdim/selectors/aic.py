r"""Akaike's criterion for the skip-gram of random walks: -ℓ + 2nd, the smallest wins (Hung, Yamanishi 2020)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.selectors.skip_gram import SkipGramSelector, maximised_loss

if TYPE_CHECKING:
    from graphdim.graph.pairs import Pairs

__all__ = ["AIC"]


@dataclass(frozen=True, slots=True)
class AIC(SkipGramSelector):
    """The least maximised loss with one nat for each parameter."""

    name: ClassVar[str] = "aic"

    def code_length(self, pairs: Pairs, n_nodes: int, dimension: int) -> float:
        """-ℓ + 2nd."""
        return maximised_loss(pairs, n_nodes, dimension, self.seed) + 2 * n_nodes * dimension
