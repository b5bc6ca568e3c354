"""The rows that everything on the page is computed from: one task, graph and model at several dimensions.

The dimensions of `grid` are compared with each other; a row may hold others, such as the model's default width.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from graphdim.training.facts import selected
from minge_paper.facts import STRUCTURE_WEIGHTS
from minge_paper.presets import DATASETS, FIGURES, SETTINGS, TABLES, cells, is_standard
from minge_paper.results import compared
from minge_paper.statistics import Comparison, Difference, paired, regret

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record
    from minge_paper.results import Results

__all__ = [
    "NAMES",
    "NARROW",
    "Row",
    "by_size",
    "by_weight",
    "cut_by_width",
    "every_row",
    "further_rows",
    "out_of_epochs",
    "paper_rows",
    "shown",
    "weighted",
]

PUBLIC = 20  # nodes a class, of the public split
NARROW = 32
NAMES = {"mlp": "MLP", "gcn": "GCN", "gat": "GAT", "gcnii": "GCNII"}


@dataclass(frozen=True, slots=True)
class Row:
    """One task, graph and model: the records of each dimension by seed, and the dimensions of `grid` compared.

    `scores` are in percent, by dimension and seed.
    """

    task: str
    dataset: str
    model: str
    per_class: int | None
    selected: int
    grid: tuple[int, ...]
    records: Mapping[int, Mapping[int, Record]]
    scores: Mapping[int, Mapping[int, float]]
    comparison: Comparison | None

    @property
    def name(self) -> str:
        """The row in words; a training size is named where the paper varies it."""
        size = f", {self.per_class} per class" if self.per_class else ""
        return f"{NAMES[self.model]} on {shown(self.dataset)}, {self.task.replace('-', ' ')}{size}"

    @property
    def default(self) -> int | None:
        """The width in the model's original paper."""
        return SETTINGS.model(self.model, self.dataset).default_width

    @property
    def is_comparable(self) -> bool:
        """Whether there are enough seeds to say what is noise."""
        return self.comparison is not None and self.comparison.within_noise is not None

    @property
    def within_noise(self) -> tuple[int, ...]:
        """The dimensions within noise of the best; none while there are too few seeds."""
        return (self.comparison and self.comparison.within_noise) or ()

    @property
    def is_complete(self) -> bool:
        """Whether every dimension of the grid was trained."""
        return all(self.records.get(dimension) for dimension in self.grid)

    @property
    def is_flat(self) -> bool:
        """Whether every dimension of the grid is within noise of the best."""
        return self.is_complete and set(self.grid) <= set(self.within_noise)

    @property
    def luck(self) -> float:
        """The chance that a random dimension of the grid is within noise of the best."""
        return len(self.within_noise) / sum(dimension in self.records for dimension in self.grid)

    @property
    def spread(self) -> float:
        """How far the worst dimension of the grid lies below the best."""
        return max((lost.mean for dimension in self.grid if (lost := self.regret_of(dimension))), default=0.0)

    @property
    def at_cap(self) -> float:
        """The share of trainings that ended at the cap on epochs: their scores might still rise."""
        return fmean(record.ran_out for record in self._of_grid())

    def _of_grid(self) -> list[Record]:
        return [record for dimension in self.grid for record in self.records.get(dimension, {}).values()]

    @property
    def searched(self) -> dict[int, int]:
        """What a grid search would pick for each seed: the best by the validation scores of the other seeds.

        Not by its own: a lucky start shows in validation and test alike, and is not a merit of the dimension.
        """
        seeds = self.comparison.seeds if self.comparison and self.is_comparable else ()
        return {left_out: self._best_on([seed for seed in seeds if seed != left_out]) for left_out in seeds}

    def _best_on(self, seeds: Sequence[int]) -> int:
        means = {
            dimension: fmean(by_seed[seed].outcome.validation_score for seed in seeds)
            for dimension, by_seed in self.records.items()
            if dimension in self.grid and by_seed
        }
        return min(means, key=lambda dimension: (-means[dimension], dimension))

    def regret_of(self, dimension: int) -> Difference | None:
        """How far a dimension lies below the best of the grid; None if it was not trained."""
        return regret(self.scores, self.comparison, dimension)

    def over(self, one: int | None, other: int | None) -> Difference | None:
        """The score at one dimension minus that at another, seed by seed; None if one was not trained."""
        return paired(self.scores.get(one or 0, {}), self.scores.get(other or 0, {}))


def shown(dataset: str) -> str:
    """The name of a dataset for readers."""
    return dataset.title() if dataset in DATASETS else dataset


