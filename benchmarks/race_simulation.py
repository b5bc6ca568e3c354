"""Races on simulated objectives whose true means are known: false claims, trainings, and what was found.

    python benchmarks/race_simulation.py [--races 40]     about ten minutes; writes the tables of docs/racing.md

Every combination of a curve, a seed deviation and a kind of noise is raced so many times; Optuna's pruners and the full
grid answer the same question on the same scores. All randomness comes from one seed.
"""

from __future__ import annotations

import argparse
import warnings
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from graphdim.racing.boundary import nominal_levels
from graphdim.racing.noise import BORROWED
from graphdim.racing.schedule import next_batch
from graphdim.racing.terms import RaceTerms
from graphdim.racing.verdict import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PAGE = Path(__file__).parents[1] / "docs/racing.md"
DIMENSIONS = (8, 16, 32, 64, 128, 256, 512, 1024)
POINT = 0.01
TERMS = RaceTerms(DIMENSIONS, margin=POINT, level=0.05, max_seeds=10)
DEVIATIONS = (0.2, 0.5, 1.0)  # of the noise, in points
PLACES = np.arange(len(DIMENSIONS))
HEAVY = 3  # degrees of freedom of heavy tails
SHARED = 1.0  # deviation of what a seed does to all dimensions alike, in points


def flat(_: np.random.Generator) -> np.ndarray:
    """Every dimension is as good."""
    return np.zeros(len(PLACES))


def saturating(rng: np.random.Generator) -> np.ndarray:
    """Each doubling gains a fixed share of what is missing."""
    return -rng.uniform(5, 30) * np.exp(-rng.uniform(0.5, 1.2) * PLACES)


def peaked(rng: np.random.Generator) -> np.ndarray:
    """Best somewhere in the middle, worse on both sides."""
    return -rng.uniform(0.5, 3) * np.abs(PLACES - rng.integers(2, 6)) ** rng.uniform(1, 2)


def rising(rng: np.random.Generator) -> np.ndarray:
    """Each doubling gains the same."""
    return rng.uniform(0.3, 3) * (PLACES - PLACES[-1])


def stepped(rng: np.random.Generator) -> np.ndarray:
    """Too small up to a point, all the same beyond it."""
    return np.where(rng.integers(1, 7) > PLACES, -rng.uniform(1.2, 8), 0.0)


def cliff(rng: np.random.Generator) -> np.ndarray:
    """The least favourable case: one dimension is the best, all others are hardly worse than the margin allows."""
    return np.where(rng.integers(len(PLACES)) == PLACES, 0.0, -1.0001)


CURVES: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    each.__name__: each for each in (flat, saturating, peaked, rising, stepped)
}


def normal(rng: np.random.Generator, _: np.ndarray) -> np.ndarray:
    """Independent normal noise."""
    return rng.standard_normal((len(PLACES), TERMS.max_seeds))


def heavy(rng: np.random.Generator, _: np.ndarray) -> np.ndarray:
    """Noise with outliers: Student's t, scaled to a deviation of one."""
    return rng.standard_t(HEAVY, (len(PLACES), TERMS.max_seeds)) * np.sqrt((HEAVY - 2) / HEAVY)


def skewed(rng: np.random.Generator, _: np.ndarray) -> np.ndarray:
    """Mostly a little above the mean, now and then far below: trainings that fail."""
    return 1 - rng.exponential(1.0, (len(PLACES), TERMS.max_seeds))


def unequal(rng: np.random.Generator, means: np.ndarray) -> np.ndarray:
    """The narrowest dimension is three times as noisy as the widest; one on average."""
    scales = np.geomspace(3, 1, len(PLACES))
    return normal(rng, means) * (scales / scales.mean())[:, None]


def noisy_best(rng: np.random.Generator, means: np.ndarray) -> np.ndarray:
    """The best dimension is five times as noisy as the others; one on average."""
    scales = np.where(means == means.max(), 5.0, 1.0)
    return normal(rng, means) * (scales / scales.mean())[:, None]


def noisy_pair(rng: np.random.Generator, means: np.ndarray) -> np.ndarray:
    """The best dimension and the narrowest are five times as noisy as the others; one on average."""
    scales = np.where((means == means.max()) | (PLACES == 0), 5.0, 1.0)
    return normal(rng, means) * (scales / scales.mean())[:, None]


def noisy_losers(rng: np.random.Generator, means: np.ndarray) -> np.ndarray:
    """What lies more than three points below the best is five times as noisy as the rest."""
    return normal(rng, means) * np.where(means < means.max() - 3, 5.0, 1.0)[:, None]


