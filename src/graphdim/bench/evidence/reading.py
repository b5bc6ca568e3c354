"""What the numbers mean, in sentences that follow from them: the headline, and when to trust the number.

No sentence here states a result; each is chosen by the rows, and says how many of them it rests on.
"""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from graphdim.bench.evidence.costs import dearer, grid_in_trainings
from graphdim.bench.evidence.numbers import counted, gap, listed, number, times
from graphdim.bench.evidence.regret import ANY, FIXED, MINGE, SEARCH, losses, over, rules, smallest
from graphdim.bench.evidence.rows import further_rows, paper_rows
from graphdim.bench.evidence.verdicts import VERDICTS
from graphdim.bench.tables.scored import NEAR
from graphdim.bench.training import TASKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.bench.evidence.regret import Rule
    from graphdim.bench.evidence.rows import Row
    from graphdim.bench.evidence.verdicts import Claim
    from graphdim.bench.statistics import Mean
    from graphdim.bench.tables.results import Results

__all__ = ["HETEROPHILOUS", "headline", "practice", "summary"]

# Neighbours mostly of other classes, as the graphs' own papers say.
HETEROPHILOUS = ("actor", "chameleon_filtered", "squirrel_filtered", "tolokers")


def headline(results: Results) -> str:
    """The main finding in one line."""
    told = [row for row in paper_rows(results) if row.is_told and row.is_complete]
    if not told:
        return "Nothing can be told yet: no row of Table 2 has two seeds at every dimension"
    ends = f"from {min(min(row.grid) for row in told)} to {max(max(row.grid) for row in told)}"
    flat = sum(row.is_flat for row in told)
    of_all = f"{counted(len(told), 'experiment')} ({seeds_of(told)} seeds)"
    if flat == len(told):
        return f"Every dimension {ends} is within noise of the best in all {of_all} that can tell"
    hits = sum(row.selected in row.within_noise for row in told)
    luck = sum(row.luck for row in told)
    lead = f"Every dimension {ends} is within noise of the best in {flat} of {of_all}"
    return f"{lead}; MinGE's choice is in {hits}, one taken at random in {number(luck)}"


def seeds_of(rows: Sequence[Row]) -> str:
    """How many seeds the dimensions of the rows share."""
    seeds = [len(row.comparison.seeds) for row in rows if row.comparison]
    return f"{min(seeds)}" if min(seeds) == max(seeds) else f"{min(seeds)} to {max(seeds)}"


def summary(results: Results, claims: Sequence[Claim]) -> str:
    """The findings of the first screen, one a line."""
    rows = [*paper_rows(results), *further_rows(results)]
    found = [*_size(rows), *_rules(rules(rows)), _verdicts(claims)]
    return "\n".join(f"- {sentence}" for sentence in found)


def _size(rows: Sequence[Row]) -> list[str]:
    told = [row for row in rows if row.is_told]
    if not told:
        return []
    spread, seen = (median(each(row) for row in told) for each in (spread_of, resolution))
    told_apart = (
        f"**How much is at stake.** In the median row the best and the worst dimension differ by {number(spread)} "
        f"points. With {seeds_of(told)} shared seeds, two dimensions must differ by about {number(seen)} points to be "
        "told apart."
    )
    return [told_apart]


def spread_of(row: Row) -> float:
    """The best mean over the worst, over the grid."""
    return max(given_away.mean for dimension in row.grid if (given_away := row.given_away(dimension)))


def resolution(row: Row) -> float:
    """Half of the interval of a difference between the best and another dimension, in the median."""
    gaps = [row.given_away(dimension) for dimension in row.grid if row.comparison and dimension != row.comparison.best]
    halves = [each.high - each.mean for each in gaps if each and each.high is not None]
    return median(halves) if halves else 0.0


def _rules(found: Sequence[Rule]) -> list[str]:
    minge = next(rule for rule in found if rule.name == MINGE)
    if minge.mean is None:
        return []
    graphs = counted(minge.mean.seeds, "graph")
    own = (
        f"**What MinGE gives away.** Over {graphs} and {counted(len(minge.losses), 'row')} MinGE gives away "
        f"{gap(minge.mean, sign=False)} points to the best dimension, and is within noise of it in "
        f"{number(minge.n_within_noise, 0)}."
    )
    others = [f"{rule.name} {gap(rule.over)}" for rule in found if rule.name in (ANY, SEARCH) and rule.over]
    return [f"{own} Given away more than that: {', '.join(others)}.", *_beside(_fixed(found, len(minge.losses)))]


def _fixed(found: Sequence[Rule], n_rows: int) -> list[Rule]:
    """The fixed dimensions that were tried in half of the rows at least."""
    names = [f"always {dimension}" for dimension in FIXED]
    return [rule for rule in found if rule.name in names and rule.over and len(rule.losses) * 2 >= n_rows]


def _beside(fixed: Sequence[Rule]) -> list[str]:
    """How fixed dimensions fare beside MinGE, over the same rows."""
    if not fixed:
        return []
    parts = []
    for kind, text in KINDS.items():
        mine = [rule for rule in fixed if _kind(rule) == kind]
        parts += [f"{text}: {', '.join(f'{rule.name} {gap(rule.over)}' for rule in mine)}"] if mine else []
    return [f"**Beside a fixed dimension**, in points given away more than by MinGE: {'; '.join(parts)}."]


