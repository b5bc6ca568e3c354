r"""The Bayesian criterion for the skip-gram of random walks: -ℓ + nd ln T, the smallest wins (Hung, Yamanishi 2020)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.selectors.skip_gram import SkipGramSelector, maximised_loss

if TYPE_CHECKING:
    from graphdim.graph.pairs import Pairs

__all__ = ["BIC"]


@dataclass(frozen=True, slots=True)
class BIC(SkipGramSelector):
    """The least maximised loss with half of ln T nats for each parameter, T the number of pairs."""

    name: ClassVar[str] = "bic"

    def code_length(self, pairs: Pairs, n_nodes: int, dimension: int) -> float:
        """-ℓ + nd ln T."""
        return maximised_loss(pairs, n_nodes, dimension, self.seed) + n_nodes * dimension * math.log(len(pairs))
