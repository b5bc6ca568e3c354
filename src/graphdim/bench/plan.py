"""Which trainings a table, a figure or a set of options means.

    tasks × datasets × models × layers × training sizes × dimensions × seeds

The seeds are the outermost loop: whenever a run is stopped, its rows are as complete as they can be. Dimensions may
be numbers or words, which MinGE or the settings turn into numbers for each dataset.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from graphdim.bench.facts import STRUCTURE_WEIGHTS, selected
from graphdim.bench.settings import model_settings, value
from graphdim.bench.training import MODELS, TASKS, Training
from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "DATASETS",
    "FIGURES",
    "QUICK",
    "TABLES",
    "Wanted",
    "cells",
    "departures",
    "dimension_grid",
    "is_standard",
    "trainings",
]

DATASETS = ("cora", "citeseer", "pubmed", "airport")
STEP, LAST = 20, 180

# Figure 2: training nodes per class.
LARGER = {"pubmed": (20, 2000, 3000)}
LARGER_ELSEWHERE = (20, 80, 140)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to train; an empty tuple leaves the choice to the settings of the model or the dataset."""

    tasks: tuple[str, ...] = TASKS
    datasets: tuple[str, ...] = DATASETS
    models: tuple[str, ...] = MODELS
    dimensions: tuple[int | str, ...] = ("grid",)
    layers: tuple[int, ...] = ()
    train_per_class: tuple[int, ...] = ()
    all_sizes: bool = False
    seeds: int = 10
    max_epochs: int | None = None
    patience: int | None = None
    leaks: tuple[str, ...] = ()
    per_head: bool = False

    def but(self, **given: Any) -> Wanted:
        """The same with what was given in place; None and empty tuples give nothing."""
        return replace(self, **{name: value for name, value in given.items() if value not in (None, ())})


NODES = ("node-classification",)
TABLES = {
    2: Wanted(),
    3: Wanted(tasks=NODES, models=("gcnii",), layers=(2, 4, 8, 16), dimensions=("default", "selected")),
    4: Wanted(tasks=NODES, models=("gcn",), dimensions=("by-lambda",)),
}
FIGURES = {
    2: Wanted(tasks=NODES, dimensions=("grid", "default"), all_sizes=True),
    3: Wanted(tasks=NODES, dimensions=("selected",)),
}
QUICK = Wanted(tasks=NODES, datasets=("cora", "airport"), models=("mlp", "gcn"), seeds=3)


def trainings(wanted: Wanted, graphs: Mapping[str, Mapping[str, Any]]) -> list[Training]:
    """Every training of the plan once, seed by seed; `graphs` holds the facts of each dataset."""
    if wanted.seeds < 1:
        msg = f"{wanted.seeds} seeds; it takes at least 1"
        raise ParameterError(msg)
    seedless = cells(wanted, graphs)
    return [replace(cell, seed=seed) for seed in range(wanted.seeds) for cell in seedless]


def cells(wanted: Wanted, graphs: Mapping[str, Mapping[str, Any]]) -> list[Training]:
    """Every cell of the plan once, as its training with seed 0."""
    parts = product(wanted.tasks, wanted.datasets, wanted.models)
    return list(dict.fromkeys(cell for part in parts for cell in _cells(wanted, *part, graphs)))


def _cells(
    wanted: Wanted, task: str, dataset: str, model: str, graphs: Mapping[str, Mapping[str, Any]]
) -> Iterator[Training]:
    """The trainings of one task, dataset and model, with seed 0."""
    usual = model_settings(model, dataset, task)
    layers = wanted.layers or (usual.layers,)
    for depth, size, dimension in product(
        layers, _sizes(wanted, task, dataset), _dimensions(wanted.dimensions, dataset, model, graphs[dataset])
    ):
        yield Training(
            task,
            dataset,
            model,
            dimension=dimension,
            layers=depth,
            train_per_class=size,
            seed=0,
            max_epochs=wanted.max_epochs or usual.max_epochs,
            patience=wanted.patience or value(task, "patience"),
            leaks=wanted.leaks if task == "link-prediction" else (),
            per_head=wanted.per_head and model == "gat",
        )


def departures(cell: Training) -> list[str]:
    """The fields in which a training does not keep to the settings; its dimension and seed are free."""
    wanted = Wanted((cell.task,), (cell.dataset,), (cell.model,), (cell.dimension,))
    [standard] = _cells(wanted, cell.task, cell.dataset, cell.model, {cell.dataset: {}})
    same_seed = replace(standard, seed=cell.seed)
    return [each.name for each in fields(cell) if getattr(cell, each.name) != getattr(same_seed, each.name)]


def is_standard(cell: Training) -> bool:
    """Whether a training keeps to the settings in all but its dimension and seed."""
    return not departures(cell)


def _sizes(wanted: Wanted, task: str, dataset: str) -> tuple[int | None, ...]:
    """Training nodes per class; a graph that is not one of the paper's is split by shares."""
    if task == "link-prediction":
        return (None,)
    if wanted.train_per_class:
        return wanted.train_per_class
    if dataset not in DATASETS:
        return (None,)
    return LARGER.get(dataset, LARGER_ELSEWHERE) if wanted.all_sizes else (20,)


def _dimensions(asked: tuple[int | str, ...], dataset: str, model: str, facts: Mapping[str, Any]) -> tuple[int, ...]:
    """The numbers that numbers and words mean for a dataset and a model, each once."""
    meant = (
        each for word in asked for each in ((word,) if isinstance(word, int) else _meaning(word, dataset, model, facts))
    )
    return tuple(dict.fromkeys(meant))


def _meaning(word: str, dataset: str, model: str, facts: Mapping[str, Any]) -> tuple[int, ...]:
    if word == "default":
        width = model_settings(model, dataset).default_width
        return (width,) if width else ()
    if word == "by-lambda":
        return tuple(selected(facts, each) for each in STRUCTURE_WEIGHTS)
    return dimension_grid(selected(facts)) if word == "grid" else (selected(facts),)


def dimension_grid(chosen: int) -> tuple[int, ...]:
    """20, 40, …, 180 with the chosen dimension in place of the nearest; the lower one if two are as near.

    >>> dimension_grid(98)
    (20, 40, 60, 80, 98, 120, 140, 160, 180)
    """
    steps = range(STEP, LAST + 1, STEP)
    nearest = min(steps, key=lambda step: abs(step - chosen))
    return tuple(chosen if step == nearest else step for step in steps)
