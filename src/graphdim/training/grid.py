"""A grid of trainings:

    tasks × datasets × models × layers × training sizes × dimensions × seeds

The seeds are the outermost loop: whenever a run is stopped, its rows are as complete as they can be. Dimensions may be
numbers or words, which become numbers for each dataset and model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from graphdim.choices import MODELS, TASKS
from graphdim.errors import ParameterError
from graphdim.training.definition import LEAKS, Training
from graphdim.training.facts import selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphdim.training.settings import ModelSettings, Settings

__all__ = ["WORDS", "Graphs", "Grid", "Word", "cells", "departures", "trainings", "usual"]

Graphs = Mapping[str, Mapping[str, Any]]  # the facts of each dataset
Word = Callable[[Mapping[str, Any], "ModelSettings"], tuple[int, ...]]


def _selected(facts: Mapping[str, Any], _: ModelSettings) -> tuple[int, ...]:
    return (selected(facts),)


def _default(_: Mapping[str, Any], model: ModelSettings) -> tuple[int, ...]:
    return (model.default_width,) if model.default_width else ()


# Words that stand for dimensions; a paper may have more of them.
WORDS: Mapping[str, Word] = {"selected": _selected, "default": _default}


@dataclass(frozen=True, slots=True)
class Grid:
    """What to train; an empty tuple leaves the choice to the settings of the model or the dataset."""

    datasets: tuple[str, ...]
    dimensions: tuple[int | str, ...]
    tasks: tuple[str, ...] = TASKS
    models: tuple[str, ...] = MODELS
    layers: tuple[int, ...] = ()
    train_per_class: tuple[int, ...] = ()
    seeds: int = 10
    max_epochs: int | None = None
    patience: int | None = None
    leaks: tuple[str, ...] = ()
    per_head: bool = False


def trainings(cells: Iterable[Training], seeds: int) -> list[Training]:
    """Every training once, seed by seed."""
    if seeds < 1:
        msg = f"{seeds} seeds; it takes at least 1"
        raise ParameterError(msg)
    seedless = list(cells)
    return [replace(cell, seed=seed) for seed in range(seeds) for cell in seedless]


def cells(grid: Grid, graphs: Graphs, settings: Settings, words: Mapping[str, Word] = WORDS) -> list[Training]:
    """Every cell of a grid once, as its training with seed 0."""
    rows = product(grid.tasks, grid.datasets, grid.models)
    return list(dict.fromkeys(cell for row in rows for cell in _row(grid, row, graphs[row[1]], settings, words)))


def _row(
    grid: Grid, row: tuple[str, str, str], facts: Mapping[str, Any], settings: Settings, words: Mapping[str, Word]
) -> Iterator[Training]:
    """The cells of one task, dataset and model."""
    task, dataset, model = row
    usual = settings.model(model, dataset, task)
    dimensions = _dimensions(grid.dimensions, facts, usual, words)
    for layers, size, dimension in product(
        grid.layers or (usual.layers,), _sizes(grid, task, dataset, settings), dimensions
    ):
        yield Training(
            task,
            dataset,
            model,
            dimension=dimension,
            layers=layers,
            train_per_class=size,
            seed=0,
            max_epochs=grid.max_epochs or usual.max_epochs,
            patience=grid.patience or settings.value(task, "patience"),
            leaks=tuple(leak for leak in grid.leaks if leak in LEAKS[task]),
            per_head=grid.per_head and model == "gat",
        )


def usual(cell: Training, settings: Settings) -> Training:
    """The training with the same dimension and seed that keeps to the settings in everything else."""
    grid = Grid((cell.dataset,), (cell.dimension,), (cell.task,), (cell.model,))
    [standard] = cells(grid, {cell.dataset: {}}, settings)
    return replace(standard, seed=cell.seed)


def departures(cell: Training, settings: Settings) -> list[str]:
    """The fields in which a training departs from the settings; its dimension and seed are free."""
    standard = usual(cell, settings)
    return [field.name for field in fields(cell) if getattr(cell, field.name) != getattr(standard, field.name)]


def _sizes(grid: Grid, task: str, dataset: str, settings: Settings) -> tuple[int | None, ...]:
    """Training nodes per class; None for a split by shares, and for link prediction."""
    if task == "link-prediction":
        return (None,)
    return grid.train_per_class or (settings.value(task, "usual_split", dataset) or None,)


def _dimensions(
    given: tuple[int | str, ...], facts: Mapping[str, Any], model: ModelSettings, words: Mapping[str, Word]
) -> tuple[int, ...]:
    """The numbers that numbers and words stand for, each once."""
    meanings = ((item,) if isinstance(item, int) else words[item](facts, model) for item in given)
    return tuple(dict.fromkeys(dimension for meaning in meanings for dimension in meaning))
