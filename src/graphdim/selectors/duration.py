r"""How long will a comparison take? A rough formula for each method, from the size of the graph alone.

    seconds = a · min(n, 8,000) / 1,000 + b · m / 1,000,000          n nodes, m edges

Fitted by eye to the seconds in benchmarks/judging.jsonl (11 graphs, 399 to 7,650 nodes, two cores) and to random graphs
of up to 15.7 million edges. Most estimates were within a factor of two; what decides is how often the rank is doubled
and how many splits are needed, which nobody knows before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.engines.view import GraphFacts

__all__ = ["LONG", "expected_seconds"]

# From this many seconds on, an estimate is announced.
LONG = 10
# Beyond this many nodes the edges decide.
MANY_NODES = 8000
# The largest graphs, in nodes, whose whole spectrum is computed and to which a skip-gram is fitted.
MOST_DENSE, MOST_FITTED = 5000, 1000
# Seconds for each thousand nodes cubed.
WHOLE_SPECTRUM = 0.13
# Seconds for the smallest graph, and what the largest adds: the softmax grows with the square of the nodes.
SKIP_GRAM, LARGEST_SKIP_GRAM = {"aic": 3.0, "bic": 3.0, "snml": 6.0}, 30.0


class Cost(NamedTuple):
    """Seconds for each thousand nodes, up to MANY_NODES of them, and for each million edges."""

    nodes: float
    edges: float


COSTS = {
    "cv": Cost(0.45, 4.5),
    "ecv": Cost(0.4, 5),
    "eigcv": Cost(1.5, 130),
    "profile": Cost(0.5, 6),
    "flip": Cost(1.5, 60),
    "bethe-hessian": Cost(0.2, 2),
    "usvt": Cost(0.35, 2),
    "pip": Cost(0.45, 8),
    "normalized-loss": Cost(0.5, 5),
    "pca": Cost(0.8, 5),
    "two-nn": Cost(0.1, 1),
}
# A skip-gram for each of about eight dimensions: seconds for each thousand nodes, however many there are.
WALKS = 15.0
# Cross-validation on labels: a logistic regression for each dimension and split. CPU seconds that were measured, beside
# what this says: cora 11.5 (4.1), air_usa 3.9 (1.9), blogcatalog_attr 2.4 (8.7). How far the rank rises decides.
ON_LABELS = Cost(1.5, 5)


def expected_seconds(methods: Iterable[str], facts: GraphFacts, *, on_labels: bool = False) -> dict[str, float]:
    """About how long each method takes; the whole spectrum counts once, for the first that needs it."""
    n_nodes = facts.n_nodes - facts.n_isolated
    seconds = {name: _seconds(name, n_nodes, facts.n_edges) for name in methods}
    if on_labels:
        seconds["cv"] = _linear(ON_LABELS, n_nodes, facts.n_edges)
    for name in ("gavish-donoho", "effective-rank"):
        if name in seconds and n_nodes <= MOST_DENSE:
            seconds[name] = WHOLE_SPECTRUM * (n_nodes / 1000) ** 3
            break
    return seconds


def _seconds(method: str, n_nodes: int, n_edges: int) -> float:
    if method in SKIP_GRAM:
        share = (n_nodes / MOST_FITTED) ** 2
        return SKIP_GRAM[method] + LARGEST_SKIP_GRAM * share if share <= 1 else 0.0
    if method == "normalized-loss-walks":
        return WALKS * n_nodes / 1000
    return _linear(COSTS[method], n_nodes, n_edges) if method in COSTS else 0.0


def _linear(cost: Cost, n_nodes: int, n_edges: int) -> float:
    return cost.nodes * min(n_nodes, MANY_NODES) / 1000 + cost.edges * n_edges / 1_000_000
