"""The answer of a race: a frozen record of the trainings and all that follows from them.

Made by `race`, after each training and at the end; panel and chart render its summary.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import stdtrit

from graphdim.deficit import Deficit
from graphdim.racing import panel
from graphdim.racing.budget import expected_seconds
from graphdim.racing.certainty import certainty
from graphdim.racing.noise import pair_noise
from graphdim.racing.raced import Raced
from graphdim.racing.schedule import forecast
from graphdim.racing.spread import spread_of
from graphdim.racing.trial import table
from graphdim.racing.verdict import judge

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from numpy.typing import NDArray

    from graphdim.racing.spread import Spread
    from graphdim.racing.terms import RaceTerms
    from graphdim.racing.trial import Trial
    from graphdim.racing.verdict import Verdict

__all__ = ["Outlook", "Point", "Race"]

CONFIDENCE = 0.95  # of the intervals of the curve, which the tests do not use
MORE_SEEDS = (2, 4, 8, 16)  # times the seeds of a race that they did not suffice for


@dataclass(frozen=True, slots=True)
class Point:
    """One dimension of the curve: its mean, adjusted for the seeds it had, with a 95 % interval, and what is known.

    The interval is for the score itself with further seeds. Dimensions are compared on shared seeds, which tells more
    than their intervals do; it is None while there is no estimate of the spread.

    `standing` is "sufficient" (shown to be at most the margin worse than the best), "worse" (shown to be worse by more)
    or "open".
    """

    dimension: int
    mean: float
    low: float | None
    high: float | None
    seeds: int
    seconds: float
    standing: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """What would probably end an undecided race: so many trainings and seconds more, with so many seeds at most.

    `is_lower_bound` while the noise is unknown: then the trainings only suffice to estimate it.
    """

    n_trainings: int
    seconds: float
    max_seeds: int
    is_lower_bound: bool


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Race(Raced):
    """The smallest sufficient dimension, with the scores it rests on.

    `ended` says why the race stopped: "decided"; "seeds", when no dimension can be shown to be sufficient within
    `max_seeds`; "budget"; "interrupted"; or "" while it is under way. Results are equal if their terms and scores
    are.
    """

    noun: ClassVar[str] = "race"
    panels: ClassVar[ModuleType] = panel

    terms: RaceTerms
    trainings: tuple[Trial, ...] = ()
    ended: str = ""
    n_workers: int = field(default=1, compare=False)

    def adding(self, trainings: Iterable[Trial]) -> Race:
        """The same race with further trainings."""
        known = {each.cell: each for each in (*self.trainings, *trainings)}
        return replace(self, trainings=tuple(known[cell] for cell in sorted(known)))

    @property
    def scores(self) -> NDArray[np.float64]:
        """A row per dimension, a column per seed, NaN where nothing was trained."""
        return table(self.trainings, self.terms)

    @property
    def merits(self) -> NDArray[np.float64]:
        """The scores with their sign such that higher is better, as all tests expect: losses are negated."""
        return self.terms.sign * self.scores

    @property
    def verdict(self) -> Verdict:
        """What the tests say."""
        return judge(self.merits, self.terms)

    @property
    def dimension(self) -> int | None:
        """The smallest dimension shown to be at most the margin worse than the best; None while undecided."""
        answer = self.verdict.answer
        return None if answer is None else self.terms.dimensions[answer]

    @property
    def best(self) -> int | None:
        """The dimension with the best mean so far; None before the first score."""
        means = self.verdict.layout.means
        return None if np.isnan(means).all() else self.terms.dimensions[int(np.nanargmax(means))]

    @property
    def sufficient(self) -> tuple[int, ...]:
        """All dimensions shown to be at most the margin worse than the best; others may be as good, unproved."""
        pairs = zip(self.terms.dimensions, self.verdict.sufficient, strict=True)
        return tuple(dimension for dimension, is_sufficient in pairs if is_sufficient)

    @property
    def notes(self) -> tuple[str, ...]:
        """That the default margin may be in other units than the scores; nothing for a margin of the user's."""
        farthest = max((each.score for each in self.trainings), default=0.0, key=abs)
        if not self.terms.has_default_margin or abs(farthest) <= 1:
            return ()
        unit = f"the margin of {self.terms.margin:g} is in the units of the score, and scores reach {farthest:.4g}"
        return (f"{unit}; if they are in percent, pass margin=1 for a point",)

    @property
    def noise(self) -> float | None:
        """The deviation of a score that neither its dimension nor its seed explains; None while it is unknown."""
        layout = self.verdict.layout
        return None if layout.freedom < 1 else layout.deviation

    @property
    def n_trainings(self) -> int:
        """How many trainings it took, those from the ledger included."""
        return len(self.trainings)

    @property
    def certainty(self) -> float | None:
        """One minus the smallest level at which the same scores give this answer; None while undecided."""
        return certainty(self.verdict, self.terms)

    @property
    def curve(self) -> tuple[Point, ...]:
        """The dimensions that have a score."""
        verdict = self.verdict
        spread = spread_of(verdict.layout)
        trained = np.flatnonzero(np.isfinite(verdict.layout.means))
        return tuple(self._point(int(row), verdict, spread) for row in trained)

    def deficit(self, dimension: int) -> Deficit | None:
        """How far a candidate lies below the best over the seeds of both; None for the best, or if none are shared."""
        row, best, layout = self.terms.dimensions.index(dimension), self.best, self.verdict.layout
        rival = row if best is None else self.terms.dimensions.index(best)
        n_shared = int(layout.shared[row, rival])
        if row == rival or not n_shared:
            return None
        mean = float(layout.gaps[rival, row])
        if layout.freedom < 1:
            return Deficit(mean, None, None)
        noise = pair_noise(layout, self.terms.margin)
        half = _quantile(noise.freedoms[row, rival]) * float(noise.variances[row, rival] / n_shared) ** 0.5
        return Deficit(mean, mean - half, mean + half)

    @property
    def outlook(self) -> Outlook | None:
        """What would probably suffice; None when nothing more is needed, or when nothing within reach would do."""
        if self.ended == "decided":
            return None
        if self.ended != "seeds":
            return self._outlook(self.terms)
        wider = (replace(self.terms, max_seeds=times * self.terms.max_seeds) for times in MORE_SEEDS)
        return next((outlook for outlook in map(self._outlook, wider) if outlook), None)

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON and chart render this."""
        outlook = self.outlook
        return {
            "dimension": self.dimension,
            "best": self.best,
            "sufficient": list(self.sufficient),
            "certainty": self.certainty,
            "ended": self.ended,
            "margin": self.terms.margin,
            "level": self.terms.level,
            "max_seeds": self.terms.max_seeds,
            "direction": self.terms.direction,
            "noise": self.noise,
            "dimensions": list(self.terms.dimensions),
            "n_trainings": self.n_trainings,
            "n_grid": self.terms.size,
            "seconds": sum(each.seconds for each in self.trainings),
            "outlook": None if outlook is None else asdict(outlook),
            "curve": [asdict(point) for point in self.curve],
            "notes": list(self.notes),
        }

    def _point(self, row: int, verdict: Verdict, spread: Spread) -> Point:
        dimension = self.terms.dimensions[row]
        mean = self.terms.sign * float(verdict.layout.means[row]) + 0.0  # a loss of 0 has no sign
        seeds = int(verdict.layout.shared[row, row])
        variance, freedom = (float(values[row]) for values in spread)
        half = None if freedom == 0 else _quantile(freedom) * (variance / seeds) ** 0.5
        low, high = (None, None) if half is None else (mean - half, mean + half)
        standing = "sufficient" if verdict.sufficient[row] else "worse" if verdict.worse[row] else "open"
        seconds = expected_seconds(dimension, self.trainings)
        return Point(dimension, mean, low, high, seeds, seconds, standing)

    def _outlook(self, terms: RaceTerms) -> Outlook | None:
        """The trainings that the fitted scores ask for; None where even these would not decide."""
        merits = terms.sign * table(self.trainings, terms)
        cells, is_decided = forecast(merits, terms)
        is_lower_bound = not is_decided and judge(merits, terms).layout.freedom < 1
        if not (is_decided or is_lower_bound):
            return None
        seconds = sum(expected_seconds(dimension, self.trainings) for dimension, _ in cells) / self.n_workers
        return Outlook(len(cells), seconds, terms.max_seeds, is_lower_bound)

    def __eq__(self, other: object) -> bool:
        """Whether a number is the dimension, or another race agrees in its terms, its scores and how it ended."""
        if isinstance(other, Race):
            return (self.terms, self.trainings, self.ended) == (other.terms, other.trainings, other.ended)
        return Raced.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(self.dimension)


def _quantile(freedom: float) -> float:
    """Half the width of an interval, in standard errors."""
    return float(stdtrit(freedom, (1 + CONFIDENCE) / 2))