NOISES = {
    "normal": (normal, 0.0),
    "shared": (normal, SHARED),
    "heavy": (heavy, 0.0),
    "heavy, shared": (heavy, SHARED),
    "noisy losers": (noisy_losers, 0.0),
}
UNEQUAL = {"unequal": (unequal, 0.0), "noisy best": (noisy_best, 0.0), "noisy best and narrowest": (noisy_pair, 0.0)}
ALL_NOISES = NOISES | {"skewed": (skewed, 0.0)} | UNEQUAL
# What a seed does to all dimensions cancels in every comparison, so rows with it would repeat those without; and on the
# cliff no dimension lies far below the best.
DISTINCT = [name for name, (_, shared) in ALL_NOISES.items() if not shared and name != "noisy losers"]


@dataclass(frozen=True)
class Case:
    """A curve in points, and the score that each dimension would get with each seed."""

    curve: str
    deviation: float
    noise: str
    means: np.ndarray
    scores: np.ndarray

    @property
    def sufficient(self) -> np.ndarray:
        """Which dimensions are truly at most the margin below the best; rounding is forgiven."""
        return self.means >= self.means.max() - TERMS.margin / POINT - 1e-9


@dataclass(frozen=True)
class Outcome:
    """What a method claimed in one case, by the place of the dimension, and how many trainings it took."""

    case: Case
    answer: int | None
    n_trainings: int

    @property
    def measures(self) -> tuple[float, ...]:
        """False claim, trainings, smallest sufficient dimension found, it or its neighbour found, any claim."""
        truth = int(np.argmax(self.case.sufficient))
        if self.answer is None:
            return 0.0, self.n_trainings, 0.0, 0.0, 0.0
        is_false = not self.case.sufficient[self.answer]
        is_near = abs(self.answer - truth) <= 1 and not is_false
        return is_false, self.n_trainings, self.answer == truth, is_near, 1.0


def cases(
    curves: Iterable[str], noises: Iterable[str], n_races: int, seed: int = 0, deviations: Iterable[float] = DEVIATIONS
) -> Iterator[Case]:
    """So many cases of every combination."""
    rng = np.random.default_rng(seed)
    shapes = CURVES | {"cliff": cliff}
    for curve, deviation, noise, _ in product(curves, deviations, noises, range(n_races)):
        means, (draw, shared) = shapes[curve](rng), ALL_NOISES[noise]
        points = means[:, None] + deviation * draw(rng, means) + shared * rng.standard_normal(TERMS.max_seeds)
        yield Case(curve, deviation, noise, means, 0.8 + POINT * points)


def raced(case: Case) -> Outcome:
    """The race, by the decisions that `race` makes, without calling an objective."""
    rows = {dimension: row for row, dimension in enumerate(DIMENSIONS)}
    table = np.full_like(case.scores, np.nan)
    while batch := next_batch(table, TERMS):
        for dimension, seed in batch:
            table[rows[dimension], seed] = case.scores[rows[dimension], seed]
    return Outcome(case, judge(table, TERMS).answer, int((~np.isnan(table)).sum()))


def false_claims_of_walks(n_candidates: int, n_seeds: int, level_of_one: float, n_walks: int, seed: int = 0) -> float:
    """How often a false claim is made when all candidates but the best lie at the margin and every look is taken.

    The bounds alone, without a schedule: all candidates get all seeds, and nothing stops early.
    """
    draws = np.random.default_rng(seed).standard_normal((n_walks, n_candidates, n_seeds))
    claimed = np.zeros(n_walks, dtype=bool)
    for seeds, level in enumerate(nominal_levels(level_of_one, n_seeds), start=2):
        part = draws[:, :, :seeds]
        means = part.mean(axis=2)
        freedom = (n_candidates - 1) * (seeds - 1)
        borrowed = min(BORROWED, freedom - (seeds - 1))
        own = (part[:, 1:] - part[:, :1]).var(axis=2, ddof=1)
        mixed = borrowed * 2 * _pooled(part, freedom)[:, None] + (seeds - 1) * own
        errors = np.sqrt(mixed / (borrowed + seeds - 1) / seeds)
        quantile = -stdtrit(borrowed + seeds - 1, level)
        claimed |= (means[:, 1:] - means[:, :1] > quantile * errors).any(axis=1)
    return float(claimed.mean())


def _pooled(part: np.ndarray, freedom: int) -> np.ndarray:
    """The residual variance of each layout."""
    rows, columns = part.mean(axis=2, keepdims=True), part.mean(axis=1, keepdims=True)
    residuals = part - rows - columns + part.mean(axis=(1, 2), keepdims=True)
    return np.asarray((residuals**2).sum(axis=(1, 2)) / freedom)


def walks() -> list[list[str]]:
    """A row per number of candidates: what sharing the level among k - 1 of them would cost, and among k."""
    shared = [(k, TERMS.level / (k - 1), TERMS.level / k) for k in (2, 3, 5, 8, 20)]
    n_walks = 40_000
    return [
        [f"{k}", *(f"{100 * false_claims_of_walks(k, TERMS.max_seeds, share, n_walks):.1f} %" for share in shares)]
        for k, *shares in shared
    ]


def full_grid(case: Case) -> Outcome:
    """Train everything, and take the smallest dimension whose mean is at most the margin below the highest."""
    return Outcome(case, _smallest(dict(enumerate(case.scores.mean(axis=1)))), case.scores.size)


