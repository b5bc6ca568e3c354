"""The findings of the first screen, in sentences that follow from the rows: the headline and a few lines."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from graphdim.training.definition import TASKS
from graphdim.training.statistics import Mean, stricter
from graphdim.training.text import number
from graphdim.words import counted
from minge_paper.evidence.levels import RUNS
from minge_paper.evidence.regret import ANY, MINGE, SEARCH, fixed, rules
from minge_paper.evidence.rows import every_row, paper_rows
from minge_paper.evidence.verdicts import VERDICTS
from minge_paper.markdown import gap, listed
from minge_paper.published import printed_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.regret import Rule
    from minge_paper.evidence.rows import Row
    from minge_paper.evidence.verdicts import Claim
    from minge_paper.results import Results

__all__ = ["headline", "summary"]


def headline(results: Results) -> str:
    """The main finding in one line."""
    told = [row for row in paper_rows(results) if row.is_told and row.is_complete]
    if not told:
        return "Nothing can be told yet: no row of Table 2 has two seeds at every dimension"
    ends = f"from {min(min(row.grid) for row in told)} to {max(max(row.grid) for row in told)}"
    parts = [_flat(task, [row for row in told if row.task == task]) for task in TASKS]
    lead = f"Every dimension {ends} is within noise of the best in {listed(part for part in parts if part)}"
    hits = sum(row.selected in row.within_noise for row in told)
    luck = number(sum(row.luck for row in told))
    beside = f"MinGE's choice is in {hits} of {len(told)}, one taken at random in {luck}"
    return f"{lead} ({seeds_of(told)} seeds); {beside}"


def _flat(task: str, rows: Sequence[Row]) -> str:
    flat = sum(row.is_flat for row in rows)
    return f"{flat} of {counted(len(rows), 'experiment')} of {task.replace('-', ' ')}" if rows else ""


def seeds_of(rows: Sequence[Row]) -> str:
    """How many seeds the dimensions of the rows share."""
    seeds = [len(row.comparison.seeds) for row in rows if row.comparison]
    return f"{min(seeds)}" if min(seeds) == max(seeds) else f"{min(seeds)} to {max(seeds)}"


def summary(results: Results, claims: Sequence[Claim]) -> str:
    """The findings of the first screen, one a line."""
    rows = every_row(results)
    tops = _tops(paper_rows(results))
    found = [*_size(rows), *tops, *_rules(rules(rows)), _verdicts(claims)]
    return "\n".join(f"- {sentence}" for sentence in found)


def _size(rows: Sequence[Row]) -> list[str]:
    told = [row for row in rows if row.is_told]
    by_task = {task: [row for row in told if row.task == task] for task in TASKS}
    parts = [_stake(task, mine) for task, mine in by_task.items() if mine]
    few = f"{seeds_of(told)} shared seeds a row, where the paper has {RUNS}" if told else ""
    return [f"**How much is at stake.** {' '.join(parts)} There are {few}."] if told else []


def _stake(task: str, rows: Sequence[Row]) -> str:
    spread, seen = number(median(row.spread for row in rows)), number(median(map(resolution, rows)))
    ranked = sum(row.comparison is not None and row.comparison.matters for row in rows)
    return (
        f"{task.replace('-', ' ').capitalize()}: in the median row the worst dimension is {spread} points below the "
        f"best, and two must lie {seen} apart to be told apart; over all dimensions at once a difference is seen in "
        f"{ranked} of {counted(len(rows), 'row')}."
    )


def _tops(rows: Sequence[Row]) -> list[str]:
    """How often the selected dimension has the highest mean of its row, in print and here."""
    told = [row for row in rows if row.is_told and row.is_complete]
    if not told:
        return []
    printed = [printed_scores(row.task, row.dataset, row.model) for row in rows]
    in_print = sum(scores[row.selected] == max(scores.values()) for row, scores in zip(rows, printed, strict=True))
    here = sum(row.comparison is not None and row.comparison.best == row.selected for row in told)
    luck = sum(1 / len(row.grid) for row in told)
    top = (
        f"**Where the top is.** In print the selected dimension has the highest score in {in_print} of "
        f"{counted(len(rows), 'row')} of Table 2; here in {here} of {len(told)}, where one taken at random would in "
        f"{number(luck)}."
    )
    return [top]


def resolution(row: Row) -> float:
    """How far another dimension must be from the best for the test of the row to see it, in the median."""
    gaps = [row.given_away(dimension) for dimension in row.grid if row.comparison and dimension != row.comparison.best]
    halves = [each.high - each.mean for each in gaps if each and each.high is not None]
    seeds = len(row.comparison.seeds) if row.comparison else 0
    return median(halves) * stricter(seeds, len(halves)) if halves else 0.0


def _rules(found: Sequence[Rule]) -> list[str]:
    minge = next(rule for rule in found if rule.name == MINGE)
    if minge.mean is None:
        return []
    graphs = counted(minge.mean.seeds, "graph")
    own = (
        f"**What MinGE gives away.** Over {graphs} and {counted(len(minge.losses), 'row')} MinGE gives away "
        f"{gap(minge.mean, sign=False)} points to the best dimension, and is within noise of it in "
        f"{number(minge.n_within_noise, 0)}; in the median row it gives away "
        f"{number(median(loss.points for loss in minge.losses))}."
    )
    others = [f"{NOUNS[rule.name]} {_beyond(rule.over)}" for rule in found if rule.name in NOUNS and rule.over]
    return [f"{own} {listed(others).capitalize()}.", *_beside(fixed(found), minge)]


NOUNS = {SEARCH: "a grid search gives away", ANY: "a dimension taken at random"}


def _beyond(over: Mean) -> str:
    """More or less than MinGE, said so that no number is negative unless its interval is."""
    if over.mean >= 0:
        return f"{gap(over, sign=False)} more"
    less = Mean(-over.mean, over.deviation, over.seeds, over.high and -over.high, over.low and -over.low)
    return f"{gap(less, sign=False)} less"


def _beside(tried: Sequence[Rule], minge: Rule) -> list[str]:
    """How fixed dimensions fare beside MinGE, over the same rows, and how near to a fixed one MinGE itself is."""
    if not tried:
        return []
    parts = []
    for kind, text in KINDS.items():
        mine = [rule for rule in tried if rule.beside_minge == kind]
        parts += [f"{text}: {', '.join(f'{rule.name} {gap(rule.over)}' for rule in mine)}"] if mine else []
    chosen = [loss.row.selected for loss in minge.losses]
    own = f"MinGE's own number lies between {min(chosen)} and {max(chosen)} on all of these graphs"
    return [f"**Beside a fixed dimension**, in points given away beyond MinGE's: {'; '.join(parts)}. {own}."]


KINDS = {"better": "surely better", "alike": "not told apart", "worse": "surely worse"}


def _verdicts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    parts = [f"{counts[verdict]} {_plural(verdict, counts[verdict])}" for verdict in VERDICTS if counts[verdict]]
    return f"**The claims.** Of {counted(len(claims), 'claim')} of the paper {listed(parts)}."


def _plural(verdict: str, n: int) -> str:
    return verdict if n == 1 else verdict.replace("holds", "hold").replace("does not", "do not")