KINDS = {
    "better": "better than MinGE beyond noise",
    "alike": "not told apart from MinGE",
    "worse": "worse than MinGE beyond noise",
}


def _kind(rule: Rule) -> str:
    if rule.over is None or rule.over.low is None or rule.over.high is None:
        return "alike"
    return "worse" if rule.over.low > 0 else "better" if rule.over.high < 0 else "alike"


def _verdicts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    parts = [f"{counts[verdict]} {_plural(verdict, counts[verdict])}" for verdict in VERDICTS if counts[verdict]]
    return f"**The claims.** Of {counted(len(claims), 'claim')} of the paper {listed(parts)}."


def _plural(verdict: str, n: int) -> str:
    return verdict if n == 1 else verdict.replace("holds", "hold").replace("does not", "do not")


def practice(results: Results) -> str:
    """When to trust the number, when to sweep."""
    rows = [
        row for row in (*paper_rows(results), *further_rows(results)) if row.is_told and row.selected in row.records
    ]
    if not rows:
        return "Nothing can be told yet: no row has two seeds. Sweep."
    advice = [*_trust(rows), *_tasks(rows), *_misses(rows), *_smaller(rows), *_kinds(rows), *_cost(results)]
    return "\n".join(f"- {sentence}" for sentence in advice)


def swept(rows: Sequence[Row]) -> Mean | None:
    """What a grid search gains over MinGE, picking by validation score; unlike the regret it owes nothing to luck."""
    return over(losses(rows, MINGE), losses(rows, SEARCH))


def advised(rows: Sequence[Row]) -> str:
    """Take the number if a search surely gains less than a point; else sweep if it surely gains something."""
    gain = swept(rows)
    if gain is None or gain.low is None or gain.high is None:
        return "unclear"
    if gain.high < NEAR:
        return "nearly" if gain.low > 0 else "trust"
    return "sweep" if gain.low > 0 else "unclear"


def _evidence(rows: Sequence[Row]) -> str:
    """What an advice rests on."""
    hits, flat = sum(row.selected in row.within_noise for row in rows), sum(row.is_flat for row in rows)
    gain = f"a grid search gains {gap(swept(rows))} points"
    of_all = (
        f"MinGE is within noise of the best in {hits} of {counted(len(rows), 'row')}, every dimension tried in {flat}"
    )
    return f"{gain}; {of_all}"


ADVICE = {
    "trust": "take the number",
    "nearly": "take the number, unless less than a point matters",
    "sweep": "**sweep**",
    "unclear": "**sweep if a point matters**, the trainings leave that open",
}


def _trust(rows: Sequence[Row]) -> list[str]:
    rivals = {_kind(rule) for rule in _fixed(rules(rows), len(rows))}
    beside = (
        "A fixed dimension did better than MinGE beyond noise."
        if "better" in rivals
        else "No fixed dimension was told apart from it: it is a default with a reason, not a tuned number."
        if rivals == {"alike"}
        else "No fixed dimension did better than it, and some did worse."
        if rivals
        else "No fixed dimension was tried often enough to compare."
    )
    return [f"All in all: {ADVICE[advised(rows)]} ({_evidence(rows)}). {beside}"]


def _tasks(rows: Sequence[Row]) -> list[str]:
    by_task = {task: [row for row in rows if row.task == task] for task in TASKS}
    return [
        f"For {task.replace('-', ' ')}: {ADVICE[advised(mine)]} ({_evidence(mine)})."
        for task, mine in by_task.items()
        if mine
    ]


def _misses(rows: Sequence[Row]) -> list[str]:
    """In which direction to look where the number is not the best."""
    missed = [row for row in rows if row.selected not in row.within_noise and row.comparison]
    if not missed:
        return []
    up = sum(row.comparison.best > row.selected for row in missed if row.comparison)
    where = "upwards" if up * 2 > len(missed) else "downwards" if up * 2 < len(missed) else "both ways"
    direction = (
        f"Where it is worse than the best beyond noise ({counted(len(missed), 'row')}), the best is larger in {up} and "
        f"smaller in {len(missed) - up}: sweep {where} from it."
    )
    return [direction]


def _smaller(rows: Sequence[Row]) -> list[str]:
    """Whether less would do, and what that would save."""
    less = [(row, least) for row, least in smallest(rows) if least < row.selected]
    if not less:
        return ["No smaller dimension is within noise of the best: do not go below it."]
    parameters, seconds = (median(each) for each in zip(*(dearer(row, least) for row, least in less), strict=True))
    saving = (
        f"**Where memory or time matters, sweep downwards**: in {len(less)} of {counted(len(rows), 'row')} a smaller "
        f"dimension is within noise of the best (in the median {number(median(least for _, least in less), 0)}); the "
        f"selected one then takes {times(parameters)} the parameters and {times(seconds)} the time, in the median."
    )
    return [saving]


def _kinds(rows: Iterable[Row]) -> list[str]:
    """Graphs whose neighbours differ."""
    odd = [row for row in rows if row.dataset in HETEROPHILOUS]
    return [f"On heterophilous graphs: {ADVICE[advised(odd)]} ({_evidence(odd)})."] if odd else []


def _cost(results: Results) -> list[str]:
    grid = grid_in_trainings(results)
    if grid is None:
        return []
    return [f"A sweep over nine dimensions costs {times(grid)} one training, for each seed (`graphdim sweep`)."]
