"""What MinGE costs compared with training, and what the ledger itself cost to compute."""

from __future__ import annotations

from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any

from graphdim.words import counted
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.figures.figure3 import bars
from minge_paper.markdown import duration, pipes, times
from minge_paper.presets import DATASETS, FIGURES, TABLES, cells, is_standard
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record
    from minge_paper.curves import Curve
    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["compared_with_training", "computing", "grid_in_trainings", "machines", "n_scores", "relative_cost"]


def compared_with_training(results: Results) -> str:
    """Time and memory of MinGE, of one training at the selected dimension, and of one training at each of the grid."""
    all_bars = bars(results)
    minge = {bar["dataset"]: bar for bar in all_bars if bar["what"] == "minge"}
    head = ["graph", "model", "MinGE", "one training", "times MinGE", "whole grid", "MinGE MiB", "training MiB"]
    lines = [_line(bar, minge[bar["dataset"]]) for bar in all_bars if bar["what"] != "minge"]
    return pipes(head, lines, left=2)


def _line(bar: dict[str, Any], minge: dict[str, Any]) -> list[str]:
    ratio = bar["seconds"] / minge["seconds"] if bar["seconds"] and minge["seconds"] else None
    return [
        shown(bar["dataset"]),
        NAMES[bar["what"]],
        duration(minge["seconds"]),
        duration(bar["seconds"]),
        times(ratio).removesuffix(" times"),
        duration(bar["grid"]),
        number(minge["memory, MiB"]),
        number(bar["memory, MiB"], 0),
    ]


def grid_in_trainings(results: Results) -> float | None:
    """How many times one training the whole grid costs, in the median."""
    ratios = [bar["grid"] / bar["seconds"] for bar in bars(results) if bar["grid"] and bar["seconds"]]
    return median(ratios) if ratios else None


def relative_cost(row: Row, small: int) -> tuple[float, float]:
    """How many times the parameters and the time of a smaller dimension the selected one takes."""
    chosen, other = row.records[row.selected].values(), row.records[small].values()
    parameters = next(iter(chosen)).outcome.parameters / next(iter(other)).outcome.parameters
    return parameters, _seconds(chosen) / _seconds(other)


def _seconds(records: Iterable[Record]) -> float:
    return median(record.outcome.seconds for record in records)


def computing(results: Results, records: Sequence[Record]) -> str:
    """Trainings and their time by the part of the page that they serve, each counted once; then the embeddings."""
    lines = []
    others = list(records)
    for name, belongs in _parts(results):
        lines.append(_total(name, [record for record in others if belongs(record.training)]))
        others = [record for record in others if not belongs(record.training)]
    lines += [_total("other", others), _total("**all networks**", records)]
    curves = results.curves
    seconds = sum(curve.seconds for curve in curves)
    embeddings = ["embeddings, without a network", f"{n_scores(curves):,}", duration(seconds or None)]
    return pipes(["part", "trainings", "time"], [*lines, embeddings])


def n_scores(curves: Iterable[Curve]) -> int:
    """How many embeddings were made and scored."""
    return sum(len(by_seed) for curve in curves for by_seed in curve.scores.values())


def _total(name: str, records: Sequence[Record]) -> list[str]:
    return [name, f"{len(records):,}", duration(sum(record.outcome.seconds for record in records) or None)]


def _parts(results: Results) -> list[tuple[str, Any]]:
    facts = results.facts()
    planned = {
        "Table 2": set(cells(TABLES[2], facts)),
        "Table 3, beyond Table 2": set(cells(TABLES[3], facts)),
        "Table 4, beyond Table 2": set(cells(TABLES[4], facts)),
        "Figure 2, beyond Table 2": set(cells(FIGURES[2], facts)),
    }
    named = [(name, _among(cells_of_part)) for name, cells_of_part in planned.items()]
    further = ("further graphs", lambda cell: cell.dataset not in DATASETS and is_standard(cell))
    return [*named, further, ("leaks", lambda cell: bool(cell.leaks))]


def _among(planned: set[Training]) -> Any:
    return lambda cell: replace(cell, seed=0) in planned


def machines(records: Iterable[Record]) -> str:
    """Which processors and versions the numbers come from."""
    kinds = dict.fromkeys(
        (record.cpu, ", ".join(f"{name} {number}" for name, number in record.versions.items())) for record in records
    )
    return "; ".join(f"{cpu} ({versions})" for cpu, versions in kinds) or counted(0, "machine")
