"""Table 2 and Figure 2: is the selected dimension the best or near it, and does it lie in a peak?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.training.text import number
from graphdim.words import counted
from minge_paper.evidence.rows import by_size, paper_rows
from minge_paper.evidence.verdicts import (
    FAILS,
    HOLDS,
    UNTOLD,
    WITHIN_NOISE,
    Claim,
    Judgement,
    tally,
    together,
)
from minge_paper.tables.scored import NEAR, judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["near", "near_the_best", "peak", "peak_area", "peak_center", "shortfall"]

# How often Holm's test calls a given dimension worse than the best where all nine are alike: 1 to 2 %, by simulation.
FALSE_ALARM = 0.02


def near_the_best(results: Results) -> Claim:
    """Every row of Table 2, and what a dimension taken at random would do."""
    rows = paper_rows(results)
    judgements = tuple(near(row, row.selected) for row in rows)
    numbers = [f"{tally(judgements).capitalize()}.", *shortfall(judgements), *_sure(rows), *_at_random(rows)]
    return Claim("near-the-best", together(judgements, FALSE_ALARM), " ".join(numbers), judgements)


def near(row: Row, dimension: int) -> Judgement:
    """Whether a dimension is the best of its row or near it, as `the tables judge it."""
    given_away = row.given_away(dimension)
    verdict = judged(row.comparison, given_away, dimension)[1]["best_or_near_the_best"]
    if verdict == UNTOLD or row.comparison is None or given_away is None:
        return Judgement(row.name, UNTOLD, None, given_away.mean if given_away else None)
    return Judgement(row.name, verdict, row.comparison.p_values.get(dimension, 1.0), given_away.mean)


def shortfall(judgements: Sequence[Judgement]) -> list[str]:
    """How much is given away where the claim fails."""
    lost = [each.points for each in judgements if each.verdict == FAILS and each.points is not None]
    if not lost:
        return []
    span = number(lost[0]) if len(lost) == 1 else f"{number(min(lost))} to {number(max(lost))}"
    return [f"Where it does not hold, it gives away {span} points."]


def _sure(rows: Sequence[Row]) -> list[str]:
    """How many rows are precise enough to say that less than a point is given away, or more."""
    lost = [row.given_away(row.selected) for row in rows if row.is_told]
    ends = [(each.low, each.high) for each in lost if each and each.low is not None and each.high is not None]
    near, far = sum(high < NEAR for _, high in ends), sum(low > NEAR for low, _ in ends)
    told = f"It surely gives away less than a point in {near} of {counted(len(ends), 'row')}, surely more in {far}"
    return [f"{told}; in {len(ends) - near - far} that is open."] if ends else []


def _at_random(rows: Sequence[Row]) -> list[str]:
    told = [row for row in rows if row.is_told and row.selected in row.records]
    if not told:
        return []
    hits = sum(row.selected in row.within_noise for row in told)
    by_luck = sum(row.luck for row in told)
    lead = f"It is within noise of the best in {hits} of {counted(len(told), 'row')}"
    return [f"{lead}; a dimension of the grid taken at random would be in {number(by_luck)}."]


def peak_area(results: Results) -> Claim:
    """Every row of Table 2."""
    return _peaks("peak-area", paper_rows(results))


def peak_center(results: Results) -> Claim:
    """Every row of Figure 2."""
    return _peaks("peak-center", by_size(results))


def _peaks(name: str, rows: Sequence[Row]) -> Claim:
    judgements = tuple(peak(row) for row in rows)
    told = [row for row in rows if row.is_told and row.is_complete]
    shape = (
        f"Of {counted(len(told), 'row')} with seeds enough, flat (every dimension within noise): "
        f"{sum(row.is_flat for row in told)}; with a peak (the smallest and the largest dimension worse than the best "
        f"beyond noise): {sum(map(_has_peak, told))}."
    )
    numbers = " ".join([f"{tally(judgements).capitalize()}.", *([shape] if told else [])])
    return Claim(name, together(judgements, FALSE_ALARM), numbers, judgements)


def peak(row: Row) -> Judgement:
    """In the peak: within noise of the best, both ends of the grid worse beyond noise. A flat row has no peak."""
    given_away = row.given_away(row.selected)
    if not (row.is_told and row.is_complete) or row.comparison is None or given_away is None:
        return Judgement(row.name, UNTOLD, None)
    inside = row.selected in row.within_noise
    verdict = FAILS if not inside else HOLDS if _has_peak(row) else UNTOLD if row.is_flat else WITHIN_NOISE
    return Judgement(row.name, verdict, row.comparison.p_values.get(row.selected, 1.0), given_away.mean)


def _has_peak(row: Row) -> bool:
    return not {min(row.grid), max(row.grid)} & set(row.within_noise)
