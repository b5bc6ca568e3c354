"""The regret of each way to choose a dimension, averaged over graphs.

    regret of a row  = best mean - mean at the choice, over the seeds that all its dimensions share
    regret of a rule = mean over graphs of the mean over the graph's rows, with its interval over graphs

The rows of one graph are not independent, so intervals and tests are over graphs. The best is picked on the same seeds:
the regret includes its luck, and that luck is the same for every rule.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from minge_paper.evidence.over_graphs import interval_of, p_value
from minge_paper.markdown import gap
from minge_paper.statistics import LEVEL, Mean, holm, mean_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from minge_paper.evidence.rows import Row

__all__ = [
    "ANY",
    "HABITS",
    "MINGE_RULE",
    "RULES",
    "SEARCH",
    "WIDTHS",
    "Loss",
    "Rule",
    "fixed",
    "judged_by_all",
    "losses",
    "nearest",
    "over",
    "over_minge",
    "rules",
    "smallest",
]

WIDTHS = (16, 32, 64, 100, 128, 256)  # the usual widths, and a round number near MinGE's own choices
MINGE_RULE, SEARCH, ANY = "MinGE", "grid search by validation score", "a random dimension of the grid"
RULES = (MINGE_RULE, *(f"always {dimension}" for dimension in WIDTHS), SEARCH, ANY)
HABITS = (128, 256)  # what most people take
NEAR_ENOUGH = 1.25  # a trained dimension stands for a fixed one at most a quarter away


@dataclass(frozen=True, slots=True)
class Loss:
    """The regret of a rule in one row; `within_noise` is the chance that its choice is within noise of the best."""

    row: Row
    dimension: int | None
    points: float
    within_noise: float


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to choose over all rows in which it can be judged; `over` is its regret minus MinGE's.

    `p_value` is that of `over` by the exact test over graphs, with Holm's correction over the fixed dimensions.
    """

    name: str
    losses: tuple[Loss, ...]
    mean: Mean | None
    over: Mean | None
    p_value: float = 1.0

    @property
    def width(self) -> int | None:
        """The dimension, if it is fixed."""
        return _fixed(self.name)

    @property
    def n_within_noise(self) -> float:
        """In how many rows the choice is within noise of the best."""
        return sum(loss.within_noise for loss in self.losses)

    @property
    def worst(self) -> Loss | None:
        """The row with the largest regret."""
        return max(self.losses, key=lambda loss: loss.points, default=None)

    @property
    def compared_with_minge(self) -> str:
        """Whether it is better or worse than MinGE beyond noise, or cannot be distinguished from it."""
        if self.over is None or self.p_value > LEVEL:
            return "alike"
        return "worse" if self.over.mean > 0 else "better"

    @property
    def stand_ins(self) -> tuple[int, ...]:
        """The dimensions that were taken for the rule's own where that was not trained."""
        used = {loss.dimension for loss in self.losses if loss.dimension is not None}
        return tuple(sorted(used - {self.width})) if self.width else ()


def rules(rows: Sequence[Row]) -> list[Rule]:
    """Every rule over the rows that can be compared."""
    comparable = [row for row in rows if row.is_comparable]
    by_rule = {name: losses(comparable, name) for name in RULES}
    p_values = _p_values(by_rule)
    return [
        Rule(
            name,
            tuple(of_rule),
            _over_graphs(_by_graph(of_rule)),
            over(of_rule, by_rule[MINGE_RULE]),
            p_values.get(name, 1),
        )
        for name, of_rule in by_rule.items()
    ]


def judged_by_all(rows: Iterable[Row]) -> list[Row]:
    """The rows in which every rule that is known in some row is known."""
    comparable = [row for row in rows if row.is_comparable]
    known = [{loss.row.name for loss in of_rule} for name in RULES if (of_rule := losses(comparable, name))]
    shared = set.intersection(*known) if known else set()
    return [row for row in comparable if row.name in shared]


def _p_values(by_rule: Mapping[str, Sequence[Loss]]) -> dict[str, float]:
    """Whether each fixed dimension differs from MinGE: the exact test over graphs, corrected for how many are tried."""
    p_values: dict[int, float] = {}
    for dimension in WIDTHS:
        gaps = _differences(by_rule[f"always {dimension}"], by_rule[MINGE_RULE])
        if gaps:
            p_values[dimension] = p_value([fmean(of_graph) for of_graph in gaps.values()])
    return {f"always {dimension}": corrected for dimension, corrected in holm(p_values).items()}


