"""Is the selected dimension better than the width of the model's original text, and by as much as the paper says?

The paper compares with numbers of the original texts. The dimension alone changes when both widths are trained here,
on the same seeds: that is what is judged. The text's own number is shown beside it.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from graphdim.training.statistics import mean_of
from graphdim.training.text import number, signed
from minge_paper.evidence.rows import NAMES, by_size, paper_rows
from minge_paper.evidence.verdicts import UNTOLD, Claim, better, larger, tally, together
from minge_paper.markdown import gap, listed
from minge_paper.published import printed_claim, printed_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.training.statistics import Difference
    from minge_paper.evidence.rows import Row
    from minge_paper.evidence.verdicts import Judgement
    from minge_paper.results import Results

__all__ = ["improves", "over_default"]


def improves(results: Results, name: str) -> Claim:
    """The gains that the text names for GCN, GAT and GCNII on one dataset."""
    claim = printed_claim(name)
    wanted = {"task": "node-classification", "dataset": claim["dataset"]}
    rows = [row for row in paper_rows(results) if wanted == {"task": row.task, "dataset": row.dataset}]
    claimed = [(row, claim["gains"][row.model]) for row in rows if row.model in claim["gains"]]
    judgements = tuple(_gain(row, gain) for row, gain in claimed)
    numbers = [_numbers(*each, judged.verdict) for each, judged in zip(claimed, judgements, strict=True)]
    return Claim(name, together(judgements), " ".join(numbers), judgements)


def _gain(row: Row, claimed: float) -> Judgement:
    scores = row.scores
    return larger(row.name, scores.get(row.selected, {}), scores.get(row.default or 0, {}), claimed)


def _numbers(row: Row, claimed: float, verdict: str) -> str:
    """What the selected dimension gains over the default one, and over the number that the paper compares with."""
    scores = row.scores.get(row.selected)
    original = printed_scores(row.task, row.dataset, row.model)[row.selected] - claimed
    against = f"; over the {number(original)} of the original text " + (
        signed(mean_of(list(scores.values())).mean - original) if scores else "missing"
    )
    ours = row.over(row.selected, row.default)
    missing = [f"width {each} not trained" for each in (row.default, row.selected) if each not in row.records]
    told = " and ".join(missing) or f"{gap(ours)} over width {row.default}"
    return f"{NAMES[row.model]} {verdict}: {told}, claimed +{claimed:g}{against}."


def over_default(results: Results) -> Claim:
    """Every model with a default width, every dataset and training size."""
    rows = [row for row in by_size(results) if row.default]
    gains = [row.over(row.selected, row.default) for row in rows]
    judgements = tuple(better(row.name, gain) for row, gain in zip(rows, gains, strict=True))
    numbers = " ".join([f"{tally(judgements).capitalize()}.", *_untold(judgements, gains), *_sizes(judgements)])
    return Claim("over-default", together(judgements), numbers, judgements)


def _untold(judgements: Sequence[Judgement], gains: Sequence[Difference | None]) -> list[str]:
    """Why rows cannot be told."""
    missing = sum(gain is None for gain in gains)
    alone = sum(each.against is None for each in judgements) - missing
    wrong = sum(each.verdict == UNTOLD for each in judgements) - missing - alone
    reasons = {"not trained": missing, "with a single seed": alone, "lower, within noise": wrong}
    parts = [f"{n} {reason}" for reason, n in reasons.items() if n]
    return [f"What cannot be told: {listed(parts)}."] if parts else []


def _sizes(judgements: Sequence[Judgement]) -> list[str]:
    """How much it gains, in the middle and at both ends."""
    known = [(each.points, each.where) for each in judgements if each.against is not None and each.points is not None]
    if not known:
        return []
    (low, least), (high, most) = min(known), max(known)
    middle = f"In the median {signed(median(points for points, _ in known))} points"
    return [f"{middle}, from {signed(low)} ({least}) to {signed(high)} ({most})."]
