r"""Sequential normalised maximum likelihood of the skip-gram of random walks (Hung, Yamanishi 2020).

    Σ_t ( -ln p(x_t; θ̂(x^{t-1}, x_t)) + ln Σ_x p(x; θ̂(x^{t-1}, x)) )        θ̂(x^{t-1}, x): one gradient step for x

The pairs come in four parts. The first is coded at ln n each, the same for every dimension; for each other part, θ̂ is
fitted to all parts before it. What θ̂ itself loses is summed over all pairs of a part; what the gradient steps and the
sum over candidates change is averaged over a sample of them. Each row steps by one over the times that it was seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from graphdim.selectors.skip_gram import SkipGram, SkipGramSelector, count_pairs, log_softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.graph.pairs import Pairs

    Vector = NDArray[np.float64]

__all__ = ["SNML", "updated_log_probabilities"]

N_PARTS = 4
SAMPLE = 64


@dataclass(frozen=True, slots=True)
class SNML(SkipGramSelector):
    """The shortest sequential code."""

    name: ClassVar[str] = "snml"

    def code_length(self, pairs: Pairs, n_nodes: int, dimension: int) -> float:
        """The code length of the pairs, one part after the other."""
        parts = np.array_split(pairs, N_PARTS)
        counts = count_pairs(parts[0], n_nodes)
        length = len(parts[0]) * math.log(n_nodes)
        model = SkipGram.start(n_nodes, dimension, self.seed)
        for part in parts[1:]:
            model = model.fitted(counts)
            coming = count_pairs(part, n_nodes)
            length += model.loss(coming) + len(part) * _change(model, counts, part[:SAMPLE])
            counts += coming
        return length


def _change(model: SkipGram, counts: Vector, sample: Pairs) -> float:
    """By how much the code of a pair is longer than -ln p, on average over a sample."""
    log_p = model.log_probabilities()
    total = 0.0
    for first in np.unique(sample[:, 0]).tolist():
        updated = updated_log_probabilities(model, counts, first)
        normaliser = np.logaddexp.reduce(updated)
        seconds = sample[sample[:, 0] == first, 1]
        total += float((log_p[first, seconds] - updated[seconds] + normaliser).sum())
    return total / len(sample)


def updated_log_probabilities(model: SkipGram, counts: Vector, first: int) -> Vector:
    """For every candidate x, ln p(x | first) after one gradient step of ln p(x | first).

    The step moves v by (u_x - Σ p u) / (times seen), and each u_j by ((1 if j is x else 0) - p_j) v / (times seen).
    """
    row, others = model.first[first], model.second
    probability = np.exp(log_softmax(others @ row))
    rates = 1 / (counts.sum(axis=0) + 1)
    moved = row + (others - probability @ others) / (counts[first].sum() + 1)
    along = moved @ row
    # Row x holds the logits of all nodes once the step for candidate x is taken.
    logits = moved @ others.T - np.outer(along, rates * probability)
    diagonal = np.diag_indices(len(others))
    logits[diagonal] += along * rates
    updated: Vector = log_softmax(logits)[diagonal]
    return updated
