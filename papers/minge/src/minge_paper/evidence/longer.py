"""Whether low scores, and trainings that ran out of epochs, only stopped too early: the same ones, with more patience.

gain = score with more patience - score with the usual patience, over the seeds that both have
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from graphdim.training.grid import departures, usual
from graphdim.words import counted
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.markdown import gap, pipes
from minge_paper.presets import SETTINGS
from minge_paper.statistics import Difference, mean_of, paired
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record
    from minge_paper.results import Results

__all__ = ["Longer", "longer", "section"]

WAITING = {"patience", "max_epochs"}
A_POINT = 1.0
INTRODUCTION = """\
### Longer trainings

Some trainings with low scores or without epochs left were repeated with a patience of {patience} epochs and a cap
of {cap:,}, to see whether they only stopped too early. {verdict} Epochs are medians.
"""


@dataclass(frozen=True, slots=True)
class Longer:
    """One model on one graph at one dimension, with the usual patience and with more, over shared seeds."""

    training: Training
    before: list[Record]
    after: list[Record]
    gain: Difference

    @property
    def name(self) -> str:
        """The model, the graph, the task and the dimension."""
        training = self.training
        task = training.task.replace("-", " ")
        return f"{NAMES[training.model]} on {shown(training.dataset)}, {task}, at {training.dimension}"


def longer(results: Results) -> list[Longer]:
    """Every cell of the ledger that differs from the usual one only in how long it waits, the largest gain first."""
    waiting = [cell for cell in results.cells if WAITING >= set(departures(cell, SETTINGS)) > set()]
    found = [one for cell in waiting if (one := _longer(results, cell))]
    return sorted(found, key=lambda one: (-one.gain.mean, one.name))


def _longer(results: Results, cell: Training) -> Longer | None:
    before, after = results.records(usual(cell, SETTINGS)), results.records(cell)
    gain = paired(results.scores(cell), results.scores(usual(cell, SETTINGS)))
    shared = sorted(before.keys() & after.keys())
    return Longer(cell, [before[seed] for seed in shared], [after[seed] for seed in shared], gain) if gain else None


def section(results: Results) -> str:
    """The table with a sentence before it; empty if nothing was trained for longer."""
    found = longer(results)
    if not found:
        return ""
    settings = found[0].training
    introduction = INTRODUCTION.format(patience=settings.patience, cap=settings.max_epochs, verdict=_verdict(found))
    head = ["model and graph", "seeds", "epochs", "score", "epochs, longer", "score, longer", "gain"]
    return f"{introduction}\n{pipes(head, map(_line, found))}\n"


def _verdict(found: list[Longer]) -> str:
    """How many rise by more than a point, and what follows for the curves."""
    risen = [one for one in found if one.gain.mean > A_POINT]
    surely = sum(one.gain.is_beyond_noise for one in risen) or "none"
    lead = f"Of {counted(len(found), 'cell')}, {len(risen) or 'none'} {'rises' if len(risen) <= 1 else 'rise'}"
    noise = f", {surely} of them beyond noise" if risen else ""
    picked = "They were picked for low scores or a lack of epochs and say nothing about other cells."
    return f"{lead} by more than a point on average{noise}{_fallen(found)}. {picked}{_narrowest(found)}"


def _fallen(found: list[Longer]) -> str:
    """How many lose by it, if any do."""
    fallen = [one for one in found if one.gain.mean < 0]
    surely = sum(one.gain.is_beyond_noise for one in fallen) or "none"
    return f"; {len(fallen)} {'falls' if len(fallen) == 1 else 'fall'}, {surely} of them beyond noise" if fallen else ""


def _narrowest(found: list[Longer]) -> str:
    """How far the narrowest dimension of a row lies below the widest, before and after, task by task."""
    rows: dict[tuple[str, str, str], list[Longer]] = {}
    for one in sorted(found, key=lambda one: (one.training.task, one.training.dimension)):
        rows.setdefault((one.training.task, one.training.dataset, one.training.model), []).append(one)
    ends: dict[str, list[tuple[Longer, Longer]]] = {}
    for (task, *_), row in rows.items():
        if len(row) > 1:
            ends.setdefault(task, []).append((row[0], row[-1]))
    return "".join(map(_ends, ends, ends.values()))


def _ends(task: str, ends: list[tuple[Longer, Longer]]) -> str:
    before, after = (
        number(fmean(_mean(getattr(wide, when)) - _mean(getattr(narrow, when)) for narrow, wide in ends))
        for when in ("before", "after")
    )
    over = f"On average over {counted(len(ends), 'row')} of {task.replace('-', ' ')} with several dimensions"
    below = f"the narrowest of these lies {before} points below the widest with the usual patience, {after} with more"
    lost = sum(wide.gain.mean < 0 for _, wide in ends)
    return f" {over}, {below}{f'; in {lost} of them the widest loses by it' if lost else ''}."


def _mean(records: Iterable[Record]) -> float:
    return fmean(100 * record.outcome.score for record in records)


def _line(one: Longer) -> list[str]:
    return [one.name, str(one.gain.seeds), *_words(one.before), *_words(one.after), gap(one.gain)]


def _words(records: Iterable[Record]) -> list[str]:
    outcomes = [record.outcome for record in records]
    score = mean_of([100 * outcome.score for outcome in outcomes]).mean
    return [f"{median(outcome.epochs for outcome in outcomes):,.0f}", number(score)]
