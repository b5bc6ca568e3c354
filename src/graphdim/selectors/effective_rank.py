r"""Effective rank: how many equal eigenvalues would spread as these do (Roy, Vetterli 2007).

    exp(-Σ p ln p),   p = |λ| / Σ |λ|   over the whole spectrum of A          stable rank: Σ λ² / λ₁² = 2m / λ₁²

It measures the spread of the whole spectrum, noise included, so it grows with the number of nodes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["EffectiveRank"]


@dataclass(frozen=True, slots=True)
class EffectiveRank:
    """The exponential of the entropy of the eigenvalues of the adjacency, rounded up; it needs them all."""

    name: ClassVar[str] = "effective-rank"
    looks_at: ClassVar[str] = "edges, whole spectrum"

    def select(self, view: GraphView) -> Selection:
        """The effective rank; the stable rank is in the details."""
        sizes = np.abs(view.spectra.every_value())
        share = sizes[sizes > 0] / sizes.sum()
        rank = math.exp(-float(np.sum(share * np.log(share))))
        details = {"stable_rank": float(np.sum(sizes**2) / sizes.max() ** 2)}
        # Rounding up must not turn 2.0000000001 into 3.
        dimension = math.ceil(round(rank, 6))
        return Selection(selector=self, dimension=dimension, facts=view.facts, estimate=rank, details=details)
