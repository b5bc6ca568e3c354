"""The findings of the first screen: the headline and a few sentences that follow from the rows."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.choices import TASKS
from graphdim.words import counted
from minge_paper.evidence.levels import RUNS
from minge_paper.evidence.longer import longer
from minge_paper.evidence.regret import ANY, MINGE_RULE, SEARCH, fixed, rules
from minge_paper.evidence.rows import NARROW, cut_by_width, every_row, paper_rows
from minge_paper.evidence.verdicts import VERDICTS
from minge_paper.markdown import gap, listed
from minge_paper.published import printed_scores
from minge_paper.statistics import LEVEL, Mean, stricter
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.regret import Rule
    from minge_paper.evidence.rows import Row
    from minge_paper.evidence.verdicts import Claim
    from minge_paper.results import Results

__all__ = ["headline", "narrow_widths", "summary"]


def headline(results: Results) -> str:
    """The main finding in one line."""
    rows = [row for row in paper_rows(results) if row.is_comparable and row.is_complete]
    if not rows:
        return "There is no finding yet: no row of Table 2 has two seeds at every dimension"
    ends = f"from {min(min(row.grid) for row in rows)} to {max(max(row.grid) for row in rows)}"
    parts = [_flat(task, [row for row in rows if row.task == task]) for task in TASKS]
    lead = f"Every dimension {ends} is within noise of the best in {listed(part for part in parts if part)}"
    hits = sum(row.selected in row.within_noise for row in rows)
    luck = number(sum(row.luck for row in rows))
    return f"{lead} ({seeds_of(rows)} seeds); MinGE's choice is in {hits} of {len(rows)}, a random one in {luck}"


def _flat(task: str, rows: Sequence[Row]) -> str:
    flat = sum(row.is_flat for row in rows)
    return f"{flat} of {counted(len(rows), 'experiment')} of {task.replace('-', ' ')}" if rows else ""


def seeds_of(rows: Sequence[Row]) -> str:
    """How many seeds the dimensions of the rows share."""
    seeds = [len(row.comparison.seeds) for row in rows if row.comparison]
    return f"{min(seeds)}" if min(seeds) == max(seeds) else f"{min(seeds)} to {max(seeds)}"


def summary(results: Results, claims: Sequence[Claim]) -> str:
    """The findings of the first screen, one per line."""
    rows = every_row(results)
    findings = [
        *_size(rows),
        *_tops(paper_rows(results)),
        *_rules(rules(rows)),
        *narrow_widths(results),
        _verdicts(claims),
    ]
    return "\n".join(f"- {sentence}" for sentence in findings)


def _size(rows: Sequence[Row]) -> list[str]:
    comparable = [row for row in rows if row.is_comparable]
    by_task = {task: [row for row in comparable if row.task == task] for task in TASKS}
    parts = [_stake(task, of_task) for task, of_task in by_task.items() if of_task]
    if not comparable:
        return []
    seeds = f"The dimensions of a row share {seeds_of(comparable)} seeds, where the paper has {RUNS} runs"
    return [f"**How much is at stake.** {' '.join(parts)} {seeds}."]


def _stake(task: str, rows: Sequence[Row]) -> str:
    spread, resolved = number(median(row.spread for row in rows)), number(median(map(resolution, rows)))
    ranked = sum(row.comparison is not None and row.comparison.matters for row in rows)
    return (
        f"{task.replace('-', ' ').capitalize()}: in the median row the worst dimension is {spread} points below the "
        f"best, and two dimensions must differ by {resolved} to be distinguished; a test over all dimensions at once "
        f"sees a difference in {ranked} of {counted(len(rows), 'row')}, where chance alone would in "
        f"{number(LEVEL * len(rows))}."
    )


def _tops(rows: Sequence[Row]) -> list[str]:
    """How often the selected dimension has the highest mean of its row, in print and here."""
    complete = [row for row in rows if row.is_comparable and row.is_complete]
    if not complete:
        return []
    printed = [printed_scores(row.task, row.dataset, row.model) for row in rows]
    in_print = sum(scores[row.selected] == max(scores.values()) for row, scores in zip(rows, printed, strict=True))
    here = sum(row.comparison is not None and row.comparison.best == row.selected for row in complete)
    luck = sum(1 / len(row.grid) for row in complete)
    top = (
        f"**Which dimension is best.** In print the selected dimension has the highest score in {in_print} of "
        f"{counted(len(rows), 'row')} of Table 2; here it does in {here} of {len(complete)}, where a random one would "
        f"in {number(luck)}."
    )
    return [top]


def resolution(row: Row) -> float:
    """How far another dimension must be from the best for the test of the row to see it, in the median."""
    regrets = [
        row.regret_of(dimension) for dimension in row.grid if row.comparison and dimension != row.comparison.best
    ]
    halves = [regret.high - regret.mean for regret in regrets if regret and regret.high is not None]
    seeds = len(row.comparison.seeds) if row.comparison else 0
    return median(halves) * stricter(seeds, len(halves)) if halves else 0.0


def _for_networks(judged: Sequence[Rule]) -> list[str]:
    """How far below the best width MinGE's choice is."""
    minge = next(rule for rule in judged if rule.name == MINGE_RULE)
    if minge.mean is None:
        return []
    by_luck = number(sum(loss.row.luck for loss in minge.losses))
    own = (
        f"Over {counted(len(minge.losses), 'row')} of networks on {counted(minge.mean.seeds, 'graph')}, "
        f"MinGE's choice is {gap(minge.mean, sign=False)} points below the best dimension on average, "
        f"{number(median(loss.points for loss in minge.losses))} in the median row, and within noise of it in "
        f"{number(minge.n_within_noise, 0)} (a random dimension in {by_luck})."
    )
    return [own]


