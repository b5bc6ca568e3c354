"""A claim about many rows: each row is judged by a test, and the rows together give one of four verdicts.

    holds                in every row that can be decided, beyond noise
    is not contradicted  no graph contradicts it more clearly than chance explains: neither proved nor refuted
    does not hold        a graph contradicts it more clearly than chance explains
    cannot be decided    too few seeds, or the rows point both ways and none beyond noise

Chance: the rows of one graph are not independent, so a graph has one p-value, the smallest of its rows that contradict
times the number of its rows; these are corrected by Holm.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minge_paper.published import printed_claim
from minge_paper.statistics import LEVEL, Difference, holm, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "FAILS",
    "HOLDS",
    "NOT_CONTRADICTED",
    "UNDECIDED",
    "VERDICTS",
    "Claim",
    "Judgement",
    "better",
    "larger",
    "similar",
    "tally",
    "together",
]

HOLDS, NOT_CONTRADICTED, FAILS, UNDECIDED = VERDICTS = (
    "holds",
    "is not contradicted",
    "does not hold",
    "cannot be decided",
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """One row of a claim; `against` is the p-value of the test that may contradict it, None if there is no test.

    A row that names no graph is taken for a graph of its own.
    """

    where: str
    verdict: str
    against: float | None
    points: float | None = None
    graph: str = ""


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


def together(judgements: Sequence[Judgement]) -> str:
    """The verdict on a claim from those on its rows."""
    decided = [judgement for judgement in judgements if judgement.against is not None]
    if not decided:
        return UNDECIDED
    if _is_contradicted(decided):
        return FAILS
    words = {judgement.verdict for judgement in decided}
    return HOLDS if words == {HOLDS} else UNDECIDED if UNDECIDED in words else NOT_CONTRADICTED


def _is_contradicted(decided: Sequence[Judgement]) -> bool:
    """Whether a graph contradicts a claim more clearly than chance would."""
    by_graph: dict[str, list[Judgement]] = {}
    for judgement in decided:
        by_graph.setdefault(judgement.graph or judgement.where, []).append(judgement)
    corrected = holm({place: _of_graph(rows) for place, rows in enumerate(by_graph.values())})
    return min(corrected.values()) < LEVEL


def _of_graph(rows: Sequence[Judgement]) -> float:
    """The p-value of a graph against a claim, which holds however its rows depend on each other (Bonferroni)."""
    against = [row.against for row in rows if row.verdict == FAILS and row.against is not None]
    return min(1.0, len(rows) * min(against, default=1.0))


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


def better(where: str, gain: Difference | None, graph: str = "") -> Judgement:
    """One is better than the other; a gap within noise that points the wrong way decides nothing."""
    if gain is None or gain.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    within = NOT_CONTRADICTED if gain.mean > 0 else UNDECIDED
    return Judgement(where, _beyond_noise(gain) or within, gain.p_value, gain.mean, graph)


def similar(where: str, gain: Difference | None, graph: str = "") -> Judgement:
    """One is as good as the other, or better."""
    if gain is None or gain.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    return Judgement(where, _beyond_noise(gain) or NOT_CONTRADICTED, gain.p_value, gain.mean, graph)


def _beyond_noise(gain: Difference) -> str | None:
    """The verdict where the test rejects, by the sign of the mean; None where it does not."""
    return (HOLDS if gain.mean > 0 else FAILS) if gain.is_beyond_noise else None


def larger(
    where: str, one: Mapping[int, float], other: Mapping[int, float], claimed: float, graph: str = ""
) -> Judgement:
    """One is better than the other by as much as claimed: it is better, and not shown to be so by less."""
    gain = paired(one, other)
    short = paired(one, {seed: score + claimed for seed, score in other.items()})
    if gain is None or short is None or gain.p_value is None or short.p_value is None:
        return Judgement(where, UNDECIDED, None, gain.mean if gain else None)
    if _beyond_noise(short) == FAILS:
        return Judgement(where, FAILS, short.p_value, gain.mean, graph)
    return Judgement(where, better(where, gain).verdict, short.p_value, gain.mean, graph)
