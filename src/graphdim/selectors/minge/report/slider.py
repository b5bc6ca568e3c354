"""The same selection at every λ of the slider, and h(n): what the page shows at a λ is what the tool prints for it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from graphdim.selectors.minge.feature import dimension_entropy, feature_entropy

if TYPE_CHECKING:
    from graphdim.selectors.minge import MinGE
    from graphdim.selectors.selection import Selection

__all__ = ["STRUCTURE_WEIGHTS", "steps_of"]

# 0, 0.05, …, 5. Twentieths: the quotient is the number that the text "0.15" stands for, the product 3 · 0.05 is not.
STRUCTURE_WEIGHTS = tuple(step / 20 for step in range(101))
POINTS = 200


def steps_of(selection: Selection) -> dict[str, Any]:
    """The selection at each λ, and what the entropy curve is drawn from, as plain values."""
    weights = sorted({*STRUCTURE_WEIGHTS, selection.parameters["structure_weight"]})
    steps = [_step(selection, weight) for weight in weights]
    return {
        "pair_entropy": 2 * math.log(selection.n_nodes),
        "steps": steps,
        "dimension_entropy": _dimension_entropies(2 * steps[-1]["crossing"]),
    }


def _step(selection: Selection, structure_weight: float) -> dict[str, Any]:
    """The selection at another λ."""
    selector = replace(cast("MinGE", selection.selector), structure_weight=structure_weight)
    chosen = selector.choose(selection.facts, selection.details["structure_entropy"])
    dimension = chosen.rounded(multiple_of=selection.multiple_of)
    low, high = selector.bounds(selection.n_nodes)
    return {
        "structure_weight": structure_weight,
        "dimension": dimension,
        "crossing": chosen.estimate,
        "low": low,
        "high": high,
        "feature_entropy": feature_entropy(dimension, n_nodes=selection.n_nodes),
    }


def _dimension_entropies(furthest: float) -> list[list[float]]:
    """h(n) at even steps from n = 1; nearly a straight line."""
    return [[n, dimension_entropy(n)] for n in (1 + step / POINTS * (furthest - 1) for step in range(POINTS + 1))]
