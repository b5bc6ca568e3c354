"""What a sweep gains over MinGE's number for networks: chosen by rule, with the numbers behind it."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from graphdim.choices import TASKS
from graphdim.words import counted
from minge_paper.evidence.costs import grid_in_trainings, relative_cost
from minge_paper.evidence.regret import HABITS, MINGE_RULE, SEARCH, losses, over, over_minge, rules, smallest
from minge_paper.evidence.rows import NAMES, every_row, out_of_epochs
from minge_paper.markdown import gap, listed, times
from minge_paper.tables.scored import NEAR
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results
    from minge_paper.statistics import Mean

__all__ = ["HETEROPHILOUS", "practice"]

# Graphs whose neighbours mostly have other classes, as the graphs' own papers say.
HETEROPHILOUS = ("actor", "chameleon_filtered", "squirrel_filtered", "tolokers")
MOSTLY = 0.5


def practice(results: Results) -> str:
    """Where a sweep gains something, and what a smaller dimension saves."""
    rows = [row for row in every_row(results) if row.is_comparable and row.selected in row.records]
    if not rows:
        return "No advice yet, because no row has two seeds. Sweep."
    constants = f"In points of regret more than MinGE's: {over_minge(rules(rows), *HABITS)}"
    overall = f"Over all rows: {_advice(rows)} ({_evidence(rows)}). {constants}."
    advice = [overall, *_epochs(results), *_tasks(rows), *_misses(rows), *_smaller(rows), *_kinds(rows)]
    return "\n".join(f"- {sentence}" for sentence in [*advice, *_cost(results, rows)])


def search_gain(rows: Sequence[Row]) -> Mean | None:
    """How much better than MinGE a grid search is, scored on seeds that it did not pick by."""
    return over(losses(rows, MINGE_RULE), losses(rows, SEARCH))


def _advice(rows: Sequence[Row]) -> str:
    """What the interval over graphs leaves of a sweep's gain: less than a point, something, or either."""
    gain = search_gain(rows)
    if gain is None or gain.low is None or gain.high is None:
        return f"{counted(gain.seeds if gain else 0, 'graph')} cannot decide what a sweep gains"
    if gain.high < NEAR:
        return f"a sweep gains {'something, but ' if gain.low > 0 else ''}less than a point over MinGE's number"
    if gain.low > 0:
        return "**a sweep gains something** over MinGE's number"
    return f"**undecided**, a sweep may gain {number(gain.high)} points or lose {number(-gain.low)}"


def _evidence(rows: Sequence[Row]) -> str:
    """The numbers behind an advice."""
    hits, flat = sum(row.selected in row.within_noise for row in rows), sum(row.is_flat for row in rows)
    within = f"MinGE is within noise of the best in {hits} of {counted(len(rows), 'row')}"
    return f"a grid search gains {gap(search_gain(rows))} points; {within}, and all dimensions are in {flat}"


def _epochs(results: Results) -> list[str]:
    """Models whose trainings mostly ran out of epochs."""
    cut = {NAMES[model]: share for model, share in out_of_epochs(results).items() if share > MOSTLY}
    if not cut:
        return []
    shares = listed(f"{number(100 * share, 0)} % of {name}'s" for name, share in cut.items())
    return [f"**Allow enough epochs before you tune the width**: {shares} trainings stopped at their cap (below)."]


def _tasks(rows: Sequence[Row]) -> list[str]:
    by_task = {task: [row for row in rows if row.task == task] for task in TASKS}
    return [
        f"For {task.replace('-', ' ')}: {_advice(of_task)} ({_evidence(of_task)})."
        for task, of_task in by_task.items()
        if of_task
    ]


def _misses(rows: Sequence[Row]) -> list[str]:
    """In which direction to look where the number is not the best."""
    missed = [row for row in rows if row.selected not in row.within_noise and row.comparison]
    if not missed:
        return []
    up = sum(row.comparison.best > row.selected for row in missed if row.comparison)
    where = "upwards" if up * 2 > len(missed) else "downwards" if up * 2 < len(missed) else "in both directions"
    direction = (
        f"Where it is worse than the best beyond noise ({counted(len(missed), 'row')}), the best is larger in {up} and "
        f"smaller in {len(missed) - up}: sweep {where} from it."
    )
    return [direction]


def _smaller(rows: Sequence[Row]) -> list[str]:
    """Whether a smaller dimension would do, what that would save, and what it would cost."""
    smaller = [(row, least) for row, least in smallest(rows) if least < row.selected]
    if not smaller:
        return ["No smaller dimension is within noise of the best: do not go below it."]
    ratios = [relative_cost(row, least) for row, least in smaller]
    parameters, seconds = (median(ratio) for ratio in zip(*ratios, strict=True))
    points = [regret.mean for row, least in smaller if (regret := row.regret_of(least))]
    saving = (
        f"**Where memory or time matters, sweep downwards**: in {len(smaller)} of {counted(len(rows), 'row')} a "
        f"smaller dimension is within noise of the best (median {number(median(least for _, least in smaller), 0)}). "
        f"MinGE's takes {times(parameters)} the parameters and {times(seconds)} the time of it, in the median. A "
        f"statistical tie still has a cost: the smaller dimension is {number(median(points))} points below the best "
        f"in the median, at most {number(max(points))}."
    )
    return [saving]


def _kinds(rows: Iterable[Row]) -> list[str]:
    odd = [row for row in rows if row.dataset in HETEROPHILOUS]
    return [f"On heterophilous graphs: {_advice(odd)} ({_evidence(odd)})."] if odd else []


def _cost(results: Results, rows: Sequence[Row]) -> list[str]:
    grid = grid_in_trainings(results)
    if grid is None:
        return []
    others = sorted({len(row.comparison.seeds) - 1 for row in rows if row.comparison})
    cost = f"For each seed, a sweep over nine dimensions takes {times(grid)} as long as one training"
    return [f"{cost}; the grid search that is judged here had {listed(others)} seeds to pick by (`graphdim sweep`)."]
