"""What was tried on the rows that lie below the print: leaks, the authors' split, longer training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.evidence.judged import LINKS
from minge_paper.evidence.leaks import leaks
from minge_paper.evidence.longer import longer
from minge_paper.markdown import listed, mean
from minge_paper.text import number, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphdim.training.definition import Training
    from minge_paper.evidence.levels import Level
    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["gaps"]

A_POINT = 1.0
LEAD = "Rows at least a point below the print, and what was tried on them:"


def gaps(results: Results, levels: Sequence[Level]) -> str:
    """A line for each row that lies at least a point below the print, and what may explain those above."""
    below = [level for level in levels if level.gap <= -A_POINT]
    lines = [f"- {level.row.name} ({signed(level.gap)}): {_tried(results, level)}." for level in below]
    parts = [f"{LEAD}\n\n" + "\n".join(lines)] if lines else []
    return "\n\n".join([*parts, *_above(levels)])


def _tried(results: Results, level: Level) -> str:
    found = [*_leaking(results, level.row), *_waiting(results, level.row)]
    alone = ["a single seed"] if level.noise is None else []
    return "; ".join([*alone, *found]) if found else "; ".join([*alone, "nothing yet"])


def _leaking(results: Results, row: Row) -> Iterator[str]:
    """The score with all leaks of the authors' script, or on their split."""
    measured = [leak for leak in leaks(results) if _is_of(leak.training, row) and leak.honest and leak.printed]
    if not measured:
        return
    most = max(measured, key=lambda leak: (len(leak.training.leaks), "overlapping-split" in leak.training.leaks))
    how = "with all leaks" if row.task == LINKS else "on the authors' split, with 30 times as many training nodes,"
    at = f"{mean(most.leaking)} at {most.training.dimension} {how} instead of {mean(most.honest)}"
    yield f"{at}, printed {number(most.printed)}"


def _waiting(results: Results, row: Row) -> Iterator[str]:
    """What longer training changes."""
    found = sorted(
        (one for one in longer(results) if _is_of(one.training, row)), key=lambda one: one.training.dimension
    )
    if found:
        gains = listed(f"{signed(one.gain.mean)} at {one.training.dimension}" for one in found)
        yield f"longer training changes {gains}"


def _is_of(training: Training, row: Row) -> bool:
    return (training.task, training.dataset, training.model) == (row.task, row.dataset, row.model)


def _above(levels: Sequence[Level]) -> Iterator[str]:
    above = [level for level in levels if level.is_above]
    links = sum(level.row.task == LINKS for level in above)
    if links:
        yield (
            f"Of the {len(above)} rows shown to be above the print, {links} are of link prediction. The paper does not"
            " say how that was optimised; with the weight decay and dropout of node classification, ours was lower, too"
            " ([corrections](#corrections))."
        )
