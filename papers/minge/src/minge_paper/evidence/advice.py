"""When to trust the number and when to sweep: advice chosen by rule, with the numbers that it rests on."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from graphdim.training.definition import TASKS
from graphdim.training.text import number
from graphdim.words import counted
from minge_paper.evidence.costs import dearer, grid_in_trainings
from minge_paper.evidence.regret import MINGE, SEARCH, fixed, losses, over, rules, smallest
from minge_paper.evidence.rows import NAMES, every_row, out_of_epochs
from minge_paper.markdown import gap, listed, times
from minge_paper.tables.scored import NEAR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.training.statistics import Mean
    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["HETEROPHILOUS", "advised", "practice"]

# Neighbours mostly of other classes, as the graphs' own papers say.
HETEROPHILOUS = ("actor", "chameleon_filtered", "squirrel_filtered", "tolokers")
MOSTLY = 0.5


def practice(results: Results) -> str:
    """When to trust the number, when to sweep."""
    rows = [row for row in every_row(results) if row.is_told and row.selected in row.records]
    if not rows:
        return "Nothing can be told yet: no row has two seeds. Sweep."
    advice = [
        *_trust(rows),
        *_epochs(results),
        *_tasks(rows),
        *_misses(rows),
        *_smaller(rows),
        *_kinds(rows),
    ]
    return "\n".join(f"- {sentence}" for sentence in [*advice, *_cost(results, rows)])


def swept(rows: Sequence[Row]) -> Mean | None:
    """What a grid search gains over MinGE, scored on seeds that it did not pick by."""
    return over(losses(rows, MINGE), losses(rows, SEARCH))


def advised(rows: Sequence[Row]) -> str:
    """Take the number if a search surely gains less than a point; else sweep if it surely gains something."""
    gain = swept(rows)
    if gain is None or gain.low is None or gain.high is None:
        return "**sweep if a point matters**, one graph cannot tell"
    if gain.high < NEAR:
        return "take the number, unless less than a point matters" if gain.low > 0 else "take the number"
    if gain.low > 0:
        return "**sweep**"
    return f"**undecided**, a sweep may gain up to {number(gain.high)} points, or nothing"


def _evidence(rows: Sequence[Row]) -> str:
    """What an advice rests on."""
    hits, flat = sum(row.selected in row.within_noise for row in rows), sum(row.is_flat for row in rows)
    of_all = (
        f"MinGE is within noise of the best in {hits} of {counted(len(rows), 'row')}, every dimension tried in {flat}"
    )
    return f"a grid search gains {gap(swept(rows))} points; {of_all}"


def _trust(rows: Sequence[Row]) -> list[str]:
    rivals = {rule.beside_minge for rule in fixed(rules(rows))}
    beside = (
        "A fixed dimension did better than MinGE beyond noise."
        if "better" in rivals
        else "No fixed dimension was told apart from it: it is a default with a reason, not a tuned number."
        if rivals == {"alike"}
        else "No fixed dimension did better than it, and some did worse."
        if rivals
        else "No fixed dimension was tried often enough to compare."
    )
    return [f"All in all: {advised(rows)} ({_evidence(rows)}). {beside}"]


def _epochs(results: Results) -> list[str]:
    """Before the width, the epochs: models that mostly ran out of them."""
    cut = {NAMES[model]: share for model, share in out_of_epochs(results).items() if share > MOSTLY}
    if not cut:
        return []
    shares = listed(f"{number(100 * share, 0)} % of {name}'s" for name, share in cut.items())
    return [f"**Before the width, train to the end**: {shares} trainings stopped at their last epoch (below)."]


def _tasks(rows: Sequence[Row]) -> list[str]:
    by_task = {task: [row for row in rows if row.task == task] for task in TASKS}
    return [
        f"For {task.replace('-', ' ')}: {advised(mine)} ({_evidence(mine)})." for task, mine in by_task.items() if mine
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
    """Whether less would do, what that would save, and what it gave away all the same."""
    less = [(row, least) for row, least in smallest(rows) if least < row.selected]
    if not less:
        return ["No smaller dimension is within noise of the best: do not go below it."]
    parameters, seconds = (median(each) for each in zip(*(dearer(row, least) for row, least in less), strict=True))
    lost = [given_away.mean for row, least in less if (given_away := row.given_away(least))]
    saving = (
        f"**Where memory or time matters, sweep downwards**: in {len(less)} of {counted(len(rows), 'row')} a smaller "
        f"dimension is within noise of the best (in the median {number(median(least for _, least in less), 0)}); the "
        f"selected one then takes {times(parameters)} the parameters and {times(seconds)} the time, in the median. "
        f"Within noise is not for nothing: it gave away {number(median(lost))} points in the median, at most "
        f"{number(max(lost))}."
    )
    return [saving]


def _kinds(rows: Iterable[Row]) -> list[str]:
    """Graphs whose neighbours differ."""
    odd = [row for row in rows if row.dataset in HETEROPHILOUS]
    return [f"On heterophilous graphs: {advised(odd)} ({_evidence(odd)})."] if odd else []


def _cost(results: Results, rows: Sequence[Row]) -> list[str]:
    grid = grid_in_trainings(results)
    if grid is None:
        return []
    others = sorted({len(row.comparison.seeds) - 1 for row in rows if row.comparison})
    judged = f"the search that is judged here had {listed(others)} seeds to pick by"
    return [
        f"A sweep over nine dimensions costs {times(grid)} one training for each seed; {judged} (`graphdim sweep`)."
    ]
