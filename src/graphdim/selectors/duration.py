r"""How long will a comparison take? A rough formula for each method, from the size of the graph alone.

    seconds = a · min(n, 20,000) / 1,000 + b · m / 1,000,000          n nodes, m edges

Fitted by eye to the seconds in benchmarks/judging.jsonl (links; 399 to 19,717 nodes, two cores) and to random graphs of
up to 15.7 million edges. It is not known beforehand how many splits cross-validation needs and how far its rank rises,
so it has a least and a most. Both get room of a factor of 1.5, as the formulas themselves may be that far off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.engines.view import GraphFacts

__all__ = ["COVERING", "LONG", "Seconds", "expected_seconds", "in_all"]

# From this many seconds on, an estimate is announced.
LONG = 10
# Beyond this many nodes the edges decide.
MANY_NODES = 20_000
# The largest graphs, in nodes, whose whole spectrum is computed, to which a skip-gram is fitted, and whose curve covers
# every choice.
MOST_DENSE, MOST_FITTED, MOST_COVERED = 5000, 1000, 2**15
# Seconds for each thousand nodes cubed: every eigenvalue, and every vector too.
WHOLE_SPECTRUM, ALL_VECTORS = 0.11, 0.22
# Seconds for the smallest graph, and what the largest adds: the softmax grows with the square of the nodes.
SKIP_GRAM, LARGEST_SKIP_GRAM = {"aic": 3.0, "bic": 3.0, "snml": 6.0}, 30.0
# How far the formulas may be off.
SLACK = 1.5
# What follows the methods: the curve is measured at what they chose.
COVERING = "covering"
USUAL_SPLITS, MOST_SPLITS = 3, 10


class Seconds(NamedTuple):
    """The least and the most that something may take."""

    low: float
    high: float


def _exactly(seconds: float) -> Seconds:
    """A time whose least is its most."""
    return Seconds(seconds, seconds)


class Cost(NamedTuple):
    """Seconds for each thousand nodes, up to MANY_NODES of them, and for each million edges."""

    nodes: float
    edges: float


# One split to rank 64; twice the rank takes about twice as long.
SPLIT = Cost(0.08, 1.5)
RANK_128, RANK_512 = 2, Cost(0.8, 15)
COSTS = {
    "ecv": Cost(0.25, 3),
    "eigcv": Cost(0.7, 120),
    "profile": Cost(0.35, 4),
    "flip": Cost(0.2, 40),
    "bethe-hessian": Cost(0.1, 1.5),
    "usvt": Cost(0.2, 6),
    "pip": Cost(0.1, 4),
    "normalized-loss": Cost(0.4, 10),
    "pca": Cost(0.6, 12),
    "two-nn": Cost(0.1, 1),
}
# Methods that choose several hundred dimensions, and those that choose about a hundred.
DEEP, HIGH = {"normalized-loss", "gavish-donoho"}, {"usvt", "minge", "su", "rules"}
# A skip-gram for each of about eight dimensions: seconds for each thousand nodes, however many there are.
WALKS = 15.0
# Ten regressions at each dimension up to k, on n labelled nodes of c classes: seconds for a million n · c · k.
REGRESSIONS = 1.2
LOW_RANK, HIGH_RANK = 128, 512


def expected_seconds(
    methods: Iterable[str], facts: GraphFacts, *, classes: tuple[int, int] | None = None
) -> dict[str, Seconds]:
    """About how long each method takes, and measuring at what they chose; the whole spectrum counts once.

    `classes` are the number of labelled nodes and that of their classes, where labels are measured.
    """
    n_nodes, n_edges = facts.n_nodes - facts.n_isolated, facts.n_edges
    names = list(methods)
    seconds = {name: _exactly(_seconds(name, n_nodes, n_edges)) for name in names}
    seconds["cv"] = _on_links(n_nodes, n_edges) if classes is None else _on_labels(n_nodes, n_edges, *classes)
    whole = [name for name in ("gavish-donoho", "effective-rank") if name in seconds]
    if whole and n_nodes <= MOST_DENSE:
        seconds[whole[0]] = _exactly(WHOLE_SPECTRUM * (n_nodes / 1000) ** 3)
    if classes is None and n_nodes <= MOST_COVERED:
        seconds[COVERING] = _covering(set(names), n_nodes, n_edges)
    return seconds


def in_all(seconds: dict[str, Seconds]) -> Seconds:
    """The least and the most that everything may take, with room for what the formulas miss."""
    lows, highs = zip(*seconds.values(), strict=True)
    return Seconds(sum(lows) / SLACK, SLACK * sum(highs))


def _seconds(method: str, n_nodes: int, n_edges: int) -> float:
    if method in SKIP_GRAM:
        share = (n_nodes / MOST_FITTED) ** 2
        return SKIP_GRAM[method] + LARGEST_SKIP_GRAM * share if share <= 1 else 0.0
    if method == "normalized-loss-walks":
        return WALKS * n_nodes / 1000
    return _linear(COSTS[method], n_nodes, n_edges) if method in COSTS else 0.0


def _on_links(n_nodes: int, n_edges: int) -> Seconds:
    """Three splits to rank 64, or ten to rank 128."""
    split = _linear(SPLIT, n_nodes, n_edges)
    return Seconds(USUAL_SPLITS * split, MOST_SPLITS * RANK_128 * split)


def _on_labels(n_nodes: int, n_edges: int, n_labelled: int, n_classes: int) -> Seconds:
    """One factorisation and ten folds, to rank 128 or 512."""
    work = REGRESSIONS * n_labelled * n_classes / 1_000_000
    low, high = RANK_128 * _linear(SPLIT, n_nodes, n_edges), _to_rank_512(n_nodes, n_edges)
    return Seconds(low + LOW_RANK * work, high + HIGH_RANK * work)


def _covering(names: set[str], n_nodes: int, n_edges: int) -> Seconds:
    """The usual splits again, to the rank of the highest choice."""
    if names & DEEP:
        return _exactly(USUAL_SPLITS * _to_rank_512(n_nodes, n_edges))
    split = RANK_128 * _linear(SPLIT, n_nodes, n_edges) if names & HIGH else 0.0
    return Seconds(0.0, USUAL_SPLITS * split)


def _to_rank_512(n_nodes: int, n_edges: int) -> float:
    return min(_linear(RANK_512, n_nodes, n_edges), ALL_VECTORS * (n_nodes / 1000) ** 3)


def _linear(cost: Cost, n_nodes: int, n_edges: int) -> float:
    return cost.nodes * min(n_nodes, MANY_NODES) / 1000 + cost.edges * n_edges / 1_000_000
