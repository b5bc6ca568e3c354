"""One model on one graph for one task: its score at each dimension and seed, read off between dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from graphdim.racing.race import race

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.racing.result import Race

__all__ = ["Curve"]


@dataclass(frozen=True)
class Curve:
    """Scores in percent by dimension and seed; every dimension has every seed. `seconds` is what they took."""

    dataset: str
    task: str
    model: str
    scores: Mapping[int, Mapping[int, float]]
    seconds: float = 0.0

    @classmethod
    def over_shared_seeds(
        cls, dataset: str, task: str, model: str, scores: Mapping[int, Mapping[int, float]], seconds: float = 0.0
    ) -> Curve:
        """The curve over the seeds that all dimensions have."""
        shared = set.intersection(*(set(by_seed) for by_seed in scores.values())) if scores else set()
        kept = {
            dimension: {seed: by_seed[seed] for seed in sorted(shared)} for dimension, by_seed in sorted(scores.items())
        }
        return cls(dataset, task, model, kept, seconds)

    @cached_property
    def dimensions(self) -> tuple[int, ...]:
        """What was measured, in order."""
        return tuple(sorted(self.scores))

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of every dimension."""
        return tuple(next(iter(self.scores.values()))) if self.scores else ()

    def at(self, dimension: float, seed: int) -> float:
        """The score at a dimension: between two that were measured on the line, beyond the ends that of the end."""
        known = [self.scores[measured][seed] for measured in self.dimensions]
        return float(np.interp(np.log2(dimension), np.log2(self.dimensions), known))

    def best_without(self, seed: int) -> int:
        """The best dimension by all seeds but one; the smaller of two that are as good."""
        means = {n: fmean(score for other, score in self.scores[n].items() if other != seed) for n in self.dimensions}
        # Rounded: whether two means are equal is not for the last bit of their sums to say.
        return max(means, key=lambda dimension: (round(means[dimension], 9), -dimension))

    def regret(self, dimension: float) -> float:
        """How far a choice lies below the best, which is picked on other seeds than it is scored on."""
        return fmean(self.scores[self.best_without(seed)][seed] - self.at(dimension, seed) for seed in self.seeds)

    def raced_without(self, left_out: int, margin: float) -> Race:
        """What a race over all seeds but one finds, which can then be scored on that one; the margin is in points."""
        seeds = [seed for seed in self.seeds if seed != left_out]
        return race(
            lambda dimension, seed: self.scores[dimension][seeds[seed]] / 100,
            self.dimensions,
            margin=margin / 100,
            max_seeds=len(seeds),
        )