@lru_cache(maxsize=1)
def paper_rows(results: Results) -> tuple[Row, ...]:
    """The rows of Table 2, with the other dimensions that the ledger has at the same settings."""
    others = defaultdict(list)
    for cell in results.cells:
        if cell.dataset in DATASETS and is_standard(cell):
            others[_key(cell)].append(cell)
    return tuple(row_of(results, of_row, others[key]) for key, of_row in _grouped(cells(TABLES[2], results.facts())))


@lru_cache(maxsize=1)
def further_rows(results: Results) -> tuple[Row, ...]:
    """Every other graph of the ledger, with the dimensions that were trained."""
    others = [cell for cell in results.cells if cell.dataset not in DATASETS and is_standard(cell)]
    ordered = sorted(others, key=lambda cell: (cell.task, cell.dataset, cell.model, cell.dimension))
    return tuple(row_of(results, of_row) for _, of_row in _grouped(ordered))


def every_row(results: Results) -> tuple[Row, ...]:
    """The paper's rows and the further ones."""
    return paper_rows(results) + further_rows(results)


def by_size(results: Results) -> list[Row]:
    """The rows of Figure 2: node classification with three training sizes, with the default width."""
    grids = {(cell.dataset, cell.dimension) for cell in cells(TABLES[2], results.facts())}
    rows = []
    for _, planned in _grouped(cells(FIGURES[2], results.facts())):
        grid = [cell for cell in planned if (cell.dataset, cell.dimension) in grids]
        rows.append(row_of(results, grid, planned))
    return rows


def by_weight(results: Results) -> list[Row]:
    """The rows of Table 4: the grid is MinGE's dimension at each λ."""
    return [row_of(results, of_row) for _, of_row in _grouped(cells(TABLES[4], results.facts()))]


def out_of_epochs(results: Results) -> dict[str, float]:
    """The share of trainings with the usual settings that ran out of epochs, by model."""
    shares = {}
    for model in NAMES:
        cells = [cell for cell in results.cells if cell.model == model and is_standard(cell)]
        if cells:
            shares[model] = fmean(record.ran_out for cell in cells for record in results.records(cell).values())
    return shares


def cut_by_width(rows: Iterable[Row]) -> tuple[float, float]:
    """The shares of trainings that ran out of epochs: of the narrow widths, and of the others."""
    cut: dict[bool, list[bool]] = {True: [], False: []}
    for row in rows:
        for dimension in row.grid:
            cut[dimension <= NARROW] += [record.ran_out for record in row.records.get(dimension, {}).values()]
    narrow, wide = (fmean(cut[is_narrow]) if cut[is_narrow] else 0.0 for is_narrow in (True, False))
    return narrow, wide


def weighted(results: Results, row: Row) -> dict[float, int]:
    """MinGE's dimension for the graph of a row at each λ."""
    return {weight: selected(results.facts()[row.dataset], weight) for weight in STRUCTURE_WEIGHTS}


def row_of(results: Results, grid: Sequence[Training], others: Iterable[Training] = ()) -> Row:
    """The row of cells that differ only in the dimension; `others` are not part of the comparison."""
    first = grid[0]
    trained = {cell.dimension: cell for cell in (*grid, *others) if results.records(cell)}
    dimensions = tuple(cell.dimension for cell in grid)
    scores = {dimension: results.scores(cell) for dimension, cell in trained.items()}
    return Row(
        first.task,
        first.dataset,
        first.model,
        per_class=None if first.train_per_class == PUBLIC else first.train_per_class,
        selected=selected({**results.facts(), **results.graphs}[first.dataset]),
        grid=dimensions,
        records={dimension: results.records(cell) for dimension, cell in trained.items()},
        scores=scores,
        comparison=compared({dimension: scores[dimension] for dimension in dimensions if dimension in scores}),
    )


def _grouped(trainings: Iterable[Training]) -> list[tuple[tuple[str, str, str, int | None], list[Training]]]:
    """The trainings of each row together."""
    ordered = sorted(trainings, key=_place)
    return [(key, list(of_row)) for key, of_row in groupby(ordered, key=_key)]


def _key(cell: Training) -> tuple[str, str, str, int | None]:
    return cell.task, cell.dataset, cell.model, cell.train_per_class


def _place(cell: Training) -> tuple[bool, int, str, int, int, int]:
    """The order of the paper: node classification first, its datasets, its models; then sizes and dimensions."""
    paper = DATASETS.index(cell.dataset) if cell.dataset in DATASETS else len(DATASETS)
    model = list(NAMES).index(cell.model)
    return (
        cell.task != "node-classification",
        paper,
        cell.dataset,
        model,
        cell.train_per_class or 0,
        cell.dimension,
    )
