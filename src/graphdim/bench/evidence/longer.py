"""Whether the cap on epochs decides: rows trained again with a higher one, beside the same cells at the usual one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.bench.evidence.numbers import gap, listed, number, pipes
from graphdim.bench.evidence.rows import NAMES, Row, every_row, row_of, shown
from graphdim.bench.plan import is_standard
from graphdim.bench.settings import model_settings
from graphdim.bench.statistics import mean_of
from graphdim.bench.tables.results import Results
from graphdim.bench.training import TASKS
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.bench.ledger import Record
    from graphdim.bench.statistics import Difference
    from graphdim.bench.training import Training

__all__ = ["Longer", "finding", "longer", "out_of_epochs", "section", "trained_longest"]

HARDLY = 65.0  # percent of ROC-AUC


@dataclass(frozen=True, slots=True)
class Longer:
    """A row under the usual cap and under a higher one: the same dimensions and seeds."""

    usual: Row
    longer: Row

    @property
    def name(self) -> str:
        """The row in words."""
        return self.usual.name

    @property
    def lost(self) -> list[Difference | None]:
        """What MinGE's choice gives away before and after."""
        return [row.given_away(row.selected) for row in (self.usual, self.longer)]


def longer(results: Results) -> list[Longer]:
    """Every row that differs from the settings in a higher cap alone."""
    found = [_longer(results, list(same)) for _, same in groupby(_higher(results), key=_row)]
    return [each for each in found if each is not None]


def _higher(results: Results) -> list[Training]:
    higher = [cell for cell in sorted(results.cells, key=_place) if _usual(cell).max_epochs < cell.max_epochs]
    return [cell for cell in higher if is_standard(_usual(cell))]


def trained_longest(results: Results) -> list[Row]:
    """All rows, those that were trained again with more epochs at every dimension in that form."""
    again = defaultdict(list)
    for cell in _higher(results):
        again[cell.task, cell.dataset, cell.model].append(cell)
    return [_longest(results, row, again[row.task, row.dataset, row.model]) for row in every_row(results)]


def _longest(results: Results, row: Row, again: Sequence[Training]) -> Row:
    highest = max((cell.max_epochs for cell in again), default=0)
    grid = [cell for cell in again if cell.max_epochs == highest and cell.dimension in row.grid]
    longest = row_of(results, grid) if len(grid) == len(row.grid) else row
    return longest if longest.is_told else row


def _row(cell: Training) -> tuple[bool, str, str, int]:
    return cell.task != TASKS[0], cell.dataset, cell.model, cell.max_epochs


def _place(cell: Training) -> tuple[tuple[bool, str, str, int], int]:
    return _row(cell), cell.dimension


def _usual(cell: Training) -> Training:
    return replace(cell, max_epochs=model_settings(cell.model, cell.dataset, cell.task).max_epochs)


def _longer(results: Results, cells: Sequence[Training]) -> Longer | None:
    """The row over the seeds that all its cells have under both caps; None if there are none."""
    both = [(results.records(_usual(cell)), results.records(cell)) for cell in cells]
    known = [pair for pair in both if all(pair)]
    seeds = set[int].intersection(*(set(fewer) & set(more) for fewer, more in known)) if known else set()
    if not seeds:
        return None
    return Longer(*(_over([pair[side] for pair in known], sorted(seeds)) for side in (0, 1)))


def _over(cells: Sequence[Mapping[int, Record]], seeds: Sequence[int]) -> Row:
    records = [by_seed[seed] for by_seed in cells for seed in seeds]
    return row_of(Results(records), [record.training for record in records[:: len(seeds)]])


def section(results: Results) -> str:
    """Who runs out of epochs, what more of them change, and the table."""
    found, early = longer(results), _early(every_row(results))
    if not found:
        missing = f"{_out_of_epochs(results)} No row with more of them is in the ledger: missing."
        return "\n\n".join([missing, *early])
    head = ["row", "dimensions", "seeds", "epochs", "out of epochs", "mean", "best - worst"]
    head += ["MinGE's choice gives away", "smallest within noise"]
    sentences = [_out_of_epochs(results), f"With more, {_change(found)}.", *early]
    return "\n".join([*(f"- {each}" for each in sentences), "", pipes(head, map(_line, found))])


def finding(results: Results) -> list[str]:
    """What more epochs change, for the first screen."""
    found = longer(results)
    return [f"**With more epochs** than the settings give, {_change(found)}."] if found else []


def out_of_epochs(results: Results) -> dict[str, float]:
    """The share of trainings at the settings that ran out of epochs, by model."""
    shares = {}
    for model in NAMES:
        cells = [cell for cell in results.cells if cell.model == model and is_standard(cell)]
        if cells:
            shares[model] = fmean(record.ran_out for cell in cells for record in results.records(cell).values())
    return shares


def _out_of_epochs(results: Results) -> str:
    shares = [f"{NAMES[model]} {number(100 * share, 0)} %" for model, share in out_of_epochs(results).items()]
    return f"Out of epochs, of all trainings at the settings: {listed(shares)}."


def _early(rows: Sequence[Row]) -> list[str]:
    """Rows that are hardly better than chance: their curves tell of the training, not of the width."""
    poor = [row for row in rows if row.task == "link-prediction" and row.scores and row.level < HARDLY]
    if not poor:
        return []
    named = listed(f"{NAMES[row.model]} on {shown(row.dataset)} ({number(row.level)})" for row in poor)
    share = number(100 * fmean(1 - row.at_cap for row in poor), 0)
    lead = f"Patience can end a training too early, too. Hardly better than chance, 50, is link prediction by {named}"
    ended = f"{share} % of these trainings ended because the validation loss no longer fell"
    plateau = "A loss that rests on a plateau ends like one that is done, and who left it decides there"
    return [f"{lead}; {ended}. {plateau}."]


def _change(found: Sequence[Longer]) -> str:
    sides = [each.usual for each in found], [each.longer for each in found]
    spreads = [[side.spread for side in mine] for mine in sides]
    apart = _arrow(*(number(fmean(mine)) for mine in spreads))
    middle = _arrow(*(number(median(mine)) for mine in spreads))
    told = f"over {counted(len(found), 'row')} the worst dimension lies {apart} points below the best (median {middle})"
    known = [(before.mean, after.mean) for before, after in (each.lost for each in found) if before and after]
    if not known:
        return told
    lost = _arrow(*(number(fmean(side)) for side in zip(*known, strict=True)))
    change = gap(mean_of([after - before for before, after in known]))
    return f"{told}, and MinGE's choice gives away {lost} (change {change}), on average"


def _line(row: Longer) -> list[str]:
    sides = row.usual, row.longer
    comparisons = [side.comparison for side in sides]
    told = [
        [f"{side.epochs:,}" for side in sides],
        [f"{number(100 * side.at_cap, 0)} %" for side in sides],
        [number(side.level) for side in sides],
        [number(side.spread) for side in sides],
        [gap(lost, sign=False) for lost in row.lost],
        [number(each.smallest if each else None, 0) for each in comparisons],
    ]
    seeds = str(len(comparisons[0].seeds)) if comparisons[0] else "0"
    return [row.name, str(len(row.usual.scores)), seeds, *(_arrow(*both) for both in told)]


def _arrow(before: str, after: str) -> str:
    return f"{before} → {after}"