def _rules(judged: Sequence[Rule]) -> list[str]:
    minge = next(rule for rule in judged if rule.name == MINGE_RULE)
    others = [f"{SUBJECTS[rule.name]} {_beyond(rule.over)}" for rule in judged if rule.name in SUBJECTS and rule.over]
    own = [f"**MinGE's choice.** {' '.join([sentence, *others])}" for sentence in _for_networks(judged)]
    return [*own, *_fixed(fixed(judged), minge)]


def narrow_widths(results: Results) -> list[str]:
    """That narrow widths are judged too harshly, if they ran out of epochs more often than others."""
    narrow, wide = (
        number(100 * share, 0) for share in cut_by_width(row for row in every_row(results) if row.is_comparable)
    )
    if float(narrow) <= float(wide):
        return []
    cut = f"{narrow} % of their trainings ran out of epochs, {wide} % of the others"
    return [f"Widths up to {NARROW} are judged too harshly: {cut}{_waited(results)}."]


def _waited(results: Results) -> str:
    """What narrow widths gain when they are trained for longer, and what others gain; empty if none were."""
    gains: dict[bool, list[float]] = {True: [], False: []}
    for one in longer(results):
        gains[one.training.dimension <= NARROW].append(one.gain.mean)
    if not all(gains.values()):
        return ""
    narrow, wide = (f"{number(fmean(gains[kind]))} points in {counted(len(gains[kind]), 'cell')}" for kind in gains)
    return f"; trained for longer, they gain {narrow}, and wider ones {wide}"


SUBJECTS = {SEARCH: "A grid search is", ANY: "A random dimension is"}


def _beyond(over: Mean) -> str:
    """How much worse or better than MinGE, as a positive number."""
    if over.mean >= 0:
        return f"{gap(over, sign=False)} points worse than MinGE."
    less = Mean(-over.mean, over.deviation, over.seeds, over.high and -over.high, over.low and -over.low)
    return f"{gap(less, sign=False)} points better than MinGE."


def _fixed(tried: Sequence[Rule], minge: Rule) -> list[str]:
    """How fixed dimensions compare with MinGE over the same rows, and how near to a constant MinGE itself is."""
    if not tried:
        return []
    parts = []
    for kind, words in KINDS.items():
        of_kind = [rule for rule in tried if rule.compared_with_minge == kind]
        parts += [f"{words}: {', '.join(f'{rule.name} {gap(rule.over)}' for rule in of_kind)}"] if of_kind else []
    chosen = [loss.row.selected for loss in minge.losses]
    own = f"MinGE's own number lies between {min(chosen)} and {max(chosen)} on all of these graphs"
    return [f"**Fixed dimensions**, in points of regret more than MinGE's: {'; '.join(parts)}. {own}."]


KINDS = {"better": "shown to be better", "alike": "not shown to differ", "worse": "shown to be worse"}


def _verdicts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    parts = [f"{counts[verdict]} {_plural(verdict, counts[verdict])}" for verdict in VERDICTS if counts[verdict]]
    return f"**The claims.** Of {counted(len(claims), 'claim')} of the paper, {listed(parts)}."


def _plural(verdict: str, n: int) -> str:
    return verdict if n == 1 else verdict.replace("holds", "hold").replace("does not", "do not").replace("is", "are")
