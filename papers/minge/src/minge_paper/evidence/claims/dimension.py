"""Table 2 and Figure 2: is the selected dimension the best or near it, and does it lie in a peak?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.words import counted
from minge_paper.evidence.rows import by_size, paper_rows
from minge_paper.evidence.verdicts import (
    FAILS,
    HOLDS,
    NOT_CONTRADICTED,
    UNDECIDED,
    Claim,
    Judgement,
    tally,
    together,
)
from minge_paper.statistics import LEVEL, holm, paired
from minge_paper.tables.scored import NEAR, judged
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["near", "near_the_best", "peak", "peak_area", "peak_center", "regret_where_it_fails"]


def near_the_best(results: Results) -> Claim:
    """Every row of Table 2, and what a random dimension would do."""
    rows = paper_rows(results)
    judgements = tuple(near(row, row.selected) for row in rows)
    numbers = [
        f"{tally(judgements).capitalize()}.",
        *regret_where_it_fails(judgements),
        *_of_a_point(rows),
        *_at_random(rows),
    ]
    return Claim("near-the-best", together(judgements), " ".join(numbers), judgements)


def near(row: Row, dimension: int) -> Judgement:
    """Whether a dimension is the best of its row or near it, as the tables judge it."""
    shortfall = row.regret_of(dimension)
    verdict = judged(row.comparison, shortfall, dimension)[1]["best_or_near_the_best"]
    if verdict == UNDECIDED or row.comparison is None or shortfall is None:
        return Judgement(row.name, UNDECIDED, None, shortfall.mean if shortfall else None)
    return Judgement(row.name, verdict, row.comparison.p_values.get(dimension, 1.0), shortfall.mean, row.dataset)


def regret_where_it_fails(judgements: Sequence[Judgement]) -> list[str]:
    """How far below the best the selected dimension is where the claim fails."""
    points = [
        judgement.points for judgement in judgements if judgement.verdict == FAILS and judgement.points is not None
    ]
    if not points:
        return []
    span = number(points[0]) if len(points) == 1 else f"{number(min(points))} to {number(max(points))}"
    return [f"Where it does not hold, the selected dimension is {span} points below the best."]


def _of_a_point(rows: Sequence[Row]) -> list[str]:
    """In how many rows the regret is shown to be below a point, or above, with Holm's correction for their number."""
    tested = [_below_or_above(row) for row in rows if row.is_comparable and row.selected in row.records]
    if not tested:
        return []
    corrected = holm({place: p_value for place, (_, p_value) in enumerate(tested)})
    shown = [is_below for place, (is_below, _) in enumerate(tested) if corrected[place] < LEVEL]
    lead = f"The regret is shown to be below one point in {sum(shown)} of {counted(len(tested), 'row')}"
    return [f"{lead} and above in {len(shown) - sum(shown)}; in the others it could be either."]


def _below_or_above(row: Row) -> tuple[bool, float]:
    """Whether no dimension is a point better than the selected one, and the p-value of that; or of the contrary.

    Every dimension is tested, since the best is picked on the seeds of the test: below if each of them is less than a
    point better, above if one is more, corrected for how many there are.
    """
    a_point_up = {seed: score + NEAR for seed, score in row.scores[row.selected].items()}
    others = [row.scores[dimension] for dimension in row.grid if dimension != row.selected and dimension in row.scores]
    gaps = [gap for scores in others if (gap := paired(scores, a_point_up)) and gap.p_value is not None]
    above = [gap.p_value for gap in gaps if gap.mean > 0 and gap.p_value is not None]
    if above:
        return False, min(1.0, len(gaps) * min(above))
    return True, max((gap.p_value for gap in gaps if gap.p_value is not None), default=1.0)


def _at_random(rows: Sequence[Row]) -> list[str]:
    trained = [row for row in rows if row.is_comparable and row.selected in row.records]
    if not trained:
        return []
    hits = sum(row.selected in row.within_noise for row in trained)
    by_luck = sum(row.luck for row in trained)
    lead = f"The selected dimension is within noise of the best in {hits} of {counted(len(trained), 'row')}"
    return [f"{lead}; a random dimension of the grid would be in {number(by_luck)}."]


def peak_area(results: Results) -> Claim:
    """Every row of Table 2."""
    return _peaks("peak-area", paper_rows(results))


def peak_center(results: Results) -> Claim:
    """Every row of Figure 2."""
    return _peaks("peak-center", by_size(results))


def _peaks(name: str, rows: Sequence[Row]) -> Claim:
    judgements = tuple(peak(row) for row in rows)
    complete = [row for row in rows if row.is_comparable and row.is_complete]
    shape = (
        f"Of {counted(len(complete), 'row')} with enough seeds, {sum(row.is_flat for row in complete)} are flat (each "
        f"dimension is within noise of the best) and {sum(map(_has_peak, complete))} have a peak (both ends of the "
        f"grid are worse than the best beyond noise)."
    )
    numbers = " ".join([f"{tally(judgements).capitalize()}.", *([shape] if complete else [])])
    return Claim(name, together(judgements), numbers, judgements)


def peak(row: Row) -> Judgement:
    """In the peak: within noise of the best, both ends of the grid worse beyond noise; a flat row has none."""
    shortfall = row.regret_of(row.selected)
    if not (row.is_comparable and row.is_complete) or row.comparison is None or shortfall is None:
        return Judgement(row.name, UNDECIDED, None)
    inside = row.selected in row.within_noise
    verdict = FAILS if not inside else HOLDS if _has_peak(row) else UNDECIDED if row.is_flat else NOT_CONTRADICTED
    return Judgement(row.name, verdict, row.comparison.p_values.get(row.selected, 1.0), shortfall.mean, row.dataset)


def _has_peak(row: Row) -> bool:
    return not {min(row.grid), max(row.grid)} & set(row.within_noise)
