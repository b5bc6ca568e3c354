"""Table 3: GCNII with 2, 4, 8 and 16 layers, at the default and at the selected dimension."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdim.training.facts import selected
from minge_paper.presets import DATASETS, TABLES, cells
from minge_paper.published import printed_by_layers
from minge_paper.statistics import Difference, paired
from minge_paper.tables.blocks import Block, Table
from minge_paper.tables.scored import Cell, block
from minge_paper.text import MISSING, interval, number, signed

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["table"]


def table(results: Results) -> Table:
    """One block for each dataset."""
    blocks = tuple(_row(results, dataset) for dataset in DATASETS)
    return Table(
        "3", "Table 3: GCNII, layers × dimension, accuracy in percent, * the dimension that MinGE selects", blocks
    )


def _row(results: Results, dataset: str) -> Block:
    facts = results.facts()
    chosen, printed = selected(facts[dataset]), printed_by_layers(dataset)
    trainings = cells(TABLES[3].changed(datasets=(dataset,)), facts)
    columns = []
    for training in trainings:
        kind = "selected" if training.dimension == chosen else "default"
        heading = f"{training.layers} × {training.dimension}{'*' if kind == 'selected' else ''}"
        columns.append(Cell(heading, training, results.records(training), printed.get((training.layers, kind))))
    gains = _gains(columns, chosen)
    sentences = [f"Selected over default, {layers} layers: {_gain(gain)}." for layers, gain in gains.items()]
    scored = block(dataset, columns, sentences, {"dataset": dataset, "selected": chosen, "gains": _facts(gains)})
    return replace(scored, lines=(*scored.lines, *_memory(columns)))


def _memory(columns: list[Cell]) -> list[tuple[str, tuple[str, ...]]]:
    """Depth and width are a question of memory in the paper: parameters and peak memory of a training."""
    costs = [cell.costs() for cell in columns]
    peaks = [cost["peak_memory_bytes"] for cost in costs]
    return [
        ("parameters", tuple(number(cost["parameters"], 0) for cost in costs)),
        ("peak MiB", tuple(number(peak and peak / 2**20, 0) for peak in peaks)),
    ]


def _gains(columns: list[Cell], chosen: int) -> dict[int, Difference | None]:
    """By number of layers, the score at the selected dimension minus that at the default one, seed by seed."""
    by_layers: dict[int, dict[bool, Cell]] = {}
    for cell in columns:
        by_layers.setdefault(cell.training.layers, {})[cell.training.dimension == chosen] = cell
    return {
        layers: paired(pair[True].scores, pair[False].scores) for layers, pair in by_layers.items() if len(pair) > 1
    }


def _gain(gain: Difference | None) -> str:
    return MISSING if gain is None else f"{signed(gain.mean)} {interval(gain.low, gain.high)}"


def _facts(gains: dict[int, Difference | None]) -> list[dict[str, Any]]:
    return [
        {"layers": layers, "gain": gain and gain.mean, "low": gain and gain.low, "high": gain and gain.high}
        for layers, gain in gains.items()
    ]
