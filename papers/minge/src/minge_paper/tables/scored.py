"""A block of scores: mean, deviation, interval and seeds of every cell, ours beside the printed one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.training.statistics import Comparison, Difference, Mean, mean_of
from graphdim.training.text import MISSING, interval, number, plus_minus
from minge_paper.tables.blocks import Block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record

__all__ = ["Cell", "block", "judged"]

NEAR = 1.0  # points: a regret that surely stays below is near the best, whatever the noise


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of a table: its heading, what was trained, our records by seed, and the printed number."""

    heading: str
    training: Training
    records: Mapping[int, Record]
    printed: float | None = None

    @property
    def scores(self) -> dict[int, float]:
        """Our scores in percent, by seed."""
        return {seed: 100 * record.outcome.score for seed, record in sorted(self.records.items())}

    @property
    def mean(self) -> Mean | None:
        """Our mean; None where the ledger has nothing."""
        return mean_of(list(self.scores.values())) if self.records else None

    def costs(self) -> dict[str, float | None]:
        """What one training takes: parameters, mean seconds, and the most memory of any seed."""
        outcomes = [record.outcome for record in self.records.values()]
        return {
            "parameters": outcomes[0].parameters if outcomes else None,
            "seconds": fmean(each.seconds for each in outcomes) if outcomes else None,
            "peak_memory_bytes": max((each.peak_memory_bytes for each in outcomes), default=None),
        }

    def facts(self) -> dict[str, Any]:
        """The cell as plain values; what is missing is None."""
        ours = asdict(self.mean) if self.mean else dict.fromkeys(Mean.__slots__) | {"seeds": 0}
        where = {"dimension": self.training.dimension, "layers": self.training.layers}
        return {**where, **ours, "printed": self.printed, **self.costs()}


def block(title: str, cells: Sequence[Cell], sentences: Sequence[str], facts: Mapping[str, Any]) -> Block:
    """The cells side by side; the line of printed numbers is left out where the paper has none."""
    means = [cell.mean for cell in cells]
    lines = [
        ("ours", tuple(number(each.mean if each else None) for each in means)),
        ("deviation", tuple(number(each.deviation if each else None) for each in means)),
        ("interval", tuple(plus_minus(each.mean, each.low, each.high) if each else MISSING for each in means)),
        ("seeds", tuple(str(len(cell.records)) if cell.records else MISSING for cell in cells)),
    ]
    if any(cell.printed is not None for cell in cells):
        lines.append(("printed", tuple(number(cell.printed) for cell in cells)))
    columns = tuple(cell.heading for cell in cells)
    return Block(title, columns, tuple(lines), tuple(sentences), {**facts, "cells": [cell.facts() for cell in cells]})


def judged(
    comparison: Comparison | None, given_away: Difference | None, selected: int
) -> tuple[list[str], dict[str, Any]]:
    """What a row says about its dimensions: the noise around the best, and the regret of the selected one."""
    if comparison is None:
        return ["No seed is shared by these dimensions: nothing to compare."], _verdict(None, None, selected)
    return [_noise(comparison), _regret(comparison, given_away, selected)], _verdict(comparison, given_away, selected)


def _noise(comparison: Comparison) -> str:
    best = f"Best at {comparison.best}"
    if comparison.within_noise is None:
        return f"{best}; one shared seed cannot tell what is within noise of it."
    others = ", ".join(map(str, comparison.within_noise))
    return f"{best}; within noise of it: {others}; the smallest of these: {comparison.smallest}."


def _regret(comparison: Comparison, given_away: Difference | None, selected: int) -> str:
    if given_away is None:
        return f"Regret of the selected {selected}: {MISSING}, it was not trained."
    # The best against itself has an interval of no width by construction, which is no knowledge.
    is_best = selected == comparison.best
    size = "0, the best itself" if is_best else f"{number(given_away.mean)} {interval(given_away.low, given_away.high)}"
    claim = _claim(comparison, given_away, selected)
    return f"Regret of the selected {selected}: {size}. Best or near the best: {claim}."


def _claim(comparison: Comparison | None, given_away: Difference | None, selected: int) -> str:
    """Whether "best or near the best" holds of the selected dimension; surely less than a point below is near."""
    if comparison is None or given_away is None or comparison.within_noise is None or given_away.high is None:
        return "cannot be told"
    if selected == comparison.best or given_away.high < NEAR:
        return "holds"
    return "holds within noise" if selected in comparison.within_noise else "does not hold"


def _verdict(comparison: Comparison | None, given_away: Difference | None, selected: int) -> dict[str, Any]:
    return {
        "selected": selected,
        "best": comparison and comparison.best,
        "within_noise": comparison and comparison.within_noise and list(comparison.within_noise),
        "smallest_within_noise": comparison and comparison.smallest,
        "any_difference": comparison and comparison.any_difference,
        "shared_seeds": len(comparison.seeds) if comparison else 0,
        "regret": given_away and given_away.mean,
        "regret_low": given_away and given_away.low,
        "regret_high": given_away and given_away.high,
        "best_or_near_the_best": _claim(comparison, given_away, selected),
    }
