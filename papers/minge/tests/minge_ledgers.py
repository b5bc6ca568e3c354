"""Ledgers whose right verdict is known: a mean for each dimension, and noise that depends on nothing but the cell."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import ledgers
from graphdim.training.definition import Training
from graphdim.training.ledger import Record
from minge_paper.presets import DATASETS, SETTINGS, TABLES, cells
from minge_paper.results import Results

record = partial(ledgers.record, settings=SETTINGS)
GRID = (20, 40, 60, 80, 98, 120, 140, 160, 180)
NODES, LINKS = "node-classification", "link-prediction"


def graph(dataset: str, selected: int = 98) -> dict[str, Any]:
    facts = Results([]).facts().get(dataset) or {"selected": {"0.1": 69, "0.5": 82, "1": selected, "2": 131}}
    sizes = {"n_nodes": 1000, "n_edges": 5000, "n_features": 10, "n_classes": 2}
    return {**sizes, **facts, "selection_seconds": 0.002, "selection_peak_bytes": 500_000}


def noise(*of: object) -> float:
    return random.Random(repr(of)).gauss(0, 1)


def row(
    means: Mapping[int, float],
    *,
    dataset: str = "cora",
    model: str = "gcn",
    task: str = NODES,
    seeds: int = 5,
    spread: float = 0.2,
    **changes: Any,
) -> list[Record]:
    """Records at each dimension; means and spread are in percent."""
    usual = SETTINGS.model(model, dataset, task)
    size = 20 if task == NODES and dataset in DATASETS else None
    settings = {"layers": usual.layers, "max_epochs": usual.max_epochs, "train_per_class": size} | changes
    return [
        record(
            (mean + spread * noise(dataset, model, task, dimension, seed, changes)) / 100,
            graph=graph(dataset),
            task=task,
            dataset=dataset,
            model=model,
            dimension=dimension,
            seed=seed,
            **settings,
        )
        for dimension, mean in means.items()
        for seed in range(seeds)
    ]


def table_2(mean: Callable[[Training], float], *, seeds: int = 5, spread: float = 0.2) -> list[Record]:
    """Every row of Table 2, with the mean that the function gives for a cell."""
    return [
        each
        for cell in cells(TABLES[2], Results([]).facts())
        for each in row(
            {cell.dimension: mean(cell)},
            dataset=cell.dataset,
            model=cell.model,
            task=cell.task,
            seeds=seeds,
            spread=spread,
        )
    ]


def flat(level: float = 80.0) -> dict[int, float]:
    return dict.fromkeys(GRID, level)
