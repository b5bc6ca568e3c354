"""Table 4: is λ = 0.1 good, and does more weight of the structure help?"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from minge_paper.evidence.claims.dimension import near, regret_where_it_fails
from minge_paper.evidence.rows import by_weight, shown, weighted
from minge_paper.evidence.verdicts import Claim, better, tally, together
from minge_paper.markdown import gap
from minge_paper.text import signed

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["feature_entropy", "structure_helps"]

ALONE = 0.1  # λ that the paper takes for the features alone
USUAL = 1.0


def feature_entropy(results: Results) -> Claim:
    """The dimension at λ = 0.1 against the best of the four."""
    judgements = tuple(near(row, weighted(results, row)[ALONE]) for row in by_weight(results))
    numbers = [f"{tally(judgements).capitalize()}.", *regret_where_it_fails(judgements)]
    return Claim("feature-entropy", together(judgements), " ".join(numbers), judgements)


def structure_helps(results: Results) -> Claim:
    """The dimension at λ = 1 over that at λ = 0.1."""
    weights = [(row, weighted(results, row)) for row in by_weight(results)]
    gains = {shown(row.dataset): row.over(weight[USUAL], weight[ALONE]) for row, weight in weights}
    judgements = tuple(better(graph, gain) for graph, gain in gains.items())
    parts = [f"{graph} {'not trained' if gain is None else gap(gain)}" for graph, gain in gains.items()]
    means = [gain.mean for gain in gains.values() if gain]
    average = f"; on average over graphs {signed(fmean(means))}" if means else ""
    numbers = f"{tally(judgements).capitalize()}. λ = 1 minus λ = 0.1: {', '.join(parts)}{average}."
    return Claim("structure-helps", together(judgements), numbers, judgements)
