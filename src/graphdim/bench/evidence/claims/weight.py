"""Table 4: is λ = 0.1 good, and does more weight of the structure help?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.bench.evidence.claims.dimension import near, shortfall
from graphdim.bench.evidence.numbers import gap
from graphdim.bench.evidence.rows import by_weight, shown, weighted
from graphdim.bench.evidence.verdicts import Claim, better, tally, together

if TYPE_CHECKING:
    from graphdim.bench.tables.results import Results

__all__ = ["feature_entropy", "structure_helps"]

ALONE = 0.1  # λ that the paper takes for the features alone
USUAL = 1.0


def feature_entropy(results: Results) -> Claim:
    """The dimension at λ = 0.1 against the best of the four."""
    judgements = tuple(near(row, weighted(results, row)[ALONE]) for row in by_weight(results))
    numbers = [f"{tally(judgements).capitalize()}.", *shortfall(judgements)]
    return Claim("feature-entropy", together(judgements), " ".join(numbers), judgements)


def structure_helps(results: Results) -> Claim:
    """The dimension at λ = 1 over that at λ = 0.1."""
    judgements, parts = [], []
    for row in by_weight(results):
        by_lambda = weighted(results, row)
        gain = row.over(by_lambda[USUAL], by_lambda[ALONE])
        judgements.append(better(shown(row.dataset), gain))
        parts.append(f"{shown(row.dataset)} {'not trained' if gain is None else gap(gain)}")
    numbers = f"{tally(judgements).capitalize()}. λ = 1 over λ = 0.1: {', '.join(parts)}."
    return Claim("structure-helps", together(judgements), numbers, tuple(judgements))
