"""Whether the cap on epochs decides: cells trained again with a higher one, beside the same seeds at the usual one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.bench.evidence.numbers import counted, gap, listed, mean, number, pipes
from graphdim.bench.evidence.rows import NAMES, shown
from graphdim.bench.plan import is_standard
from graphdim.bench.settings import model_settings
from graphdim.bench.statistics import Difference, Mean, mean_of, paired
from graphdim.bench.training import TASKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.bench.ledger import Record
    from graphdim.bench.tables.results import Results
    from graphdim.bench.training import Training

__all__ = ["Longer", "longer", "section"]


@dataclass(frozen=True, slots=True)
class Longer:
    """One cell with more epochs than usual, and the same seeds with the usual ones.

    The last two are the shares of trainings that ended because there were no more epochs.
    """

    training: Training
    usual_epochs: int
    usual: Mean
    longer: Mean
    gain: Difference | None
    usual_at_cap: float
    longer_at_cap: float

    @property
    def row(self) -> str:
        """All but the dimension, in words."""
        task = self.training.task.replace("-", " ")
        return f"{NAMES[self.training.model]} on {shown(self.training.dataset)}, {task}"


def longer(results: Results) -> list[Longer]:
    """Every cell that differs from the settings in a higher cap alone, over the seeds that both have."""
    found = [_longer(results, cell, _usual(cell)) for cell in sorted(results.cells, key=_place)]
    return [each for each in found if each is not None]


def _place(cell: Training) -> tuple[bool, str, str, int, int]:
    return cell.task != TASKS[0], cell.dataset, cell.model, cell.max_epochs, cell.dimension


def _usual(cell: Training) -> Training:
    return replace(cell, max_epochs=model_settings(cell.model, cell.dataset, cell.task).max_epochs)


def _longer(results: Results, cell: Training, usual: Training) -> Longer | None:
    more, fewer = results.records(cell), results.records(usual)
    seeds = sorted(more.keys() & fewer.keys())
    if cell.max_epochs <= usual.max_epochs or not is_standard(usual) or not seeds:
        return None
    before, after = ({seed: results.scores(each)[seed] for seed in seeds} for each in (usual, cell))
    return Longer(
        cell,
        usual.max_epochs,
        usual=mean_of(list(before.values())),
        longer=mean_of(list(after.values())),
        gain=paired(after, before),
        usual_at_cap=_at_cap(fewer[seed] for seed in seeds),
        longer_at_cap=_at_cap(more[seed] for seed in seeds),
    )


def _at_cap(records: Iterable[Record]) -> float:
    return fmean(record.outcome.epochs == record.training.max_epochs for record in records)


def section(results: Results) -> str:
    """Who runs out of epochs, what more of them change, and the table."""
    found = longer(results)
    if not found:
        return f"{_out_of_epochs(results)} No training with more of them is in the ledger: missing."
    rows = groupby(found, key=lambda each: (each.row, each.training.max_epochs))
    sentences = [_out_of_epochs(results), *(_sentence(list(same)) for _, same in rows)]
    head = ["row", "dimension", "epochs", "usual", "longer", "gain", "out of epochs, usual", "longer"]
    return "\n".join([*(f"- {each}" for each in sentences), "", pipes(head, map(_line, found))])


def _out_of_epochs(results: Results) -> str:
    """The share of trainings at the settings that ran out of epochs, by model."""
    shares = []
    for model, name in NAMES.items():
        cells = [cell for cell in results.cells if cell.model == model and is_standard(cell)]
        if cells:
            ended = _at_cap(record for cell in cells for record in results.records(cell).values())
            shares.append(f"{name} {number(100 * ended, 0)} %")
    return f"Out of epochs, of all trainings at the settings: {listed(shares)}."


def _sentence(same: Sequence[Longer]) -> str:
    """How far the dimensions of a row lie apart, before and after."""
    first = same[0]
    lead = f"{first.row}: {first.training.max_epochs:,} epochs instead of {first.usual_epochs:,}"
    if len(same) == 1:
        return f"{lead}, at dimension {first.training.dimension}: {gap(first.gain)} points."
    before, after = (
        max(means) - min(means) for means in zip(*((each.usual.mean, each.longer.mean) for each in same), strict=True)
    )
    apart = f"bring the best of {counted(len(same), 'dimension')} from {number(before)} to {number(after)} points"
    return f"{lead} {apart} above the worst, and all of them {_lift(same)} points up on average."


def _lift(same: Sequence[Longer]) -> str:
    return number(fmean(each.longer.mean - each.usual.mean for each in same))


def _line(each: Longer) -> list[str]:
    shares = [f"{number(100 * share, 0)} %" for share in (each.usual_at_cap, each.longer_at_cap)]
    epochs = f"{each.usual_epochs:,} → {each.training.max_epochs:,}"
    return [
        each.row,
        str(each.training.dimension),
        epochs,
        mean(each.usual),
        mean(each.longer),
        gap(each.gain),
        *shares,
    ]
