"""Is the selected dimension better than the width in the model's original paper, and by as much as MinGE says?

MinGE compares with numbers of the original papers. Here both widths are trained on the same seeds, so that only the
dimension changes: that is what is judged. The original number is shown as well.
"""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING

from minge_paper.evidence.rows import NAMES, by_size, paper_rows
from minge_paper.evidence.verdicts import HOLDS, UNDECIDED, Claim, better, larger, tally, together
from minge_paper.markdown import gap
from minge_paper.published import printed_claim, printed_scores
from minge_paper.statistics import mean_of
from minge_paper.text import number, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.rows import Row
    from minge_paper.evidence.verdicts import Judgement
    from minge_paper.results import Results
    from minge_paper.statistics import Difference

__all__ = ["improves", "over_default"]

MOSTLY = 0.5  # of the trainings


def improves(results: Results, name: str) -> Claim:
    """The gains that the text names for GCN, GAT and GCNII on one dataset."""
    claim = printed_claim(name)
    place = "node-classification", claim["dataset"]
    rows = [row for row in paper_rows(results) if (row.task, row.dataset) == place]
    claimed = [(row, claim["gains"][row.model]) for row in rows if row.model in claim["gains"]]
    judgements = tuple(_gain(row, gain) for row, gain in claimed)
    numbers = [_numbers(row, gain, judged.verdict) for (row, gain), judged in zip(claimed, judgements, strict=True)]
    return Claim(name, together(judgements), " ".join(numbers), judgements)


def _gain(row: Row, claimed: float) -> Judgement:
    scores = row.scores
    return larger(row.name, scores.get(row.selected, {}), scores.get(row.default or 0, {}), claimed, row.dataset)


def _numbers(row: Row, claimed: float, verdict: str) -> str:
    """What the selected dimension gains over the default one, and over the number that the paper compares with."""
    scores = row.scores.get(row.selected)
    original = printed_scores(row.task, row.dataset, row.model)[row.selected] - claimed
    over_original = signed(mean_of(list(scores.values())).mean - original) if scores else "missing"
    missing = [f"width {width} not trained" for width in (row.default, row.selected) if width not in row.records]
    ours = " and ".join(missing) or f"{gap(row.over(row.selected, row.default))} over width {row.default}"
    against = f"{over_original} over the {number(original)} of the original paper"
    return f"{NAMES[row.model]} {verdict}: {ours}, claimed +{claimed:g} ({against})."


def over_default(results: Results) -> Claim:
    """Every model with a default width, every dataset and training size."""
    rows = [row for row in by_size(results) if row.default]
    gains = [row.over(row.selected, row.default) for row in rows]
    judgements = tuple(better(row.name, gain, row.dataset) for row, gain in zip(rows, gains, strict=True))
    capped = _capped([row for row, judged in zip(rows, judgements, strict=True) if judged.verdict == HOLDS])
    tallied = f"{tally(judgements).capitalize()}."
    numbers = " ".join([tallied, *capped, *_undecided(judgements, gains), *_sizes(judgements)])
    return Claim("over-default", together(judgements), numbers, judgements)


def _capped(rows: Sequence[Row]) -> list[str]:
    """That the default width ran out of epochs in the rows where the claim holds, which alone may explain them."""
    records = [row.records.get(row.default or 0, {}).values() for row in rows]
    shares = [fmean(record.ran_out for record in of_row) for of_row in records if of_row]
    if not shares or max(shares) <= MOSTLY:
        return []
    ends = " to ".join(dict.fromkeys(number(100 * share, 0) for share in (min(shares), max(shares))))
    lead = f"Where it holds, {ends} % of the trainings at the default width ran out of epochs"
    return [f"{lead}: the cap may explain the gain, [not the width](#longer-trainings)."]


def _undecided(judgements: Sequence[Judgement], gains: Sequence[Difference | None]) -> list[str]:
    """Why rows cannot be decided."""
    missing = sum(gain is None for gain in gains)
    alone = sum(judgement.against is None for judgement in judgements) - missing
    wrong = sum(judgement.verdict == UNDECIDED for judgement in judgements) - missing - alone
    reasons = {"not trained": missing, "a single seed": alone, "lower within noise": wrong}
    parts = [f"{reason} ({n})" for reason, n in reasons.items() if n]
    return [f"Why rows cannot be decided: {', '.join(parts)}."] if parts else []


def _sizes(judgements: Sequence[Judgement]) -> list[str]:
    """How much it gains, in the middle and at both ends."""
    judged = [judgement for judgement in judgements if judgement.against is not None]
    gains = [(judgement.points, judgement.where) for judgement in judged if judgement.points is not None]
    if not gains:
        return []
    (low, least), (high, most) = min(gains), max(gains)
    middle = f"The median gain is {signed(median(points for points, _ in gains))} points"
    return [f"{middle}; the gains go from {signed(low)} ({least}) to {signed(high)} ({most})."]
