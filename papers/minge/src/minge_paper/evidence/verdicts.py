"""A claim about many rows: each row is judged by a test, and the rows together give one of four verdicts.

    holds               in every row that can be decided, beyond noise
    holds within noise  no more rows contradict it than chance explains: neither proved nor refuted
    does not hold       rows contradict it beyond noise, more of them or more clearly than chance explains
    cannot be decided   too few seeds, or the rows point both ways and none beyond noise

Chance: the p-values of the rows are corrected by Holm; or more rows contradict than would by luck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scipy.stats import binom

from graphdim.training.statistics import LEVEL, Difference, holm, paired
from minge_paper.published import printed_claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "FAILS",
    "HOLDS",
    "UNDECIDED",
    "VERDICTS",
    "WITHIN_NOISE",
    "Claim",
    "Judgement",
    "better",
    "by_luck",
    "larger",
    "similar",
    "tally",
    "together",
]

HOLDS, WITHIN_NOISE, FAILS, UNDECIDED = VERDICTS = (
    "holds",
    "holds within noise",
    "does not hold",
    "cannot be decided",
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One row of a claim; `against` is the p-value of the test that may contradict it, None if there is no test."""

    where: str
    verdict: str
    against: float | None
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the paper with its verdict and the numbers behind it."""

    name: str
    verdict: str
    numbers: str
    judgements: tuple[Judgement, ...]

    @property
    def printed(self) -> Mapping[str, Any]:
        """The paper's words, and where they stand."""
        return printed_claim(self.name)


def together(judgements: Sequence[Judgement], false_alarm: float = LEVEL) -> str:
    """The verdict on a claim from those on its rows; `false_alarm`: how often the test of one row rejects by luck."""
    decided = [judgement for judgement in judgements if judgement.against is not None]
    if not decided:
        return UNDECIDED
    if _contradicted(decided, false_alarm):
        return FAILS
    words = {judgement.verdict for judgement in decided}
    return HOLDS if words == {HOLDS} else UNDECIDED if UNDECIDED in words else WITHIN_NOISE


def _contradicted(decided: Sequence[Judgement], false_alarm: float) -> bool:
    """Whether rows contradict a claim more clearly than chance would."""
    p_values = [judgement.against for judgement in decided]
    corrected = holm({place: p_value for place, p_value in enumerate(p_values) if p_value is not None})
    failing = [place for place, judgement in enumerate(decided) if judgement.verdict == FAILS]
    too_many = by_luck(len(failing), len(decided), false_alarm) < LEVEL
    return too_many or any(corrected[place] < LEVEL for place in failing)


def by_luck(n: int, of_all: int, false_alarm: float = LEVEL) -> float:
    """The chance that so many rows or more are called different where none is.

    >>> round(by_luck(0, 32), 2), round(by_luck(2, 32), 2), round(by_luck(8, 32), 4)
    (1.0, 0.48, 0.0001)
    """
    return float(binom.sf(n - 1, of_all, false_alarm))


def tally(judgements: Iterable[Judgement]) -> str:
    """How many rows have which verdict.

    >>> tally([Judgement("a", HOLDS, 1.0), Judgement("b", FAILS, 0.01), Judgement("c", FAILS, 0.01)])
    'holds in 1 row, does not hold in 2'
    """
    counts = Counter(judgement.verdict for judgement in judgements)
    parts = [f"{verdict} in {counts[verdict]}" for verdict in VERDICTS if counts[verdict]]
    if not parts:
        return "no rows"
    first = counts[next(verdict for verdict in VERDICTS if counts[verdict])]
    return ", ".join([f"{parts[0]} row{'' if first == 1 else 's'}", *parts[1:]])


def better(where: str, gain: Difference | None) -> Judgement:
    """One is better than the other; a gap within noise that points the wrong way decides nothing."""
    if gain is None or gain.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    within = WITHIN_NOISE if gain.mean > 0 else UNDECIDED
    return Judgement(where, _beyond_noise(gain) or within, gain.p_value, gain.mean)


def similar(where: str, gain: Difference | None) -> Judgement:
    """One is as good as the other, or better."""
    if gain is None or gain.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    return Judgement(where, _beyond_noise(gain) or WITHIN_NOISE, gain.p_value, gain.mean)


def _beyond_noise(gain: Difference) -> str | None:
    """The verdict where the test rejects, by the sign of the mean; None where it does not."""
    return (HOLDS if gain.mean > 0 else FAILS) if gain.is_beyond_noise else None


def larger(where: str, one: Mapping[int, float], other: Mapping[int, float], claimed: float) -> Judgement:
    """One is better than the other by as much as claimed: it is better, and not shown to be so by less."""
    gain = paired(one, other)
    short = paired(one, {seed: score + claimed for seed, score in other.items()})
    if gain is None or short is None or gain.p_value is None or short.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    if _beyond_noise(short) == FAILS:
        return Judgement(where, FAILS, short.p_value, gain.mean)
    return Judgement(where, better(where, gain).verdict, short.p_value, gain.mean)