def wilcoxon(case: Case) -> Outcome:
    """Optuna's WilcoxonPruner over seeds, then the same rule over the trials that were not pruned."""
    import optuna

    return _pruned(case, optuna.pruners.WilcoxonPruner(p_threshold=0.1))


def halving(case: Case) -> Outcome:
    """Optuna's SuccessiveHalvingPruner over seeds, then the same rule over the trials that were not pruned."""
    import optuna

    return _pruned(case, optuna.pruners.SuccessiveHalvingPruner(min_resource=1, reduction_factor=2))


def _pruned(case: Case, pruner: object) -> Outcome:
    """One trial per dimension, the widest first; the pruner sees the score of each seed, or the mean up to it."""
    import optuna

    sees_seeds = isinstance(pruner, optuna.pruners.WilcoxonPruner)
    n_trainings = 0

    def objective(trial: optuna.Trial) -> float:
        nonlocal n_trainings
        scores = case.scores[trial.suggest_int("place", 0, len(PLACES) - 1)]
        for seed, score in enumerate(scores):
            n_trainings += 1
            trial.report(score if sees_seeds else scores[: seed + 1].mean(), seed if sees_seeds else seed + 1)
            if trial.should_prune():
                raise optuna.TrialPruned
        return float(scores.mean())

    study = optuna.create_study(direction="maximize", pruner=pruner, sampler=optuna.samplers.RandomSampler(seed=0))
    for place in reversed(range(len(PLACES))):
        study.enqueue_trial({"place": place})
    study.optimize(objective, n_trials=len(PLACES))
    complete = study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.COMPLETE])
    return Outcome(case, _smallest({trial.params["place"]: trial.value for trial in complete}), n_trainings)


def _smallest(means: dict[int, float]) -> int:
    return min(place for place, mean in means.items() if mean >= max(means.values()) - TERMS.margin)


def average(outcomes: Iterable[Outcome]) -> np.ndarray:
    """The mean of each measure."""
    return np.mean([outcome.measures for outcome in outcomes], axis=0)


def rows(outcomes: list[Outcome]) -> list[list[str]]:
    """One row per curve and deviation."""
    groups: dict[tuple[str, float], list[Outcome]] = {}
    for each in outcomes:
        groups.setdefault((each.case.curve, each.case.deviation), []).append(each)
    return [[curve, f"{deviation:g}", *_cells(group)] for (curve, deviation), group in groups.items()]


def _cells(outcomes: list[Outcome]) -> list[str]:
    false, trainings, exact, near, decided = average(outcomes)
    shares = (f"{100 * share:.1f} %" for share in (false, near, exact, decided))
    return [f"{len(outcomes):,}", f"{trainings:.1f}", *shares]


def markdown(head: list[str], body: list[list[str]]) -> str:
    """A table."""
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(name: str, text: str, page: Path) -> None:
    """Put a text between the two marks of its name."""
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = page.read_text(encoding="utf-8").split(start)
    page.write_text(f"{before}{start}\n{text}\n\n{end}{rest.split(end)[1]}", encoding="utf-8")


HEAD = ["races", "trainings", "false claims", "smallest or its neighbour", "smallest", "any claim"]
METHODS = {
    "`race`": raced,
    "full grid, means compared": full_grid,
    "`WilcoxonPruner`, means compared": wilcoxon,
    "`SuccessiveHalvingPruner`, means compared": halving,
}


def main() -> None:
    """Race, then write the tables."""
    import optuna

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=40, help="for each combination of curve, deviation and noise")
    n_races = parser.parse_args().races
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
    write("walks", markdown(["candidates", "level / (k - 1) for each", "level / k for each"], walks()), PAGE)
    drawn = list(cases(CURVES, NOISES, n_races))
    outcomes = [raced(case) for case in drawn]
    body = [*rows(outcomes), ["**all**", "", *_cells(outcomes)]]
    write("curves", markdown(["curve", "deviation, points", *HEAD], body), PAGE)
    by_noise = [[noise, *_cells([each for each in outcomes if each.case.noise == noise])] for noise in NOISES]
    write("noises", markdown(["noise", *HEAD], by_noise), PAGE)
    hard = {noise: [raced(case) for case in cases(["cliff"], [noise], 10 * n_races)] for noise in DISTINCT}
    body = [[noise, deviation, *cells] for noise, group in hard.items() for _, deviation, *cells in rows(group)]
    write("cliff", markdown(["noise", "deviation, points", *HEAD], body), PAGE)
    steep = list(cases(["cliff"], ["normal"], 2 * n_races))
    for name, group in {"rivals": drawn, "rivals on the cliff": steep}.items():
        compared = [[method, *_cells([answer(case) for case in group])] for method, answer in METHODS.items()]
        write(name, markdown(["method", *HEAD], compared), PAGE)


if __name__ == "__main__":
    main()
