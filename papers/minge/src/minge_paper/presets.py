"""The trainings of each table and figure of the paper, as grids of graphdim.training with the paper's settings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from graphdim.training import grid as grids
from graphdim.training.experiment import Experiment
from graphdim.training.facts import selected
from graphdim.training.grid import Grid, departures
from graphdim.training.settings import DEFAULTS
from minge_paper import places
from minge_paper.facts import STRUCTURE_WEIGHTS, paper_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.training.definition import Training
    from graphdim.training.grid import Graphs
    from graphdim.training.settings import ModelSettings

__all__ = ["DATASETS", "FIGURES", "NODES", "QUICK", "SETTINGS", "TABLES", "WORDS", "Preset", "cells", "is_standard"]

DATASETS = ("cora", "citeseer", "pubmed", "airport")
NODES = ("node-classification",)
SETTINGS = DEFAULTS.adding(places.SETTINGS)

# Figure 2: training nodes per class.
SIZES = {dataset: (20, 2000, 3000) if dataset == "pubmed" else (20, 80, 140) for dataset in DATASETS}
STEP, LAST = 20, 180


def dimension_grid(chosen: int) -> tuple[int, ...]:
    """20, 40, …, 180 with the chosen dimension in place of the nearest; the lower one if two are as near.

    >>> dimension_grid(98)
    (20, 40, 60, 80, 98, 120, 140, 160, 180)
    """
    steps = range(STEP, LAST + 1, STEP)
    nearest = min(steps, key=lambda step: abs(step - chosen))
    return tuple(chosen if step == nearest else step for step in steps)


def _grid_of_table_2(facts: Mapping[str, Any], _: ModelSettings) -> tuple[int, ...]:
    return dimension_grid(selected(facts))


def _by_lambda(facts: Mapping[str, Any], _: ModelSettings) -> tuple[int, ...]:
    return tuple(selected(facts, weight) for weight in STRUCTURE_WEIGHTS)


WORDS = {**grids.WORDS, "grid": _grid_of_table_2, "by-lambda": _by_lambda}


@dataclass(frozen=True, slots=True)
class Preset:
    """A grid of trainings; `sizes` gives each dataset training sizes of its own."""

    grid: Grid
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def changed(self, **options: Any) -> Preset:
        """The same with these options in place of its own; None and empty tuples change nothing."""
        given = {name: option for name, option in options.items() if option not in (None, ())}
        return replace(self, grid=replace(self.grid, **given))

    def grids(self) -> tuple[Grid, ...]:
        """One grid, or one for each dataset where their training sizes differ."""
        if not self.sizes or self.grid.train_per_class:
            return (self.grid,)
        return tuple(
            replace(self.grid, datasets=(dataset,), train_per_class=self.sizes.get(dataset, ()))
            for dataset in self.grid.datasets
        )

    def experiment(self) -> Experiment:
        """The preset as trainings that can be run."""
        return Experiment(self.grids(), SETTINGS, WORDS, paper_facts)


ALL = Grid(DATASETS, ("grid",))
TABLES = {
    2: Preset(ALL),
    3: Preset(replace(ALL, tasks=NODES, models=("gcnii",), layers=(2, 4, 8, 16), dimensions=("default", "selected"))),
    4: Preset(replace(ALL, tasks=NODES, models=("gcn",), dimensions=("by-lambda",))),
}
FIGURES = {
    2: Preset(replace(ALL, tasks=NODES, dimensions=("grid", "default")), SIZES),
    3: Preset(replace(ALL, tasks=NODES, dimensions=("selected",))),
}
QUICK = TABLES[2].changed(tasks=NODES, datasets=("cora", "airport"), models=("mlp", "gcn"), seeds=3)


def cells(preset: Preset, graphs: Graphs) -> list[Training]:
    """Every cell of a preset once, as its training with seed 0; `graphs` holds the facts of each dataset."""
    of_grids = (cell for grid in preset.grids() for cell in grids.cells(grid, graphs, SETTINGS, WORDS))
    return list(dict.fromkeys(of_grids))


def is_standard(cell: Training) -> bool:
    """Whether a training keeps to the settings in everything except its dimension and seed."""
    return not departures(cell, SETTINGS)
