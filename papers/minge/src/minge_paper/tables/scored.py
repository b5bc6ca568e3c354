"""A block of scores: mean, deviation, interval and seeds of every cell, next to the printed number."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from minge_paper.evidence.verdicts import FAILS, HOLDS, NOT_CONTRADICTED, UNDECIDED
from minge_paper.statistics import Comparison, Difference, Mean, mean_of
from minge_paper.tables.blocks import Block
from minge_paper.text import MISSING, interval, number, plus_minus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record

__all__ = ["NEAR", "Cell", "block", "judged"]

NEAR = 1.0  # points; a regret whose interval lies below is near the best


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
            "seconds": fmean(outcome.seconds for outcome in outcomes) if outcomes else None,
            "peak_memory_bytes": max((outcome.peak_memory_bytes for outcome in outcomes), default=None),
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
        ("ours", tuple(number(mean.mean if mean else None) for mean in means)),
        ("deviation", tuple(number(mean.deviation if mean else None) for mean in means)),
        ("interval", tuple(plus_minus(mean.mean, mean.low, mean.high) if mean else MISSING for mean in means)),
        ("seeds", tuple(str(len(cell.records)) if cell.records else MISSING for cell in cells)),
    ]
    if any(cell.printed is not None for cell in cells):
        lines.append(("printed", tuple(number(cell.printed) for cell in cells)))
    columns = tuple(cell.heading for cell in cells)
    return Block(title, columns, tuple(lines), tuple(sentences), {**facts, "cells": [cell.facts() for cell in cells]})


def judged(
    comparison: Comparison | None, shortfall: Difference | None, selected: int
) -> tuple[list[str], dict[str, Any]]:
    """What a row says about its dimensions: the noise around the best, and the regret of the selected one."""
    if comparison is None:
        return ["These dimensions share no seed, so they cannot be compared."], _verdict(None, None, selected)
    return [_noise(comparison), _regret(comparison, shortfall, selected)], _verdict(comparison, shortfall, selected)


def _noise(comparison: Comparison) -> str:
    best = f"Best at {comparison.best}"
    if comparison.within_noise is None:
        return f"{best}; with one shared seed, noise is unknown."
    others = ", ".join(map(str, comparison.within_noise))
    return f"{best}; within noise of it: {others}; the smallest of these: {comparison.smallest}."


def _regret(comparison: Comparison, shortfall: Difference | None, selected: int) -> str:
    if shortfall is None:
        return f"Regret of the selected {selected}: {MISSING}, it was not trained."
    is_best = selected == comparison.best
    size = "0, it is the best" if is_best else f"{number(shortfall.mean)} {_interval(shortfall)}"
    claim = _claim(comparison, shortfall, selected)
    return f"Regret of the selected {selected}: {size}. Best or near the best: {claim}."


def _interval(shortfall: Difference) -> str:
    is_equal = shortfall.low is None and shortfall.p_value is not None
    return "(equal for all seeds: no interval)" if is_equal else interval(shortfall.low, shortfall.high)


def _claim(comparison: Comparison | None, shortfall: Difference | None, selected: int) -> str:
    """Whether the selected dimension is the best or near it; near is an interval of the regret below one point."""
    if comparison is None or shortfall is None or comparison.within_noise is None:
        return UNDECIDED
    if selected == comparison.best or (shortfall.high is not None and shortfall.high < NEAR):
        return HOLDS
    if selected not in comparison.within_noise:
        return FAILS
    # The test is corrected for all dimensions of the row, the interval is not: they need not agree.
    is_far = shortfall.low is not None and shortfall.low > NEAR
    return UNDECIDED if is_far else NOT_CONTRADICTED


def _verdict(comparison: Comparison | None, shortfall: Difference | None, selected: int) -> dict[str, Any]:
    return {
        "selected": selected,
        "best": comparison and comparison.best,
        "within_noise": comparison and comparison.within_noise and list(comparison.within_noise),
        "smallest_within_noise": comparison and comparison.smallest,
        "any_difference": comparison and comparison.any_difference,
        "shared_seeds": len(comparison.seeds) if comparison else 0,
        "regret": shortfall and shortfall.mean,
        "regret_low": shortfall and shortfall.low,
        "regret_high": shortfall and shortfall.high,
        "best_or_near_the_best": _claim(comparison, shortfall, selected),
    }
