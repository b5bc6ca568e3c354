"""What a way of choosing gives away to the best dimension of each row, averaged over graphs.

    regret of a row  = best mean - mean at the choice, over the seeds that all its dimensions share
    regret of a rule = mean over graphs of the mean over the graph's rows, with the 95 % interval over graphs

The rows of one graph are no independent witnesses, so the interval speaks of the next graph. The best is picked on the
same seeds: the regret includes its luck, and that luck is the same for every rule.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.training.statistics import Mean, mean_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from minge_paper.evidence.rows import Row

__all__ = [
    "ANY",
    "FIXED",
    "MINGE",
    "RULES",
    "SEARCH",
    "Loss",
    "Rule",
    "fixed",
    "losses",
    "nearest",
    "over",
    "rules",
    "smallest",
]

FIXED = (16, 32, 64, 100, 128, 256)  # the habits, and the round number where MinGE's own choices lie
MINGE, SEARCH, ANY = "MinGE", "grid search by validation score", "any dimension of the grid"
RULES = (MINGE, *(f"always {dimension}" for dimension in FIXED), SEARCH, ANY)
NEAR_ENOUGH = 1.25  # a trained dimension stands for a fixed one at most a quarter away


@dataclass(frozen=True, slots=True)
class Loss:
    """What a rule gives away in one row; `within_noise` is the chance that its choice is within noise of the best."""

    row: Row
    dimension: int | None
    points: float
    within_noise: float


@dataclass(frozen=True, slots=True)
class Rule:
    """A way of choosing over all rows in which it can be judged; `over` is what it gives away more than MinGE."""

    name: str
    losses: tuple[Loss, ...]
    mean: Mean | None
    over: Mean | None

    @property
    def n_within_noise(self) -> float:
        """In how many rows the choice is within noise of the best."""
        return sum(loss.within_noise for loss in self.losses)

    @property
    def worst(self) -> Loss | None:
        """The row with the largest regret."""
        return max(self.losses, key=lambda loss: loss.points, default=None)

    @property
    def beside_minge(self) -> str:
        """Whether it is better or worse than MinGE beyond noise, or not told apart from it."""
        if self.over is None or self.over.low is None or self.over.high is None:
            return "alike"
        return "worse" if self.over.low > 0 else "better" if self.over.high < 0 else "alike"

    @property
    def stand_ins(self) -> tuple[int, ...]:
        """The dimensions that were taken for the rule's own where that was not trained."""
        used = {loss.dimension for loss in self.losses if loss.dimension is not None}
        return tuple(sorted(used - {_fixed(self.name)})) if _fixed(self.name) else ()


def rules(rows: Sequence[Row]) -> list[Rule]:
    """Every rule over the rows that can be told."""
    told = [row for row in rows if row.is_told]
    minge = losses(told, MINGE)
    found = ((name, minge if name == MINGE else losses(told, name)) for name in RULES)
    return [Rule(name, tuple(lost), _over_graphs(_by_graph(lost)), over(lost, minge)) for name, lost in found]


def fixed(found: Sequence[Rule]) -> list[Rule]:
    """The fixed dimensions that were tried in half of MinGE's rows at least."""
    n_rows = next(len(rule.losses) for rule in found if rule.name == MINGE)
    return [rule for rule in found if _fixed(rule.name) and rule.over and len(rule.losses) * 2 >= n_rows]


def losses(rows: Iterable[Row], rule: str) -> list[Loss]:
    """What a rule gives away in each row; a row in which its dimension was not trained is left out."""
    if rule in (ANY, SEARCH):
        return [_at_random(row) if rule == ANY else _by_search(row) for row in rows if row.is_told]
    return [loss for row in rows if (loss := _loss(row, rule)) is not None]


def _loss(row: Row, rule: str) -> Loss | None:
    dimension = _choice(row, rule)
    given_away = None if dimension is None else row.given_away(dimension)
    if dimension is None or given_away is None:
        return None
    return Loss(row, dimension, given_away.mean, float(_is_within_noise(row, dimension)))


def _is_within_noise(row: Row, dimension: int) -> bool:
    """A dimension outside the grid has no place in the row's comparison; its own interval decides."""
    given_away = row.given_away(dimension)
    if dimension in row.grid or given_away is None or given_away.low is None:
        return dimension in row.within_noise
    return given_away.low <= 0


def _at_random(row: Row) -> Loss:
    found = [given_away.mean for dimension in row.grid if (given_away := row.given_away(dimension))]
    return Loss(row, None, fmean(found), row.luck)


def _by_search(row: Row) -> Loss:
    """Each seed is scored where the others would have it."""
    picks = row.searched
    best = row.scores[row.comparison.best] if row.comparison else {}
    lost = fmean(best[seed] - row.scores[pick][seed] for seed, pick in picks.items())
    return Loss(row, None, lost, fmean(pick in row.within_noise for pick in picks.values()))


def _choice(row: Row, rule: str) -> int | None:
    return row.selected if rule == MINGE else nearest(row.records, _fixed(rule) or 0)


def _fixed(rule: str) -> int | None:
    return int(rule.removeprefix("always ")) if rule.startswith("always ") else None


def nearest(trained: Iterable[int], wanted: int) -> int | None:
    """The dimension itself, or the nearest that was trained if it is at most a quarter away.

    >>> nearest([20, 40, 60], 16), nearest([20, 40, 60], 256)
    (20, None)
    """
    close = [each for each in trained if max(each, wanted) <= NEAR_ENOUGH * min(each, wanted)]
    return min(close, key=lambda each: (max(each, wanted) / min(each, wanted), each), default=None)


def over(lost: Sequence[Loss], beside: Sequence[Loss]) -> Mean | None:
    """What one rule gives away more than another, over the rows that both have."""
    theirs = {loss.row.name: loss.points for loss in beside}
    shared = [(loss.row, loss.points - theirs[loss.row.name]) for loss in lost if loss.row.name in theirs]
    by_graph = defaultdict(list)
    for row, points in shared:
        by_graph[row.dataset].append(points)
    return _over_graphs(by_graph)


def _by_graph(lost: Iterable[Loss]) -> dict[str, list[float]]:
    by_graph = defaultdict(list)
    for loss in lost:
        by_graph[loss.row.dataset].append(loss.points)
    return by_graph


def _over_graphs(by_graph: Mapping[str, Sequence[float]]) -> Mean | None:
    return mean_of([fmean(points) for points in by_graph.values()]) if by_graph else None


def smallest(rows: Iterable[Row]) -> list[tuple[Row, int]]:
    """The smallest dimension within noise of the best, for each row that can be told."""
    return [(row, min(row.within_noise)) for row in rows if row.is_told]
