"""Every way to choose a dimension, judged in each situation: what is embedded how, and for what.

    regret of a choice on a curve  = mean over seeds of  score at the best of the other seeds - score at the choice
    regret of a way in a situation = mean over graphs of the mean over the graph's curves

All ways are judged on the graphs on which the selectors were run. Regret is skewed, so its interval is bootstrapped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median
from typing import TYPE_CHECKING

from minge_paper.choices import ON_LABELS
from minge_paper.curves import Curve
from minge_paper.evidence.over_graphs import interval_of
from minge_paper.evidence.rows import every_row
from minge_paper.fitted import FittedSpectral
from minge_paper.markdown import duration
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from minge_paper.results import Results

__all__ = [
    "FEWEST_GRAPHS",
    "FITTED_LINKS",
    "FIXED",
    "GRID",
    "LABELS",
    "LINKS",
    "RACE",
    "SITUATIONS",
    "TO_512",
    "TUNED",
    "Situation",
    "Way",
    "curves",
    "is_rare",
    "n_graphs",
    "regrets",
    "situation",
    "ways",
]

LINKS, LABELS = "link-prediction", "node-classification"
NETWORKS = ("gcn", "gat", "gcnii")
FIXED = (16, 32, 64, 128, 256)
TO_512 = (*FIXED, 512)  # where no network is trained
RACE, GRID, TUNED = "race", "grid search by test score", "tuned constant"
MARGIN = 1.0  # points, of the race
RARE = 0.8  # of the graphs
FEWEST_DIMENSIONS, FEWEST_SEEDS, FEWEST_GRAPHS = 4, 2, 3
SHORTEST = 0.01  # seconds, as the choices are kept


@dataclass(frozen=True, slots=True)
class Situation:
    """What a reader may be in: a name, the task, the models that it holds for, and the constants that are tried."""

    name: str
    task: str
    models: tuple[str, ...]
    constants: tuple[int, ...] = FIXED


SITUATIONS = (
    Situation("Spectral embedding, links", LINKS, ("spectral",), TO_512),
    Situation("Spectral embedding, labels", LABELS, ("spectral",), TO_512),
    Situation("ProNE, links", LINKS, ("prone",), TO_512),
    Situation("ProNE, labels", LABELS, ("prone",), TO_512),
    Situation("DeepWalk, links", LINKS, ("deepwalk",), TO_512),
    Situation("DeepWalk, labels", LABELS, ("deepwalk",), TO_512),
    Situation("Graph neural network, links", LINKS, NETWORKS),
    Situation("Graph neural network, labels", LABELS, NETWORKS),
)


# Not among the situations: the first one with another decoder, for one sentence.
FITTED_LINKS = Situation("Spectral embedding with a fitted decoder, links", LINKS, (FittedSpectral.name,), TO_512)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to choose: its regret on each graph, its cost in words, and on how many graphs it chose beyond a curve.

    `races` says how many races there were, and how many of them were decided.
    """

    name: str
    points: Mapping[str, float]
    cost: str
    n_beyond: int = 0
    races: tuple[int, int] = 0, 0

    @property
    def mean(self) -> float:
        """The regret on average over graphs."""
        return fmean(self.points.values())

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean over graphs; None over too few of them."""
        return interval_of(self.points.values())

    @property
    def is_mostly_undecided(self) -> bool:
        """Whether most races had no answer, so that the regret is nearly that of a grid search: zero by definition."""
        n_races, n_decided = self.races
        return 2 * n_decided < n_races

    @property
    def is_plain(self) -> bool:
        """Whether its regret can be compared with others: an undecided race returns what it is measured against."""
        return not self.n_beyond and self.name != RACE

    @property
    def worst(self) -> str:
        """The graph with the largest regret."""
        return max(self.points, key=lambda graph: self.points[graph])


def situation(name: str) -> Situation:
    """The situation with that name."""
    return next(one for one in SITUATIONS if one.name == name)


def curves(results: Results, of: Situation) -> list[Curve]:
    """Every curve of a situation with enough dimensions and seeds, on a graph on which the selectors were run."""
    every = [*results.curves, *_of_networks(results)]
    chosen = {graph for graph, choices in results.choices.items() if choices}
    return [
        curve
        for curve in every
        if curve.task == of.task
        and curve.model in of.models
        and len(curve.dimensions) >= FEWEST_DIMENSIONS
        and len(curve.seeds) >= FEWEST_SEEDS
        and (curve.dataset in chosen or not chosen)
    ]


def is_rare(way: Way, graphs: int) -> bool:
    """Whether a way to choose answers on too few of the graphs to be ranked among the others."""
    return len(way.points) < RARE * graphs


def n_graphs(results: Results, of: Situation) -> int:
    """On how many graphs a situation is judged."""
    return len({curve.dataset for curve in curves(results, of)})


def _of_networks(results: Results) -> list[Curve]:
    return [
        Curve.over_shared_seeds(row.dataset, row.task, row.model, row.scores)
        for row in every_row(results)
        if row.is_complete
    ]


@lru_cache(maxsize=len(SITUATIONS) + 1)
def ways(results: Results, of: Situation) -> list[Way]:
    """Every way to choose, the best first; of those that answer on too few graphs there is nothing to say."""
    measured = curves(results, of)
    names = dict.fromkeys(name for choices in results.choices.values() for name in choices)
    judged = [_fixed(measured, dimension) for dimension in of.constants]
    judged += [_tuned(measured, of.constants)]
    judged += [_chosen(results, measured, name) for name in names if name != ON_LABELS or of.task == LABELS]
    judged += [_raced(measured), _searched(measured)]
    least = min(FEWEST_GRAPHS, len({curve.dataset for curve in measured}))
    return sorted((way for way in judged if len(way.points) >= max(1, least)), key=lambda way: way.mean)


def _by_graph(points: Iterable[tuple[str, float]]) -> dict[str, float]:
    graphs: dict[str, list[float]] = {}
    for graph, regret in points:
        graphs.setdefault(graph, []).append(regret)
    return {graph: fmean(regrets) for graph, regrets in graphs.items()}


def regrets(measured: Iterable[Curve], choice: Callable[[str], int | None]) -> dict[str, float]:
    """The regret of a choice on each graph on which it has one, on average over the graph's curves."""
    chosen = ((curve, choice(curve.dataset)) for curve in measured)
    return _by_graph((curve.dataset, curve.regret(dimension)) for curve, dimension in chosen if dimension)


