"""Every way to choose a dimension, judged in each situation: what is embedded how, and for what.

    regret of a choice on a curve  = mean over seeds of  score at the best of the other seeds - score at the choice
    regret of a way in a situation = mean over graphs of the mean over the graph's curves

Regret is skewed, so its interval is bootstrapped over graphs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np

from graphdim.training.text import interval, number
from graphdim.words import counted
from minge_paper.choices import ON_LABELS
from minge_paper.curves import Curve
from minge_paper.evidence.rows import every_row, shown
from minge_paper.markdown import duration, pipes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from minge_paper.results import Results

__all__ = ["FEWEST_GRAPHS", "FIXED", "GRID", "RACE", "SITUATIONS", "Situation", "Way", "section", "situation", "ways"]

LINKS, LABELS = "link-prediction", "node-classification"
NETWORKS = ("gcn", "gat", "gcnii")
FIXED = (16, 32, 64, 128, 256)
RACE, GRID = "race", "grid search"
MARGIN = 1.0  # points, of the race
FEWEST_DIMENSIONS, FEWEST_SEEDS, FEWEST_GRAPHS = 4, 2, 3
DRAWS = 4000


@dataclass(frozen=True, slots=True)
class Situation:
    """What a reader may be in: a name, the task, and the models that it holds for."""

    name: str
    task: str
    models: tuple[str, ...]


SITUATIONS = (
    Situation("Spectral embedding, links", LINKS, ("spectral",)),
    Situation("Spectral embedding, labels", LABELS, ("spectral",)),
    Situation("ProNE, links", LINKS, ("prone",)),
    Situation("ProNE, labels", LABELS, ("prone",)),
    Situation("DeepWalk, links", LINKS, ("deepwalk",)),
    Situation("DeepWalk, labels", LABELS, ("deepwalk",)),
    Situation("Graph neural network, links", LINKS, NETWORKS),
    Situation("Graph neural network, labels", LABELS, NETWORKS),
)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to choose: its regret on each graph, and what it costs, in words."""

    name: str
    points: Mapping[str, float]
    cost: str

    @property
    def mean(self) -> float:
        """The regret on average over graphs."""
        return fmean(self.points.values())

    @property
    def interval(self) -> tuple[float, float]:
        """95 % of the means of graphs that are drawn again from these."""
        points = np.array(list(self.points.values()))
        drawn = np.random.default_rng(0).choice(points, (DRAWS, len(points))).mean(axis=1)
        low, high = np.quantile(drawn, [0.025, 0.975])
        return float(low), float(high)

    @property
    def worst(self) -> str:
        """The graph with the largest regret."""
        return max(self.points, key=lambda graph: self.points[graph])


def situation(name: str) -> Situation:
    """The situation with that name."""
    return next(one for one in SITUATIONS if one.name == name)


def curves(results: Results, of: Situation) -> list[Curve]:
    """Every curve of a situation with enough dimensions and seeds."""
    every = [*results.curves, *_of_networks(results)]
    return [
        curve
        for curve in every
        if curve.task == of.task
        and curve.model in of.models
        and len(curve.dimensions) >= FEWEST_DIMENSIONS
        and len(curve.seeds) >= FEWEST_SEEDS
    ]


def _of_networks(results: Results) -> list[Curve]:
    return [
        Curve.over_shared_seeds(row.dataset, row.task, row.model, row.scores)
        for row in every_row(results)
        if row.is_complete
    ]


@lru_cache(maxsize=len(SITUATIONS))
def ways(results: Results, of: Situation) -> list[Way]:
    """Every way to choose, the best first; of those that answer on too few graphs there is nothing to say."""
    measured = curves(results, of)
    names = dict.fromkeys(name for choices in results.choices.values() for name in choices)
    judged = [_fixed(measured, dimension) for dimension in FIXED]
    judged += [_chosen(results, measured, name) for name in names if name != ON_LABELS or of.task == LABELS]
    judged += [_raced(measured), _searched(measured)]
    least = min(FEWEST_GRAPHS, len({curve.dataset for curve in measured}))
    return sorted((way for way in judged if len(way.points) >= max(1, least)), key=lambda way: way.mean)


def _by_graph(points: Iterable[tuple[str, float]]) -> dict[str, float]:
    graphs: dict[str, list[float]] = {}
    for graph, regret in points:
        graphs.setdefault(graph, []).append(regret)
    return {graph: fmean(regrets) for graph, regrets in graphs.items()}


def _fixed(measured: Sequence[Curve], dimension: int) -> Way:
    return Way(f"always {dimension}", _by_graph((curve.dataset, curve.regret(dimension)) for curve in measured), "–")


def _chosen(results: Results, measured: Sequence[Curve], name: str) -> Way:
    made = {graph: choices[name] for graph, choices in results.choices.items() if name in choices}
    points = [
        (curve.dataset, curve.regret(choice.dimension))
        for curve in measured
        if (choice := made.get(curve.dataset)) and choice.dimension
    ]
    seconds = [choice.seconds for choice in made.values() if choice.dimension]
    return Way(name, _by_graph(points), duration(median(seconds)) if seconds else "–")


def _raced(measured: Sequence[Curve]) -> Way:
    """The answer of the race, or, while it is undecided, the best so far: scored on a seed that it did not see."""
    points: list[tuple[str, float]] = []
    trained = [0]
    for curve in measured:
        for seed in curve.seeds if len(curve.seeds) > FEWEST_SEEDS else ():
            race = curve.raced_without(seed, MARGIN)
            answer = race.dimension or race.best or curve.dimensions[-1]
            points.append((curve.dataset, curve.scores[curve.best_without(seed)][seed] - curve.scores[answer][seed]))
            trained.append(race.n_trainings)
    return Way(RACE, _by_graph(points), f"{number(fmean(trained[1:] or trained), 0)} trainings")


def _searched(measured: Sequence[Curve]) -> Way:
    """The best of the grid, which every other regret is measured against."""
    trained = fmean(len(curve.dimensions) * len(curve.seeds) for curve in measured) if measured else 0
    return Way(GRID, _by_graph((curve.dataset, 0.0) for curve in measured), f"{number(trained, 0)} trainings")


def section(results: Results) -> str:
    """A table for each situation."""
    tables = [_table(results, of) for of in SITUATIONS]
    return "\n\n".join(table for table in tables if table) or "Nothing was embedded yet: missing."


def _table(results: Results, of: Situation) -> str:
    measured, judged = curves(results, of), ways(results, of)
    if not measured:
        return ""
    graphs = {curve.dataset for curve in measured}
    head = ["way to choose", "graphs", "mean [95 %]", "median", "worst", "costs"]
    size = f"{counted(len(graphs), 'graph')}, {counted(len(measured), 'curve')}"
    return f"**{of.name}** ({size})\n\n{pipes(head, map(_line, judged))}"


def _line(way: Way) -> list[str]:
    points = list(way.points.values())
    worst = f"{number(max(points))} ({shown(way.worst)})" if max(points) > 0 else number(max(points))
    name = f"**{way.name}**" if way.name.startswith("minge") else way.name
    spread = f" {interval(*way.interval)}" if len(points) > 1 else ""
    return [name, str(len(points)), f"{number(way.mean)}{spread}", number(median(points)), worst, way.cost]