def over_minge(judged: Iterable[Rule], *widths: int) -> str:
    """By how much always taking these dimensions is worse than MinGE's choice."""
    chosen = [rule for rule in judged if rule.width in widths and rule.over]
    return ", ".join(f"{rule.name} {gap(rule.over)}" for rule in chosen)


def fixed(judged: Sequence[Rule]) -> list[Rule]:
    """The fixed dimensions that were tried in half of MinGE's rows at least."""
    n_rows = next(len(rule.losses) for rule in judged if rule.name == MINGE_RULE)
    return [rule for rule in judged if rule.width and rule.over and len(rule.losses) * 2 >= n_rows]


def losses(rows: Iterable[Row], rule: str) -> list[Loss]:
    """The regret of a rule in each row; a row in which its dimension was not trained is left out."""
    if rule in (ANY, SEARCH):
        return [_at_random(row) if rule == ANY else _by_search(row) for row in rows if row.is_comparable]
    return [loss for row in rows if (loss := _loss(row, rule)) is not None]


def _loss(row: Row, rule: str) -> Loss | None:
    dimension = _choice(row, rule)
    regret = None if dimension is None else row.regret_of(dimension)
    if dimension is None or regret is None:
        return None
    return Loss(row, dimension, regret.mean, float(_is_within_noise(row, dimension)))


def _is_within_noise(row: Row, dimension: int) -> bool:
    """A dimension outside the grid is not part of the row's comparison; its own test decides."""
    regret = row.regret_of(dimension)
    if dimension in row.grid or regret is None or regret.p_value is None:
        return dimension in row.within_noise
    return regret.mean <= 0 or not regret.is_beyond_noise


def _at_random(row: Row) -> Loss:
    points = [regret.mean for dimension in row.grid if (regret := row.regret_of(dimension))]
    return Loss(row, None, fmean(points), row.luck)


def _by_search(row: Row) -> Loss:
    """Each seed is scored at the dimension that the other seeds pick."""
    picks = row.searched
    best = row.scores[row.comparison.best] if row.comparison else {}
    points = fmean(best[seed] - row.scores[pick][seed] for seed, pick in picks.items())
    return Loss(row, None, points, fmean(pick in row.within_noise for pick in picks.values()))


def _choice(row: Row, rule: str) -> int | None:
    return row.selected if rule == MINGE_RULE else nearest(row.records, _fixed(rule) or 0)


def _fixed(rule: str) -> int | None:
    return int(rule.removeprefix("always ")) if rule.startswith("always ") else None


def nearest(trained: Iterable[int], wanted: int) -> int | None:
    """The dimension itself, or the nearest that was trained if it is at most a quarter away.

    >>> nearest([20, 40, 60], 16), nearest([20, 40, 60], 256)
    (20, None)
    """

    def distance(dimension: int) -> float:
        return max(dimension, wanted) / max(1, min(dimension, wanted))

    close = [dimension for dimension in trained if distance(dimension) <= NEAR_ENOUGH]
    return min(close, key=lambda dimension: (distance(dimension), dimension), default=None)


def over(of_rule: Sequence[Loss], of_other: Sequence[Loss]) -> Mean | None:
    """The regret of one rule minus that of another, over the rows that both have."""
    return _over_graphs(_differences(of_rule, of_other))


def _differences(of_rule: Sequence[Loss], of_other: Sequence[Loss]) -> dict[str, list[float]]:
    theirs = {loss.row.name: loss.points for loss in of_other}
    by_graph = defaultdict(list)
    for loss in of_rule:
        if loss.row.name in theirs:
            by_graph[loss.row.dataset].append(loss.points - theirs[loss.row.name])
    return by_graph


def _by_graph(of_rule: Iterable[Loss]) -> dict[str, list[float]]:
    by_graph = defaultdict(list)
    for loss in of_rule:
        by_graph[loss.row.dataset].append(loss.points)
    return by_graph


def _over_graphs(by_graph: Mapping[str, Sequence[float]]) -> Mean | None:
    """The mean over graphs; too few of them have no interval."""
    if not by_graph:
        return None
    points = [fmean(of_graph) for of_graph in by_graph.values()]
    low, high = interval_of(points) or (None, None)
    return replace(mean_of(points), low=low, high=high)


def smallest(rows: Iterable[Row]) -> list[tuple[Row, int]]:
    """The smallest dimension within noise of the best, for each row that can be compared."""
    return [(row, min(row.within_noise)) for row in rows if row.is_comparable]