def _fixed(measured: Sequence[Curve], dimension: int) -> Way:
    points = regrets(measured, lambda _: dimension)
    return Way(f"always {dimension}", points, MISSING, _n_beyond(measured, lambda _: dimension))


def _tuned(measured: Sequence[Curve], constants: Sequence[int]) -> Way:
    """On each graph the constant that does best on the other graphs, so that none is picked where it is scored."""
    points = {dimension: _fixed(measured, dimension).points for dimension in constants}
    graphs = list(points[constants[0]])
    picked = {
        graph: min(constants, key=lambda n: fmean(points[n][other] for other in graphs if other != graph))
        for graph in (graphs if len(graphs) > 1 else ())
    }
    found = {graph: points[dimension][graph] for graph, dimension in picked.items()}
    return Way(TUNED, found, MISSING, _n_beyond(measured, picked.get))


def _n_beyond(measured: Sequence[Curve], choice: Callable[[str], int | None]) -> int:
    """On how many graphs a choice lies above the largest dimension of a curve, or below its smallest."""
    chosen = ((curve, choice(curve.dataset)) for curve in measured)
    beyond = (curve for curve, n in chosen if n and not curve.dimensions[0] <= n <= curve.dimensions[-1])
    return len({curve.dataset for curve in beyond})


def _chosen(results: Results, measured: Sequence[Curve], name: str) -> Way:
    made = {graph: choices[name] for graph, choices in results.choices.items() if name in choices}
    seconds = [choice.seconds for choice in made.values() if choice.dimension]

    def choice_on(graph: str) -> int | None:
        return made[graph].dimension if graph in made else None

    return Way(name, regrets(measured, choice_on), _seconds(seconds), _n_beyond(measured, choice_on))


def _seconds(seconds: Sequence[float]) -> str:
    if not seconds:
        return MISSING
    return duration(median(seconds)) if median(seconds) >= SHORTEST else f"< {duration(SHORTEST)}"


def _raced(measured: Sequence[Curve]) -> Way:
    """The answer of the race, or, while it is undecided, the best so far: scored on a seed that it did not see."""
    points: list[tuple[str, float]] = []
    trained: list[int] = []
    n_decided = 0
    for curve in measured:
        for seed in _left_out(curve):
            race = curve.raced_without(seed, MARGIN)
            answer = race.dimension or race.best or curve.dimensions[-1]
            points.append((curve.dataset, curve.scores[curve.best_without(seed)][seed] - curve.scores[answer][seed]))
            trained.append(race.n_trainings)
            n_decided += race.dimension is not None
    cost = f"{number(median(trained or [0]), 0)} trainings"
    return Way(RACE, _by_graph(points), cost, races=(len(points), n_decided))


def _left_out(curve: Curve) -> tuple[int, ...]:
    """The seeds that a race can be scored on: it needs two others."""
    return curve.seeds if len(curve.seeds) > FEWEST_SEEDS else ()


def _searched(measured: Sequence[Curve]) -> Way:
    """The best of the grid by all seeds but one, which every other regret is measured against."""
    costs = [len(curve.dimensions) * (len(curve.seeds) - 1) for curve in measured for _ in _left_out(curve)]
    trained = median(costs or [0])
    return Way(GRID, _by_graph((curve.dataset, 0.0) for curve in measured), f"{number(trained, 0)} trainings")
