"""Selection → the facts of its report: the summary, the same selection at every λ of the slider, and h(n).

What a page shows at a λ is thus what the tool prints for it, whatever the variant and the rounding.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from graphdim.errors import ParameterError
from graphdim.selectors.minge.feature import excess, feature_entropy

if TYPE_CHECKING:
    from graphdim.selectors.minge import MinGE
    from graphdim.selectors.selection import Selection

__all__ = ["STRUCTURE_WEIGHTS", "explored"]

# 0, 0.05, …, 5. Twentieths: the quotient is the number that the text "0.15" stands for, the product 3 · 0.05 is not.
STRUCTURE_WEIGHTS = tuple(step / 20 for step in range(101))
POINTS = 200


def explored(selection: Selection, *, n_features: int | None = None, n_classes: int | None = None) -> dict[str, Any]:
    """Every fact of a report as plain values; what is given of the nodes goes before what the source tells."""
    weights = sorted({*STRUCTURE_WEIGHTS, selection.parameters["structure_weight"]})
    steps = [_step(selection, weight) for weight in weights]
    attributes, degrees = selection.facts.attributes, selection.facts.degrees
    known = {"features": n_features or attributes.n_features, "classes": n_classes or attributes.n_classes}
    if (n_features or n_classes) and None in known.values():
        [missing] = [name for name, number in known.items() if number is None]
        msg = f"the costs of a network need features and classes, and the source tells no {missing}; give both"
        raise ParameterError(msg)
    return {
        **selection.summary(),
        "headline": list(selection.headline()),
        "lines": [list(line) for line in selection.lines()],
        "pair_entropy": 2 * math.log(selection.n_nodes),
        "steps": steps,
        "excess": _excess(2 * steps[-1]["crossing"]),
        "degrees": None if degrees is None else [list(each) for each in degrees],
        "n_features": known["features"],
        "n_classes": known["classes"],
    }


def _step(selection: Selection, structure_weight: float) -> dict[str, Any]:
    """The selection at another λ."""
    selector = replace(cast("MinGE", selection.selector), structure_weight=structure_weight)
    chosen = selector.choose(selection.facts, selection.details["structure_entropy"])
    chosen = chosen.in_multiples(selection.multiple_of)
    low, high = selector.bounds(selection.n_nodes)
    return {
        "structure_weight": structure_weight,
        "dimension": chosen.dimension,
        "crossing": chosen.estimate,
        "low": low,
        "high": high,
        "feature_entropy": feature_entropy(chosen.dimension, n_nodes=selection.n_nodes),
    }


def _excess(furthest: float) -> list[list[float]]:
    """h(n) at even steps from n = 1; nearly a straight line."""
    return [[n, excess(n)] for n in (1 + step / POINTS * (furthest - 1) for step in range(POINTS + 1))]
